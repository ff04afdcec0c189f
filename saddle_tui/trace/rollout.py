"""A rollout's records as lines: the task, then step by step what the model said and what was done."""

from collections.abc import Iterator
from typing import Any

from saddle_engine import events as ev
from saddle_engine.types.money import usd
from saddle_engine.types.rollout import Outcome
from saddle_engine.types.wire import Door
from saddle_tui.text.glyphs import OUTCOMES
from saddle_tui.text.safe import NOTHING, clean
from saddle_tui.trace.blocks import compact, said, told
from saddle_tui.trace.entry import HEAD_STYLE, HEADING, Said
from saddle_tui.trace.texts import Texts

GOOD = (0, 200)


def rollout_lines(event: ev.AnyEvent, texts: Texts) -> Iterator[Said]:
    """The lines of one record; none for what only the engine needs to know."""
    match event:
        case ev.RolloutStarted(tries=tries) if tries > 1:
            yield heading(f"try {tries}")
        case ev.RequestAnswered(door=Door.TASK):
            task = texts.value(event.reply)
            instruction = task.get("instruction", "") if isinstance(task, dict) else task
            yield from texts.field("task", str(instruction), "bold")
        case ev.RequestAnswered(door=Door.MODEL):
            yield from _model(event, texts)
        case ev.RequestAnswered(door=Door.FINISH):
            output = texts.request(event.request).get("output")
            yield from texts.field("finish", compact(output or "no output"))
        case ev.RequestAnswered(door=Door.COUNT):
            yield from texts.field("count", compact(texts.value(event.reply)), "$text-muted")
        case ev.RequestAnswered():
            yield from _environment(event, texts)
        case ev.RolloutBroke():
            yield from texts.field("broke", f"try {event.tries}: {event.reason}", "$text-error")
        case ev.RolloutRequeued():
            yield heading("run anew: what stands above is void")
        case ev.RolloutFinished():
            yield from _end(event, texts)
        case _:
            return


def heading(text: str) -> Said:
    """A line that parts what follows from what was."""
    return Said(NOTHING, clean(f"{HEADING}{text} ──"), HEAD_STYLE)


def paid(cost: int) -> str:
    """What a call cost, behind a comma; nothing for what is free."""
    return f", ${usd(cost):.4f}" if cost else ""


def _model(event: ev.RequestAnswered, texts: Texts) -> Iterator[Said]:
    yield from told(texts.request(event.request).get("new"), texts)
    tokens = f", {event.usage.total:,} tokens" if event.usage.total else ""
    yield heading(f"step {event.step}{texts.took(event.seconds)}{tokens}{paid(event.cost)}")
    reply = texts.value(event.reply)
    if event.status == GOOD[1]:
        yield from said(reply, texts)
    else:
        yield from texts.field("model", f"{event.status} {compact(reply)}", "$text-error")


def _environment(event: ev.RequestAnswered, texts: Texts) -> Iterator[Said]:
    """What was asked and what came of it; the model got it in the next request, in its harness's words."""
    request, reply = texts.request(event.request), texts.value(event.reply)
    answer: dict[str, Any] = reply if isinstance(reply, dict) else {"said": reply}
    asked = request.get("command") or request.get("path") or compact(request)
    verb = event.door.value.removeprefix("env/")
    wrong = event.status != GOOD[1] or answer.get("exit_code", 0) not in GOOD
    head = f"{verb} {compact(asked)}  ->  {_came(event, answer)}{texts.took(event.seconds)}"
    output = _output(event, request, answer)
    yield from texts.field(
        "env", f"{head}\n{output}" if output else head, "$text-warning" if wrong else "$text-muted"
    )


def _came(event: ev.RequestAnswered, answer: dict[str, Any]) -> str:
    if event.status != GOOD[1]:
        return f"status {event.status} {compact(answer)}"
    flags = "".join(
        f", {flag.replace('_', ' ')}" for flag in ("timed_out", "truncated") if answer.get(flag)
    )
    match event.door:
        case Door.EXEC:
            return f"exit {answer.get('exit_code')}{flags}"
        case Door.READ | Door.WRITE:
            return f"{answer.get('size', '?')} bytes{flags}"
        case _:
            return "done"


def _output(event: ev.RequestAnswered, request: dict[str, Any], answer: dict[str, Any]) -> str:
    """What was printed, read or written."""
    match event.door:
        case Door.EXEC:
            parts = [answer.get("stdout"), answer.get("stderr")]
        case Door.READ:
            parts = [answer.get("content")]
        case Door.WRITE:
            parts = [request.get("content")]
        case _:
            parts = [answer or None]
    return "\n".join(compact(part).rstrip("\n") for part in parts if part)


def _end(event: ev.RolloutFinished, texts: Texts) -> Iterator[Said]:
    sign = OUTCOMES[event.outcome]
    score = "no score" if event.score is None else f"score {event.score:.2f}"
    reason = f" ({event.reason})" if event.reason else ""
    steps = f"{event.steps} {'step' if event.steps == 1 else 'steps'}"
    yield heading("end")
    took = f"{texts.took(event.seconds)}{paid(event.cost)}"
    text = f"{sign.glyph} {event.outcome}{reason}, {score}, {steps}{took}"
    yield from texts.field("end", text, sign.style)
    if event.detail and event.outcome is not Outcome.CANCELLED:
        yield from texts.field("verify", texts.whole(event.detail), "$text-muted")
