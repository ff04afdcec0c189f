"""Where in a run everything is: a fold beside the state that costs little and knows no text."""

from array import array
from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import pairwise

from saddle_engine import events as ev
from saddle_tui.replaying.mark import Mark, MarkKind, mark_of

RULE = 256
"""Records between two entries of the ruler."""


@dataclass
class Timeline:
    """Numbers and times of a run's records, of some of them exactly."""

    seq: int = 0
    """Number of the last record that was taken in."""
    began: float = 0.0
    """Seconds since 1970 of the first record."""
    at: float = 0.0
    """Of the last one; never less than of an earlier one, whatever the clock did."""
    seqs: "array[int]" = field(default_factory=lambda: array("q"))
    times: "array[float]" = field(default_factory=lambda: array("d"))
    """The ruler: every so many records, their numbers and times; never falling."""
    marks: list[Mark] = field(default_factory=list)
    iterations: dict[int, int] = field(default_factory=dict)
    """By iteration, the record that it began with."""
    places: dict[str, int] = field(default_factory=dict)
    """By node and patch, the record that it began with."""

    def apply(self, record: ev.Record) -> None:
        """Take in the next record."""
        self.seq, self.at = record.seq, max(self.at, record.at)
        self.began = self.began or record.at
        if record.seq % RULE == 1:
            self.seqs.append(record.seq)
            self.times.append(self.at)
        if (mark := mark_of(record)) is not None:
            self.marks.append(mark)
        match record.event:
            case ev.IterationStarted(iteration=iteration):
                self.iterations.setdefault(iteration, record.seq)
            case ev.PatchProposed(patch=patch):
                self.places.setdefault(patch, record.seq)
            case ev.NodeAdmitted(node=node):
                self.places.setdefault(node, record.seq)
            case _:
                pass

    def time_of(self, seq: int) -> float:
        """About when a record was written, in seconds since 1970: between two of the ruler, by its place."""
        return _between(self._all(self.seqs, self.seq), self._all(self.times, self.at), seq)

    def seq_at(self, at: float) -> int:
        """About the last record that was written by then."""
        found = _between(self._all(self.times, self.at), self._all(self.seqs, self.seq), at)
        return min(max(int(found), 1), max(self.seq, 1))

    def density(self, columns: int) -> list[int]:
        """Records in each of so many equal parts of the run's time; their sum is all records."""
        if not self.seq or columns < 1:
            return [0] * max(columns, 0)
        length = max(self.at - self.began, 1e-9)
        ends = [self.began + length * column / columns for column in range(1, columns)]
        found = [0, *(self.seq_at(end) for end in ends), self.seq]
        return [max(after - before, 0) for before, after in pairwise(found)]

    def mark(self, seq: int, step: int, kind: MarkKind | None = None) -> Mark | None:
        """The next mark after a record, or with -1 the one before it; of one kind, or of all."""
        marks = [mark for mark in self.marks if kind in {None, mark.kind}]
        numbers = [mark.seq for mark in marks]
        place = bisect_right(numbers, seq) if step > 0 else bisect_left(numbers, seq) - 1
        return marks[place] if 0 <= place < len(marks) else None

    def iteration(self, seq: int, step: int = 0) -> int | None:
        """The record that begins the iteration which a record is in, or the next, or the one before it."""
        begins = sorted(self.iterations.values())
        here = bisect_right(begins, seq) - 1
        if step < 0 and here >= 0 and begins[here] < seq:
            here += 1  # first back to where this one began
        place = here + step
        return begins[place] if 0 <= place < len(begins) else None

    def _all(self, ruler: Sequence[float], last: float) -> Sequence[float]:
        return [*ruler, last] if len(ruler) < 2 or ruler[-1] != last else ruler


def _between(known: Sequence[float], wanted: Sequence[float], value: float) -> float:
    """What belongs to a value: between two that are known, in proportion."""
    place = bisect_right(known, value)
    if place == 0:
        return wanted[0]
    if place == len(known):
        return wanted[-1]
    low, high = known[place - 1], known[place]
    share = (value - low) / (high - low) if high > low else 1.0
    return wanted[place - 1] + share * (wanted[place] - wanted[place - 1])
