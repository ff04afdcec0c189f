"""Events as text in the journal, and back."""

import json
import sqlite3
from collections.abc import Callable, Iterable
from typing import Any, get_args

from pydantic import ValidationError
from pydantic_core import PydanticSerializationError

from saddle_engine.errors import JournalError
from saddle_engine.events import EVENT, AnyEvent, Record
from saddle_engine.types.base import Value, lean, made_of

EVERYTHING = -1
"""As a limit: no limit (SQLite's own convention)."""

Read = Callable[[str], AnyEvent]
_KINDS = {event.__name__: event for event in get_args(get_args(AnyEvent)[0])}


class _Readers(dict[str, Read]):
    """By kind: knowing it spares a look through the text for it."""

    def __missing__(self, kind: str) -> Read:
        if kind not in _KINDS:
            return EVENT.validate_json
        read: Read = _KINDS[kind].__pydantic_validator__.validate_json
        self[kind] = read
        return read


_readers = _Readers()


def encode(value: Value) -> str:
    """JSON that SQLite can hold: what UTF-8 cannot carry is replaced, so no event is ever lost."""
    try:
        return value.model_dump_json()
    except PydanticSerializationError:
        return json.dumps(_speakable(value.model_dump()), ensure_ascii=False)


def decode(seq: int, at: float, body: str, kind: str = "") -> Record:
    """A stored record.

    Args:
        seq: its place.
        at: its time.
        body: its event.
        kind: of the event, where a column tells it.

    Raises:
        JournalError: this version does not know the event, or the record is damaged.
    """
    try:
        event = _readers[kind](body)
    except ValidationError as error:
        problem = error.errors(include_url=False, include_input=False)[0]["msg"]
        raise JournalError(
            f"record {seq} of the journal cannot be read: {problem}; it is damaged, or was written"
            " by another version of saddle-tui"
        ) from error
    # Place and time come of a strict table.
    return made_of(Record, {"seq": seq, "at": at, "event": lean(event)})


def read_records(
    connection: sqlite3.Connection,
    after: int,
    subject: str | None = None,
    limit: int = EVERYTHING,
) -> list[Record]:
    """Committed records after `after` in order, of one subject or of all.

    Raises:
        JournalError: a record is missing or cannot be read.
    """
    if subject is None:
        rows = connection.execute(
            "SELECT seq, at, body, kind FROM journal WHERE seq > ? ORDER BY seq LIMIT ?",
            (after, limit),
        ).fetchall()
        _check_gapless((row[0] for row in rows), after)
    else:
        rows = connection.execute(
            "SELECT seq, at, body, kind FROM journal WHERE subject = ? AND seq > ? ORDER BY seq LIMIT ?",
            (text(subject), after, limit),
        ).fetchall()
    return [decode(*row) for row in rows]


def read_earlier(
    connection: sqlite3.Connection, subject: str, before: int, limit: int
) -> list[Record]:
    """The last `limit` records of a subject before record `before`, oldest first.

    Raises:
        JournalError: a record cannot be read.
    """
    rows = connection.execute(
        "SELECT seq, at, body, kind FROM journal WHERE subject = ? AND seq < ? ORDER BY seq DESC LIMIT ?",
        (text(subject), before, limit),
    ).fetchall()
    return [decode(*row) for row in reversed(rows)]


def text(value: str) -> str:
    """The same text without lone surrogates, which SQLite refuses."""
    return value.encode("utf-16", "surrogatepass").decode("utf-16", "replace")


def _check_gapless(numbers: Iterable[int], after: int) -> None:
    for expected, seq in enumerate(numbers, start=max(after, 0) + 1):
        if seq != expected:
            raise JournalError(f"record {expected} of the journal is missing; the file is damaged")


def _speakable(value: Any) -> Any:
    match value:
        case str():
            return text(value)
        case dict():
            return {text(str(key)): _speakable(item) for key, item in value.items()}
        case list() | tuple():
            return [_speakable(item) for item in value]
        case _:
            return value
