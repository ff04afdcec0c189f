"""What panes want to read of a journal: they ask, a thread of its own reads, a later look finds it."""

from collections import OrderedDict
from collections.abc import Callable, Hashable, Sequence
from typing import Any, Protocol, TypeVar

from saddle_engine.errors import JournalError
from saddle_engine.events import Record
from saddle_engine.types.base import Digest
from saddle_tui.trace.background import Background
from saddle_tui.trace.reader import Recordings
from saddle_tui.trace.texts import Texts

Made = TypeVar("Made")

KEPT = 256
"""Texts and recordings; what was not looked at for longest is let go."""
LARGEST = 262_144
"""Bytes of a text; its end is left out, and told."""
MOST_RECORDS = 20_000
"""Of one rollout or session."""


class Books(Protocol):
    """What a view offers to panes."""

    version: int
    """Grows whenever something has been read: a pane's key holds it."""

    def text(self, digest: Digest) -> str | None:
        """A text of the journal; None while it is being read. Hostile."""
        ...

    def records(self, subject: str, upto: int) -> Sequence[Record] | None:
        """Records of a rollout or session; None while they are being read.

        Args:
            subject: its id.
            upto: a number that grows when there are more (steps, say): they are read anew then.
        """
        ...

    def made(self, key: Hashable, upto: int, make: Callable[[Recordings], Made]) -> Made | None:
        """What is made of recordings; an older one while it is made anew, None at first.

        Args:
            key: equal keys mean the same thing.
            upto: a number that grows when there is more to make it of.
            make: runs on a thread of its own; tells its troubles in what it makes.
        """
        ...


class EmptyShelf:
    """Nothing is ever read; for views that are made by hand."""

    version = 0

    def text(self, digest: Digest) -> str | None:
        return None

    def records(self, subject: str, upto: int) -> Sequence[Record] | None:
        return None

    def made(self, key: Hashable, upto: int, make: Callable[[Recordings], Made]) -> Made | None:
        return None


class Shelf:
    """Reads one thing after another, those that were asked for last first."""

    def __init__(self, source: Recordings) -> None:
        self.version = 0
        self._source, self._texts = source, Texts(source)
        self._read: OrderedDict[Hashable, Any] = OrderedDict()
        self._wanted: dict[Hashable, Callable[[], Any]] = {}
        self._reader = Background[tuple[Hashable, Any]]()

    def text(self, digest: Digest) -> str | None:
        found: str | None = self._get(digest, lambda: self._texts.text(digest, LARGEST))
        return found

    def records(self, subject: str, upto: int) -> Sequence[Record] | None:
        found: Sequence[Record] | None = self._get((subject, upto), lambda: self._records(subject))
        return found

    def made(self, key: Hashable, upto: int, make: Callable[[Recordings], Made]) -> Made | None:
        newest: Made | None = self._get((key, upto), lambda: make(self._source))
        if newest is not None:
            self._read[key] = newest
        found: Made | None = self._read.get(key)
        return found

    def close(self) -> None:
        """Read nothing more."""
        self._reader.close()

    def refresh(self) -> bool:
        """Take what has been read and begin with the next; whether there is something new."""
        done = self._reader.take()
        if isinstance(done, tuple):
            key, found = done
            self._read[key] = found
            self._wanted.pop(key, None)
            self.version += 1
            while len(self._read) > KEPT:
                self._read.popitem(last=False)
        if self._reader.idle and self._wanted:
            key, job = self._wanted.popitem()
            self._reader.start(lambda: (key, _tried(job)))
        return done is not None

    def settle(self) -> None:
        """Read until nothing is wanted; for tests and pictures."""
        while self._wanted or not self._reader.idle:
            self._reader.wait()
            self.refresh()

    def _records(self, subject: str) -> Sequence[Record]:
        try:
            return self._source.records(subject, limit=MOST_RECORDS)
        except JournalError:
            return []

    def _get(self, key: Hashable, job: Callable[[], Any]) -> Any:
        if key in self._read:
            self._read.move_to_end(key)
            return self._read[key]
        self._wanted[key] = job
        return None


def _tried(job: Callable[[], Any]) -> Any:
    """What cannot be read is told where it would stand."""
    try:
        return job()
    except JournalError as error:
        return f"cannot be read: {error}"
