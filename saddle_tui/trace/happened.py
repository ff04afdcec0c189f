"""One record as a row of the log: when, what kind, about whom, and the rest in short."""

from typing import Any, NamedTuple

from saddle_engine.events import Record
from saddle_engine.types.base import Value
from saddle_tui.filtering import Row
from saddle_tui.text.safe import SafeText, clean

LONGEST = 300
"""Characters of a row's text."""
ABOUT = ("rollout", "patch", "node", "session", "best")
"""Fields that name what a record is about, the closest first."""
DIGEST = 32
"""Letters of the shortest digest or commit; eight of them tell it from others."""


class Happened(NamedTuple):
    """A row."""

    seq: int
    at: float
    kind: str
    subject: str
    """A rollout, session, patch or node; empty for the run itself."""
    text: SafeText

    def row(self) -> Row:
        """What there is to find in it."""
        return {"kind": self.kind, "subject": self.subject, "text": self.text}


def happened(record: Record) -> Happened:
    """The row of a record."""
    event = record.event
    named = (getattr(event, name, "") for name in ABOUT)
    subject = event.subject or next((each for each in named if isinstance(each, str) and each), "")
    return Happened(record.seq, record.at, event.kind, subject, _text(event, subject))


def fields_of(record: Record) -> Row:
    """What there is to find in a record, with the fields of its event by their names."""
    event = record.event
    found = happened(record).row()
    named = {
        name: str(getattr(event, name, "") or "") for name in ("outcome", "node", "task", "patch")
    }
    return {**found, **named}


def _text(event: Value, subject: str) -> SafeText:
    told = ((name, getattr(event, name)) for name in type(event).model_fields if name != "kind")
    parts = (f"{name} {_short(value)}" for name, value in told if _tells(value, subject))
    return clean("  ".join(parts)[:LONGEST])


def _tells(value: Any, subject: str) -> bool:
    return value not in (None, "", (), {}, subject)


def _short(value: Any) -> str:
    if isinstance(value, Value):
        told = {name: getattr(value, name) for name in type(value).model_fields}
        return " ".join(f"{name}={_short(each)}" for name, each in told.items() if each)
    if isinstance(value, str):
        digest = len(value) >= DIGEST and value.isalnum() and value.islower()
        return value[:8] if digest else value
    if isinstance(value, float):
        return f"{value:.6g}"
    if isinstance(value, tuple | list):
        return ",".join(map(_short, value))
    if isinstance(value, dict):
        return ",".join(f"{_short(name)}={_short(each)}" for name, each in value.items())
    return str(value)
