"""A window on the transcript of one rollout or session; the whole of it is never in memory."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from saddle_tui.text.safe import SafeText
from saddle_tui.trace.entry import HEAD_STYLE, Entry
from saddle_tui.trace.reader import PAGE, Page
from saddle_tui.trace.rows import Row, rows_of

LONGEST = 4 * PAGE
"""Entries of a window."""


@dataclass(frozen=True)
class Transcript:
    """Entries without a gap, oldest first."""

    subject: str = ""
    """The rollout or session; empty before there is any."""
    entries: tuple[Entry, ...] = ()
    earlier: bool = False
    """There may be entries before these; scrolling back loads them."""
    later: bool = False
    """There are entries after these that were let go; scrolling forward loads them."""
    opened: frozenset[int] = frozenset()
    """Records whose long blocks are not folded."""
    trouble: SafeText | None = None
    """Why it cannot be read."""

    @property
    def first(self) -> int:
        """Number of the first record; 0 when empty."""
        return self.entries[0].seq if self.entries else 0

    @property
    def last(self) -> int:
        """Number of the last record; 0 when empty."""
        return self.entries[-1].seq if self.entries else 0

    def before(self, page: Page) -> "Transcript":
        """With a page of older entries; the newest ones are let go when it grows too long."""
        entries = (*page.entries, *self.entries)
        cut = len(entries) > LONGEST
        return replace(self, entries=entries[:LONGEST], earlier=page.full, later=self.later or cut)

    def after(self, page: Page) -> "Transcript":
        """With a page of newer entries; the oldest ones are let go when it grows too long."""
        entries = (*self.entries, *page.entries)
        cut = len(entries) > LONGEST
        return replace(
            self, entries=entries[-LONGEST:], earlier=self.earlier or cut, later=page.full
        )

    def rows(self, width: int, end: int, count: int) -> list[Row]:
        """`count` rows, or fewer where it is shorter: those before the last `end` rows."""
        kept: list[Row] = []
        for _, rows in self._upwards(width):
            kept[:0] = rows
            if len(kept) >= end + count:
                break
        stop = len(kept) - end
        return kept[max(stop - count, 0) : max(stop, 0)]

    def reach(self, width: int, wanted: int) -> int:
        """How many rows there are, counted no further than `wanted`."""
        return self.height(reversed(self.entries), width, wanted)

    def height(self, entries: Iterable[Entry], width: int, wanted: int) -> int:
        """Rows of some of its entries, counted no further than `wanted`."""
        total = 0
        for entry in entries:
            total += len(self.rows_of(entry, width))
            if total >= wanted:
                return wanted
        return total

    def rows_of(self, entry: Entry, width: int) -> tuple[Row, ...]:
        """The rows of one of its entries."""
        return rows_of(entry, width, entry.seq in self.opened)

    def between(self, width: int, end: int, count: int) -> list[Entry]:
        """Entries that have any of the `count` rows before the last `end` ones, the newest first."""
        return [
            entry for top, bottom, entry in self.places(width) if bottom < end + count and top > end
        ]

    def places(self, width: int) -> Iterator[tuple[int, int, Entry]]:
        """Where each entry begins and ends, in rows from the end of all; the newest first."""
        bottom = 0
        for entry, rows in self._upwards(width):
            top = bottom + len(rows)
            yield top, bottom, entry
            bottom = top

    def heads(self, width: int) -> Iterator[int]:
        """Where each heading of a step stands, in rows from the end of all; the newest first."""
        for top, _, entry in self.places(width):
            if entry.heads:
                rows = self.rows_of(entry, width)
                yield top - next(at for at, row in enumerate(rows) if row[0][1] == HEAD_STYLE)

    def _upwards(self, width: int) -> Iterator[tuple[Entry, tuple[Row, ...]]]:
        return ((entry, self.rows_of(entry, width)) for entry in reversed(self.entries))
