"""Tries of calls that came to nothing, as lines of the transcript that waited for them."""

from collections.abc import Iterator

from saddle_engine import events as ev
from saddle_tui.trace.entry import Said
from saddle_tui.trace.rollout import paid
from saddle_tui.trace.texts import Texts


def call_lines(event: ev.AnyEvent, texts: Texts) -> Iterator[Said]:
    """The lines of one record; a try that was answered is told by its answer."""
    match event:
        case ev.CallRefused():
            why = event.why.replace("_", " ")
            said = f"turned away by the provider, {why}: {event.reason} (try {event.tries})"
            yield from texts.field("✗", said, "$text-warning")
        case ev.CallUnknown():
            worst = f"{event.tokens:,} tokens{paid(event.cost)}"
            why = event.why.replace("_", " ")
            said = f"came to nothing, {why}: {event.reason} (try {event.tries}; {worst} count as spent)"
            yield from texts.field("✗", said, "$text-warning")
        case _:
            return
