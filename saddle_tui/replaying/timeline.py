"""Where in a run everything is: a fold beside the state that costs little and knows no text."""

from array import array
from bisect import bisect_left, bisect_right
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import pairwise

from saddle_engine import events as ev
from saddle_tui.replaying.mark import Mark, MarkKind, mark_of

RULE = 256
"""Records between two entries of the ruler."""
GAP_S = 60.0
"""A strip has no more room for a pause than for so long; nights would be most of it."""


@dataclass
class Timeline:
    """Numbers and times of a run's records, of some of them exactly."""

    seq: int = 0
    """Number of the last record that was taken in."""
    began: float = 0.0
    """Seconds since 1970 of the first record."""
    at: float = 0.0
    """Of the last one; never less than of an earlier one, whatever the clock did."""
    clock: float = 0.0
    """Of the last one, as it stands in the journal."""
    busy: float = 0.0
    """Seconds from the first record to the last, of each pause at most `GAP_S`, of a jump back none."""
    seqs: "array[int]" = field(default_factory=lambda: array("q"))
    times: "array[float]" = field(default_factory=lambda: array("d"))
    busies: "array[float]" = field(default_factory=lambda: array("d"))
    """The ruler: every so many records, and around pauses, their `seq`, `at` and `busy`; never falling."""
    marks: list[Mark] = field(default_factory=list)
    iterations: dict[int, int] = field(default_factory=dict)
    """By iteration, the record that it began with; in their order."""
    places: dict[str, int] = field(default_factory=dict)
    """By node and patch, the record that it began with."""
    _of_kind: defaultdict[MarkKind, list[Mark]] = field(
        default_factory=lambda: defaultdict(list), compare=False, repr=False
    )
    _edges: tuple[object, list[int]] = field(default=(None, []), compare=False, repr=False)

    def apply(self, record: ev.Record) -> None:
        """Take in the next record."""
        gap = record.at - self.clock if self.seq else 0.0
        if gap > GAP_S:
            self._rule()  # where the pause began
        self.seq, self.at, self.clock = record.seq, max(self.at, record.at), record.at
        self.began = self.began or record.at
        self.busy += min(max(gap, 0.0), GAP_S)
        if record.seq % RULE == 1 or gap > GAP_S:
            self._rule()
        if (mark := mark_of(record)) is not None:
            self._note(mark)
        match record.event:
            case ev.IterationStarted(iteration=iteration):
                self.iterations.setdefault(iteration, record.seq)
            case ev.PatchProposed(patch=patch):
                self.places.setdefault(patch, record.seq)
            case ev.NodeAdmitted(node=node):
                self.places.setdefault(node, record.seq)
            case _:
                pass

    def rest(self) -> "Timeline":
        """One that goes on from here and knows nothing of what was before; see `extend`."""
        return Timeline(self.seq, self.began, self.at, self.clock, self.busy)

    def extend(self, rest: "Timeline") -> None:
        """Take in what a `rest` of this one has taken in."""
        self.seq, self.began, self.at = rest.seq, rest.began, rest.at
        self.clock, self.busy = rest.clock, rest.busy
        self.seqs += rest.seqs
        self.times += rest.times
        self.busies += rest.busies
        for mark in rest.marks:
            self._note(mark)
        for iteration, seq in rest.iterations.items():
            self.iterations.setdefault(iteration, seq)
        for name, seq in rest.places.items():
            self.places.setdefault(name, seq)

    def time_of(self, seq: int) -> float:
        """About when a record was written, in seconds since 1970: between two of the ruler, by its place."""
        return _between([*self.seqs, self.seq], [*self.times, self.at], seq)

    def seq_at(self, at: float) -> int:
        """About the last record that was written by then."""
        found = _between([*self.times, self.at], [*self.seqs, self.seq], at)
        return min(max(int(found), 1), max(self.seq, 1))

    def edges(self, columns: int, end: int = 0) -> list[int]:
        """The last record of each of so many equal parts of a strip from the first record to the last.

        They are equal in `busy` time. What has not been looked through yet is shared out evenly.

        Args:
            columns: of the strip.
            end: the run's last record, where more is to come than has been looked through.
        """
        end = max(end, self.seq)
        key = columns, self.seq, end
        if self._edges[0] != key:
            self._edges = key, self._cut(columns, end)
        return self._edges[1]

    def column(self, seq: int, columns: int, end: int = 0) -> int:
        """The part of a strip that a record is in; see `edges`."""
        return min(bisect_left(self.edges(columns, end), seq), max(columns - 1, 0))

    def density(self, columns: int, end: int = 0) -> list[int]:
        """Records in each part of a strip; their sum is all records. See `edges`."""
        return [after - before for before, after in pairwise([0, *self.edges(columns, end)])]

    def marked(self, kind: MarkKind, columns: int, end: int = 0) -> list[bool]:
        """Whether a mark of a kind is in each part of a strip; see `edges`."""
        numbers = [mark.seq for mark in self._of_kind[kind]]
        upto = [bisect_right(numbers, edge) for edge in self.edges(columns, end)]
        return [after > before for before, after in pairwise([0, *upto])]

    def mark(self, seq: int, step: int, kind: MarkKind | None = None) -> Mark | None:
        """The next mark after a record, or with -1 the one before it; of one kind, or of all."""
        marks = self.marks if kind is None else self._of_kind[kind]
        if step > 0:
            place = bisect_right(marks, seq, key=_seq)
        else:
            place = bisect_left(marks, seq, key=_seq) - 1
        return marks[place] if 0 <= place < len(marks) else None

    def iteration(self, seq: int, step: int = 0) -> int | None:
        """The record that begins the iteration which a record is in, or the next, or the one before it."""
        begins = [*self.iterations.values()]
        here = bisect_right(begins, seq) - 1
        if step < 0 and here >= 0 and begins[here] < seq:
            here += 1  # first back to where this one began
        place = here + step
        return begins[place] if 0 <= place < len(begins) else None

    def _rule(self) -> None:
        if not self.seqs or self.seqs[-1] != self.seq:
            self.seqs.append(self.seq)
            self.times.append(self.at)
            self.busies.append(self.busy)

    def _note(self, mark: Mark) -> None:
        self.marks.append(mark)
        self._of_kind[mark.kind].append(mark)

    def _cut(self, columns: int, end: int) -> list[int]:
        if not end or columns < 1:
            return [0] * max(columns, 0)
        # By number where the clock did not move at all.
        known = [busy + seq * 1e-9 for busy, seq in zip(self.busies, self.seqs, strict=True)]
        known.append(self.busy + self.seq * 1e-9)
        whole = known[-1] * end / max(self.seq, 1)
        known.append(max(whole, known[-1]))
        seqs = [*self.seqs, self.seq, end]
        edges = [int(_between(known, seqs, whole * each / columns)) for each in range(1, columns)]
        return [*edges, end]


def _seq(mark: Mark) -> int:
    return mark.seq


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
