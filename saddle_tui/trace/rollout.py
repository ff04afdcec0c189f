"""A rollout's records as lines: the task, then step by step what the model said and what was done."""

from collections.abc import Iterator
from typing import Any

from saddle_engine import events as ev
from saddle_engine.types.rollout import Outcome
from saddle_engine.types.wire import Door
from saddle_tui.text.glyphs import OUTCOMES
from saddle_tui.text.safe import NOTHING, clean
from saddle_tui.trace.blocks import ARGUMENTS, RESULT, SPEECH, compact, said, told
from saddle_tui.trace.entry import Said
from saddle_tui.trace.fields import field
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
            yield from field("task", str(instruction), SPEECH, "bold")
        case ev.RequestAnswered(door=Door.MODEL):
            yield from _model(event, texts)
        case ev.RequestAnswered(door=Door.FINISH):
            output = texts.request(event.request).get("output")
            yield from field("finish", compact(output or "no output"), RESULT)
        case ev.RequestAnswered() if event.door.is_env:
            yield from _environment(event, texts)
        case ev.RolloutBroke():
            yield from field("broke", f"try {event.tries}: {event.reason}", RESULT, "$text-error")
        case ev.RolloutFinished():
            yield from _end(event, texts)
        case _:
            return


def heading(text: str) -> Said:
    """A line that parts what follows from what was."""
    return Said(NOTHING, clean(f"── {text} ──"), "bold $text-muted")


def _model(event: ev.RequestAnswered, texts: Texts) -> Iterator[Said]:
    yield from told(texts.request(event.request).get("new"))
    tokens = f", {event.usage.total:,} tokens" if event.usage.total else ""
    yield heading(f"step {event.step}, {event.seconds:.1f} s{tokens}")
    reply = texts.value(event.reply)
    if event.status == GOOD[1]:
        yield from said(reply)
    else:
        yield from field("model", f"{event.status} {compact(reply)}", RESULT, "$text-error")


def _environment(event: ev.RequestAnswered, texts: Texts) -> Iterator[Said]:
    """What came of it stands in the next request, as the model got it."""
    request, reply = texts.request(event.request), texts.value(event.reply)
    answer: dict[str, Any] = reply if isinstance(reply, dict) else {"said": reply}
    asked = request.get("command") or request.get("path") or compact(request)
    verb = event.door.value.removeprefix("env/")
    came = _came(event, answer)
    wrong = event.status != GOOD[1] or answer.get("exit_code", 0) not in GOOD
    style = "$text-warning" if wrong else "$text-muted"
    yield from field(
        "env", f"{verb} {compact(asked)}  ->  {came}, {event.seconds:.1f} s", ARGUMENTS, style
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


def _end(event: ev.RolloutFinished, texts: Texts) -> Iterator[Said]:
    sign = OUTCOMES[event.outcome]
    score = "no score" if event.score is None else f"score {event.score:.2f}"
    reason = f" ({event.reason})" if event.reason else ""
    steps = f"{event.steps} {'step' if event.steps == 1 else 'steps'}"
    yield heading("end")
    text = f"{sign.glyph} {event.outcome}{reason}, {score}, {steps}, {event.seconds:.1f} s"
    yield from field("end", text, RESULT, sign.style)
    if event.detail and event.outcome is not Outcome.CANCELLED:
        yield from field("verify", texts.text(event.detail, RESULT), RESULT, "$text-muted")
