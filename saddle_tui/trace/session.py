"""A session's records as lines: what the agent said, which tools it used, what it read."""

from collections.abc import Iterator

from saddle_engine import events as ev
from saddle_tui.trace.blocks import RESULT, said, told
from saddle_tui.trace.entry import Said
from saddle_tui.trace.fields import field
from saddle_tui.trace.rollout import heading
from saddle_tui.trace.texts import Texts


def session_lines(event: ev.AnyEvent, texts: Texts) -> Iterator[Said]:
    """The lines of one record; none for what only the engine needs to know."""
    match event:
        case ev.SessionStarted():
            tries = f", try {event.tries}" if event.tries > 1 else ""
            yield heading(f"{event.agent}, iteration {event.iteration}{tries}")
        case ev.ModelReplied():
            if event.index == 0:
                yield from told(texts.request(event.request).get("new"))
            yield heading(f"call {event.index + 1}, {event.usage.total:,} tokens")
            yield from said(texts.value(event.reply))
        case ev.ToolCalled():
            yield from _result(event, texts)
        case ev.FileRead():
            lines = f":{event.first_line}-{event.last_line}" if event.last_line else ""
            yield from field("read", f"{event.path}{lines}", RESULT, "$text-muted")
        case ev.SessionFinished():
            yield from field("end", event.outcome.replace("_", " "), RESULT, "bold")
        case _:
            return


def _result(event: ev.ToolCalled, texts: Texts) -> Iterator[Said]:
    text = texts.text(event.result, RESULT)
    if event.refused:
        yield from field("✗", f"{event.tool} refused: {text}", RESULT, "$text-warning")
    else:
        yield from field("result", text, RESULT, "$text-muted")
