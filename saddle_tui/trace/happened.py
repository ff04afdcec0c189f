"""One record as a row of the log: when, what kind, about whom, and the rest in short."""

import re
from collections.abc import Callable, Iterator, Mapping
from functools import cache
from typing import Any, NamedTuple

from saddle_engine.events import Record
from saddle_engine.types.base import Value
from saddle_tui.filtering import Row
from saddle_tui.text.safe import SafeText, clean

LONGEST = 300
"""Characters of a row's text."""
NAMED = ("kind", "subject", "text")
ABOUT = ("rollout", "patch", "node", "session", "best")
"""Fields that name what a record is about, the closest first."""
_HEX = re.compile("[0-9a-f]{32,}")


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


About = Callable[[str], Row]
"""What is known of a rollout by its id: its task, and whose it is."""


def happened(record: Record, about: About = lambda id_: {}) -> Happened:
    """The row of a record."""
    event, subject = record.event, _subject(record)
    known = [*about(subject).values()] if subject and not hasattr(event, "task") else []
    return Happened(record.seq, record.at, event.kind, subject, _text(event, subject, known))


def _subject(record: Record) -> str:
    event = record.event
    if event.subject:
        return event.subject
    named = (getattr(event, name, "") for name in ABOUT)
    return next((each for each in named if isinstance(each, str) and each), "")


class Fields(Mapping[str, str]):
    """What there is to find in a record: only what is asked for is worked out."""

    def __init__(self, record: Record, about: About) -> None:
        self._record, self._about = record, about

    def __getitem__(self, name: str) -> str:
        if name == "kind":
            return self._record.event.kind
        if name in NAMED:
            return happened(self._record, self._about).row()[name]
        found = getattr(self._record.event, name, "")
        return str(found or self._about(_subject(self._record)).get(name, ""))

    def __iter__(self) -> Iterator[str]:
        return iter(NAMED)

    def __len__(self) -> int:
        return len(NAMED)

    def get(self, name: str, default: str = "") -> str:  # type: ignore[override]
        """The field; empty where an event has none."""
        return self[name] or default

    def values(self) -> tuple[str, ...]:  # type: ignore[override]
        """All words of the row."""
        row = happened(self._record, self._about)
        return row.kind, row.subject, row.text


def _text(event: Value, subject: str, known: list[str]) -> SafeText:
    told = ((name, getattr(event, name), usual) for name, usual in _fields(type(event)))
    parts = (
        f"{name} {_short(value)}"
        for name, value, usual in told
        if _tells(name, value) and value not in (usual, subject)
    )
    return clean("  ".join(filter(None, [*known, *parts]))[:LONGEST])


@cache
def _fields(kind: type[Value]) -> list[tuple[str, Any]]:
    """Names and usual values."""
    fields = kind.model_fields.items()
    return [(name, field.default) for name, field in fields if name != "kind"]


def _tells(name: str, value: Any) -> bool:
    """Digests, and that something was tried for the first time, tell nobody anything."""
    return value not in (None, "", (), {}) and not _digest(value) and (name, value) != ("tries", 1)


def _digest(value: Any) -> bool:
    return isinstance(value, str) and _HEX.fullmatch(value) is not None


def _short(value: Any) -> str:
    if isinstance(value, Value):
        told = {name: getattr(value, name) for name in type(value).model_fields}
        return " ".join(f"{name}={_short(each)}" for name, each in told.items() if each)
    if isinstance(value, str):
        return value
    if isinstance(value, float):
        return f"{value:.6g}"
    if isinstance(value, tuple | list):
        return ",".join(map(_short, value))
    if isinstance(value, dict):
        return ",".join(f"{_short(name)}={_short(each)}" for name, each in value.items())
    return str(value)
