"""Families of tasks, as counts: each has too few for a share."""

from collections.abc import Iterator

from saddle_tui.reporting.document import Block, Cell, Foreign, Line, Table, note
from saddle_tui.reporting.facts.everything import Facts
from saddle_tui.reporting.words import left_out, of

MOST_FAMILIES = 100
Marks = tuple[tuple[int, int], ...]


def families(facts: Facts) -> Iterator[Block]:
    """A row a family: on each split how many attempts passed, side by side."""
    if not facts.families or not facts.standings:
        return
    splits = list(dict.fromkeys(split for split, _, _ in facts.families))
    found: dict[str, dict[str, Marks]] = {}
    for split, family, marks in facts.families:
        found.setdefault(family, {})[split] = marks
    names = [row.role for row in facts.standings[0].rows]
    columns: list[Cell] = [(f"{split}, ", Foreign(name)) for split in splits for name in names]
    head: Line = ("family", *columns)
    rows: list[Line] = []
    for family, own in sorted(found.items(), key=lambda item: -_gain(item[1]))[:MOST_FAMILIES]:
        rows.append((Foreign(family), *_counts(own, splits, len(names))))
    yield Table(
        head, rows, frozenset(range(1, len(head))), title="By family, attempts that passed; what gained most comes first",
        left_out=left_out(len(found) - MOST_FAMILIES, "more family", "more families"),
    )  # fmt: skip
    yield note(
        "Families have few tasks each, so these are counts: one attempt more or less moves a share by many points."
    )


def _counts(own: dict[str, Marks], splits: list[str], sides: int) -> Iterator[str]:
    for split in splits:
        marks = own.get(split, ())
        yield from (of(*marks[at]) if at < len(marks) else "-" for at in range(sides))


def _gain(own: dict[str, Marks]) -> float:
    """Attempts that passed more, over all splits; where one side has more of them, as if both had the fewer."""
    pairs = [marks for marks in own.values() if len(marks) > 1 and marks[0][1] and marks[1][1]]
    return sum((b / n - a / m) * min(n, m) for (a, m), (b, n) in pairs)
