"""The log of a run: a window on its records, read by pages on a thread of its own."""

import time
from bisect import bisect_left
from collections.abc import Callable
from functools import partial
from typing import NamedTuple, Protocol

from saddle_engine.errors import JournalError
from saddle_engine.events import Record
from saddle_tui.filtering import matcher
from saddle_tui.text.safe import NOTHING, SafeText, clean
from saddle_tui.trace.background import Background
from saddle_tui.trace.happened import About, Fields, Happened, happened

PAGE = 250
"""Records that are read at once; others who read wait no longer than for these."""
SLICE_S = 0.2
"""How long one job reads on while nothing matches."""
KEPT, LET_GO = 4_000, 2_000
"""Rows of a window at most, and how many are left when it is cut."""
BLINK_S = 0.005
BEHIND = 2_000
"""Records that a window may lie behind the end before it is read anew from there."""


class Records(Protocol):
    """Where records are read; `RunViewer` is one."""

    def tail(self, after: int, limit: int) -> list[Record]:
        """At most so many records that follow record `after`."""
        ...


class Rows(NamedTuple):
    """What the log shows."""

    rows: tuple[Happened, ...] = ()
    """That fit into the pane, oldest first."""
    cursor: int = 0
    """Number of the record where one is."""
    tail: bool = True
    """The newest records are shown as they come."""
    searched: int = 0
    """Every record after this one was looked at; 0 when that is all."""
    last: int = 0
    """Number of the newest record that was looked at."""
    searching: bool = False
    """Rows are still being looked for further back."""
    trouble: SafeText = NOTHING


class Log:
    """Knows what is missing of the window that is looked at."""

    def __init__(self, source: Records, about: About = lambda id_: {}) -> None:
        """A log.

        Args:
            source: of the records.
            about: what is known of a rollout; asked from another thread.
        """
        self._about = about
        self.height = 20
        """Rows of the pane."""
        self._source = source
        self._reader = Background[Callable[[], None]]()
        self._rows: list[Happened] = []
        self._words = ""
        self._low = self._high = 0
        """All records after `_low` and up to `_high` were looked at."""
        self._cursor = 0
        self._bottom = 0
        """Place of the row below the last one that is shown."""
        self._tail = True
        self._trouble = NOTHING
        self._newest = 0
        """Number of the run's newest record that is known."""

    def close(self) -> None:
        """Read nothing more."""
        self._reader.close()

    def shown(self) -> Rows:
        """What there is to see."""
        bottom = len(self._rows) if self._tail else self._bottom
        rows = tuple(self._rows[max(bottom - self.height, 0) : bottom])
        searching = bool(self._words) and self._low > 0 and bottom < self.height
        return Rows(rows, self._cursor, self._tail, self._low, self._high, searching, self._trouble)

    def move(self, rows: int) -> str:
        """Go so many rows down, or up when negative; what the record there is about, empty for the run."""
        if not self._rows:
            return ""
        if rows > 0 and self._tail:
            return self._rows[-1].subject
        last = len(self._rows) - 1
        now = last if self._tail else min(self._place(), last)
        place = min(max(now + rows, 0), last)
        if place == last and rows > 0 and self._complete_below:
            self.end()
        else:
            self._stand(place)
        return self._rows[place].subject

    def first(self) -> None:
        """Go to the first record."""
        self.go(1)

    def end(self) -> None:
        """Go to the newest record, and on with what comes."""
        self._tail = True
        if self._rows:
            self._cursor = self._rows[-1].seq

    def pause(self) -> None:
        """Stay with the records that are shown, or go on with the newest."""
        if not self._tail:
            self.end()
        elif self._rows:
            self._stand(len(self._rows) - 1)

    def go(self, seq: int) -> None:
        """Go to a record."""
        seq = min(seq, self._newest)
        self._tail, self._cursor = False, seq
        if self._low < seq <= self._high and self._rows:
            self._stand(min(self._place(), len(self._rows) - 1))
        else:
            self._begin(max(seq - 1, 0))

    def refresh(self, newest: int, words: str) -> bool:
        """Take what was read, begin to read what is missing; whether anything looks different.

        Args:
            newest: number of the run's newest record that is known.
            words: what rows must match.
        """
        changed, self._newest = self._take(), newest
        if words != self._words:
            self._words, changed = words, True
            self._begin(newest if self._tail else max(self._cursor - 1, 0))
        if self._tail and newest - self._high > BEHIND:
            self._begin(newest)
        if self._reader.idle and (job := self._missing()) is not None:
            self._reader.start(job)
            self._reader.wait(BLINK_S)
            changed = self._take() or changed
        return changed

    def settle(self, newest: int, words: str = "") -> None:
        """Read until nothing is missing; for tests and pictures."""
        self.refresh(newest, words)
        while not self._reader.idle:
            self._reader.wait()
            self.refresh(newest, words)

    @property
    def _complete_below(self) -> bool:
        return self._high >= self._newest

    def _place(self) -> int:
        """Of the row where one is, or of the first one after it."""
        return bisect_left(self._rows, self._cursor, key=lambda row: row.seq)

    def _stand(self, place: int) -> None:
        """Be at a row, and have it in the pane."""
        before = len(self._rows) if self._tail else self._bottom
        self._tail = False
        self._cursor = self._rows[place].seq
        lowest = min(place + self.height, len(self._rows))
        self._bottom = min(max(before, place + 1, min(self.height, len(self._rows))), lowest)

    def _begin(self, at: int) -> None:
        """An empty window between record `at` and the next one."""
        self._rows, self._low, self._high = [], at, at
        self._bottom, self._trouble = 0, NOTHING

    def _missing(self) -> Callable[[], Callable[[], None]] | None:
        if self._trouble:
            return None
        bottom = len(self._rows) if self._tail else self._bottom
        ahead = len(self._rows) - bottom
        if self._high < self._newest and (self._tail or ahead < self.height):
            return partial(self._read_later, self._high, self._words)
        if self._low > 0 and bottom < 2 * self.height:
            return partial(self._read_earlier, self._low, self._words)
        return None

    def _read_later(self, high: int, words: str) -> Callable[[], None]:
        found, until = list[Happened](), time.monotonic() + SLICE_S
        at = high
        while records := self._source.tail(at, PAGE):
            found += self._matching(records, words)
            at = records[-1].seq
            if len(found) >= self.height or time.monotonic() > until:
                break
        return partial(self._show_later, high, words, at, found)

    def _show_later(self, high: int, words: str, at: int, found: list[Happened]) -> None:
        if (high, words) != (self._high, self._words):
            return
        self._high = at
        self._rows += found
        if not self._tail and not self._bottom and self._rows:
            self._stand(min(self._place(), len(self._rows) - 1))
        if self._tail and self._rows:
            self._cursor = self._rows[-1].seq
        spare = len(self._rows) - LET_GO
        cut = spare if self._tail else min(spare, self._bottom - self.height)
        if len(self._rows) > KEPT and cut > 0:
            self._low = self._rows[cut - 1].seq
            self._rows, self._bottom = self._rows[cut:], self._bottom - cut

    def _read_earlier(self, low: int, words: str) -> Callable[[], None]:
        found, until = list[Happened](), time.monotonic() + SLICE_S
        at = low
        while at > 0:
            begin = max(at - PAGE, 0)
            found[:0] = self._matching(self._source.tail(begin, at - begin), words)
            at = begin
            if len(found) >= 2 * self.height or time.monotonic() > until:
                break
        return partial(self._show_earlier, low, words, at, found)

    def _show_earlier(self, low: int, words: str, at: int, found: list[Happened]) -> None:
        if (low, words) != (self._low, self._words):
            return
        self._low = at
        self._rows[:0] = found
        self._bottom += len(found)
        keep = max(LET_GO, self._bottom + self.height)
        if not self._tail and keep < len(self._rows) > KEPT:
            self._high = self._rows[keep - 1].seq
            self._rows = self._rows[:keep]

    def _take(self) -> bool:
        match self._reader.take():
            case None:
                return False
            case JournalError() as error:
                self._trouble = clean(f"the journal cannot be read: {error}")
            case done:
                done()
        return True

    def _matching(self, records: list[Record], words: str) -> list[Happened]:
        matches = matcher(words)
        found = (each for each in records if not words or matches(Fields(each, self._about)))
        return [happened(each, self._about) for each in found]
