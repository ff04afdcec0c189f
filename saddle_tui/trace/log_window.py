"""The part of the log that is kept: rows without a gap between two records, and where one is in them."""

from bisect import bisect_left
from collections.abc import Sequence
from typing import NamedTuple

from saddle_tui.text.safe import NOTHING, SafeText
from saddle_tui.trace.happened import Happened

KEPT, LET_GO = 4_000, 2_000
"""Rows at most, and how many are left when it is cut."""


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


class LogWindow:
    """Rows are those of the looked-at records that match."""

    def __init__(self) -> None:
        self.height = 20
        """Rows of the pane."""
        self.tail = True
        """It shows the newest rows."""
        self.cursor = 0
        """Number of the record where one is."""
        self.low = self.high = 0
        """All records after `low` and up to `high` were looked at."""
        self.rows: list[Happened] = []
        self._below = 0
        """Place of the row below the last one that is shown, while it is paused."""

    @property
    def bottom(self) -> int:
        """Place of the row below the last one that is shown."""
        return len(self.rows) if self.tail else self._below

    def shown(self) -> tuple[Happened, ...]:
        """The rows that fit into the pane."""
        return tuple(self.rows[max(self.bottom - self.height, 0) : self.bottom])

    def begin(self, at: int) -> None:
        """Empty, between record `at` and the next one."""
        self.rows, self.low, self.high, self._below = [], at, at, 0

    def end(self) -> None:
        """To the newest row, and on with those that come."""
        self.tail = True
        if self.rows:
            self.cursor = self.rows[-1].seq

    def move(self, rows: int) -> Happened:
        """To the row so many further down, or up when negative; there must be one."""
        last = len(self.rows) - 1
        place = min(max((last if self.tail else min(self.place(), last)) + rows, 0), last)
        self.stand(place)
        return self.rows[place]

    def place(self) -> int:
        """Of the row where one is, or of the first one after it."""
        return bisect_left(self.rows, self.cursor, key=lambda row: row.seq)

    def stand(self, place: int) -> None:
        """Be at a row, and have it in the pane; what is shown moves no more than that needs."""
        before, count = self.bottom, len(self.rows)
        place = min(place, count - 1)
        self.tail, self.cursor = False, self.rows[place].seq
        self._below = min(
            max(before, place + 1, min(self.height, count)), place + self.height, count
        )

    def add_later(self, found: Sequence[Happened], high: int) -> None:
        """Rows of the records up to `high`; of too many, the oldest are let go."""
        self.rows += found
        self.high = high
        if self.tail:
            self.end()
        elif self.rows and not self._below:
            self.stand(self.place())
        spare = len(self.rows) - LET_GO
        cut = spare if self.tail else min(spare, self._below - self.height)
        if len(self.rows) > KEPT and cut > 0:
            self.low = self.rows[cut - 1].seq
            self.rows, self._below = self.rows[cut:], self._below - cut

    def add_earlier(self, found: Sequence[Happened], low: int) -> None:
        """Rows of the records after `low`; of too many, the newest are let go."""
        self.rows[:0] = found
        self.low, self._below = low, self._below + len(found)
        keep = max(LET_GO, self._below + self.height)
        if not self.tail and keep < len(self.rows) > KEPT:
            self.high = self.rows[keep - 1].seq
            self.rows = self.rows[:keep]
