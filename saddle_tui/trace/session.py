"""A session's records as lines: what the agent said, which tools it used, what it read."""

from collections.abc import Iterator

from saddle_engine import events as ev
from saddle_engine.types.calls import ReplyOutcome
from saddle_tui.trace.blocks import said, told
from saddle_tui.trace.entry import Said
from saddle_tui.trace.rollout import heading, paid
from saddle_tui.trace.texts import Texts


def session_lines(event: ev.AnyEvent, texts: Texts) -> Iterator[Said]:
    """The lines of one record; none for what only the engine needs to know."""
    match event:
        case ev.SessionStarted():
            tries = f", try {event.tries}" if event.tries > 1 else ""
            yield heading(f"{event.agent}, iteration {event.iteration}{tries}")
        case ev.ModelReplied():
            yield from _replied(event, texts)
        case ev.ToolCalled():
            yield from _result(event, texts)
        case ev.FileRead():
            lines = f":{event.first_line}-{event.last_line}" if event.last_line else ""
            yield from texts.field("read", f"{event.path}{lines}", "$text-muted")
        case ev.SessionFinished():
            reason = f": {event.reason}" if event.reason else ""
            yield from texts.field("end", f"{event.outcome.replace('_', ' ')}{reason}", "bold")
        case _:
            return


def _replied(event: ev.ModelReplied, texts: Texts) -> Iterator[Said]:
    if event.index == 0:
        yield from told(texts.request(event.request).get("new"), texts)
    yield heading(f"call {event.index + 1}, {event.usage.total:,} tokens{paid(event.cost)}")
    yield from said(texts.value(event.reply), texts)
    if event.outcome is not ReplyOutcome.COMPLETE:
        yield from texts.field("✗", f"of no use: {event.outcome}", "$text-warning")


def _result(event: ev.ToolCalled, texts: Texts) -> Iterator[Said]:
    text = texts.whole(event.result)
    if event.refused:
        yield from texts.field("✗", f"{event.tool} refused: {text}", "$text-warning")
    else:
        yield from texts.field("result", text, "$text-muted")
