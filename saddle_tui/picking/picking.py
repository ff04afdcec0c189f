"""A list of runs that one can move in and filter; what it shows is read in the background."""

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from saddle_engine.errors import SaddleError
from saddle_tui.picking.facts import Facts, read_facts
from saddle_tui.picking.heads import Head, heads
from saddle_tui.trace.background import Background

AGAIN_S = 2.0
"""Between two looks at a live run, and at which runs there are."""
MOMENT_S = 0.08
"""Of reading at a time."""


@dataclass(frozen=True)
class Row:
    """A run in the list."""

    head: Head
    facts: Facts | None
    """None while they are being read."""


class Picking:
    """Reads one thing after another, what is in sight first."""

    def __init__(self, home: Path, monotonic: Callable[[], float] = time.monotonic) -> None:
        """Nothing is read yet.

        Args:
            home: where runs are.
            monotonic: seconds that only grow.
        """
        self.home = home
        self.typed = ""
        """What must be in a run's name, id, status or host."""
        self.trouble = ""
        """Why the runs cannot be listed."""
        self.listed = False
        """Whether they were, at least once."""
        self.at = 0
        self._monotonic = monotonic
        self._heads: list[Head] = []
        self._facts: dict[str, Facts] = {}
        self._read: dict[str, float] = {}
        """By run, when its facts were read last."""
        self._due = 0.0
        self._reader = Background[Callable[[], None]]()

    def rows(self) -> list[Row]:
        """Those that match, in their order."""
        rows = [Row(head, self._facts.get(head.folder.id)) for head in self._heads]
        words = self.typed.lower().split()
        return [row for row in rows if all(word in _text(row) for word in words)]

    def type(self, text: str) -> None:
        """Filter anew, from the top."""
        if text != self.typed:
            self.typed, self.at = text, 0

    def move(self, step: int) -> None:
        """So many rows down, or up when negative; it stops at the ends."""
        self.at = min(max(self.at + step, 0), max(len(self.rows()) - 1, 0))

    def chosen(self) -> Row | None:
        """Where one is."""
        rows = self.rows()
        return rows[min(self.at, len(rows) - 1)] if rows else None

    def refresh(self, shown: Sequence[Row]) -> bool:
        """Take what has been read, begin to read what is missing; whether anything looks different.

        Args:
            shown: the rows that are in sight.
        """
        changed = self._take()
        if self._reader.idle and (job := self._missing(shown)) is not None:
            self._reader.start(job)
        return changed

    def close(self) -> None:
        """Read nothing more."""
        self._reader.close()

    def settle(self) -> None:
        """Read until nothing is missing; for tests and pictures."""
        self._reader.wait()
        self._take()
        while (job := self._missing(self.rows())) is not None:
            self._reader.start(job)
            self._reader.wait()
            self._take()

    def _take(self) -> bool:
        done = self._reader.take()
        if callable(done):
            done()
        return done is not None

    def why_not(self, row: Row) -> str:
        """Why a run cannot be opened; empty when it can. Not cleaned for a terminal."""
        if row.facts is None or not row.facts.trouble:
            return ""
        return row.facts.trouble

    def _missing(self, shown: Sequence[Row]) -> Callable[[], Callable[[], None]] | None:
        now = self._monotonic()
        if now >= self._due:
            self._due = now + AGAIN_S
            return self._list
        unread = [row.head for row in shown if self._is_old(row.head, now - AGAIN_S)]
        return partial(self._look, unread) if unread else None

    def _is_old(self, head: Head, old: float) -> bool:
        read = self._read.get(head.folder.id)
        return read is None or (head.alive and read < old)

    def _list(self) -> Callable[[], None]:
        try:
            found = heads(self.home)
        except (SaddleError, OSError) as error:
            return partial(self._listed, [], str(error))
        return lambda: self._listed(found, "")

    def _listed(self, found: list[Head], trouble: str) -> None:
        """The cursor stays on its run, also when one has come or gone above it."""
        before = self.chosen()
        ended = {head.folder.id for head in self._heads if head.alive} - {
            head.folder.id for head in found if head.alive
        }
        for id_ in ended:
            self._read.pop(id_, None)
        self._heads, self.trouble, self.listed = found, trouble, True
        ids = [row.head.folder.id for row in self.rows()]
        if before is not None and self.at and before.head.folder.id in ids:
            self.at = ids.index(before.head.folder.id)

    def _look(self, unread: Sequence[Head]) -> Callable[[], None]:
        """As many as a moment has room for, so that they appear as they are read."""
        until = self._monotonic() + MOMENT_S
        found: dict[str, Facts] = {}
        for head in unread:
            found[head.folder.id] = read_facts(head)
            if self._monotonic() > until:
                break
        return partial(self._note, found)

    def _note(self, found: dict[str, Facts]) -> None:
        self._facts |= found
        self._read |= dict.fromkeys(found, self._monotonic())


def _text(row: Row) -> str:
    facts = row.facts
    more = f"{facts.status} {facts.host}" if facts else ""
    live = "live" if row.head.alive else ""
    return f"{row.head.folder.name} {row.head.folder.id} {live} {more}".lower()
