"""Small pieces that all decisions share."""

from saddle_engine import events as ev
from saddle_engine.commands import Command

Decision = list[ev.AnyEvent] | str
"""Events to journal, or why not."""

LONGEST = 900
"""Letters of a hint or a comment: what is longer would be cut in the journal."""


def said(command: Command) -> str:
    """Who, and why."""
    return f"by {command.actor}{f': {command.why}' if command.why else ''}"


def given(command: Command, name: str) -> str:
    """An argument as text; empty when it is missing."""
    return str(command.arguments.get(name) or "").strip()


def text_of(command: Command, what: str) -> tuple[str, str]:
    """The text of a hint or comment, and why it will not do; the second is empty when it will."""
    text = given(command, "text")
    if not text:
        return "", f"a {what} needs a text"
    if len(text) > LONGEST:
        return "", f"a {what} has at most {LONGEST} letters; this one has {len(text)}"
    return text, ""
