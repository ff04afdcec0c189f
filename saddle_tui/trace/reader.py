"""Reads a transcript page by page from a run's journal."""

from dataclasses import dataclass
from typing import Protocol

from saddle_engine.events import Record
from saddle_tui.trace.calls import call_lines
from saddle_tui.trace.entry import Entry, Said
from saddle_tui.trace.rollout import rollout_lines
from saddle_tui.trace.session import session_lines
from saddle_tui.trace.texts import Beginnings, Texts

PAGE = 60
"""Records."""
NO_END = 2**62
"""No record has this number."""


class Recordings(Beginnings, Protocol):
    """Where the records and texts of a run are read; `RunViewer` is one."""

    def records(self, subject: str, after: int = 0, limit: int = -1) -> list[Record]:
        """The first records of a subject after record `after`."""
        ...

    def earlier(self, subject: str, before: int, limit: int) -> list[Record]:
        """The last records of a subject before record `before`."""
        ...


@dataclass(frozen=True)
class Page:
    """Entries without a gap, oldest first."""

    entries: tuple[Entry, ...]
    full: bool
    """There may be more in the direction in which was read."""


def read_newest(source: Recordings, subject: str) -> Page:
    """The last page."""
    return read_earlier(source, subject, NO_END)


def read_earlier(source: Recordings, subject: str, before: int) -> Page:
    """The page that ends before a record.

    Raises:
        JournalError: a record or a text cannot be read.
    """
    return _page(source, source.earlier(subject, before, PAGE))


def read_later(source: Recordings, subject: str, after: int) -> Page:
    """The page that begins after a record.

    Raises:
        JournalError: a record or a text cannot be read.
    """
    return _page(source, source.records(subject, after, PAGE))


def _page(source: Recordings, records: list[Record]) -> Page:
    texts = Texts(source)
    entries = tuple(Entry(record.seq, lines_of(record, texts)) for record in records)
    return Page(entries, len(records) == PAGE)


def lines_of(record: Record, texts: Texts) -> tuple[Said, ...]:
    """Everything that a transcript says of a record."""
    tellers = (rollout_lines, session_lines, call_lines)
    return tuple(said for tell in tellers for said in tell(record.event, texts))
