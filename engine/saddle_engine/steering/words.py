"""Small pieces that all decisions share."""

from saddle_engine import events as ev
from saddle_engine.commands import Command
from saddle_engine.types.words import SENTENCE_BYTES, size

Decision = list[ev.AnyEvent] | str
"""Events to journal, or why not."""


def said(command: Command) -> str:
    """Who, and why."""
    return f"by {command.actor}{f': {command.why}' if command.why else ''}"


def given(command: Command, name: str) -> str:
    """An argument as text; empty when it is missing."""
    return str(command.arguments.get(name) or "").strip()


def text_of(command: Command, what: str) -> tuple[str, str]:
    """The text of a hint or comment, and why it will not do; the second is empty when it will."""
    text = given(command, "text")
    return text, unfit(what, text)


def unfit(what: str, text: str) -> str:
    """Why a text will not do: the journal would hold only its beginning; empty when it will."""
    if not text:
        return f"a {what} needs a text"
    if (taken := size(text)) > SENTENCE_BYTES:
        return f"a {what} has room for {SENTENCE_BYTES:,} bytes, and this one takes {taken:,}; shorten it"
    return ""
