"""Seed against best, split by split."""

from collections.abc import Iterator

from saddle_engine.types.statistics import Paired
from saddle_tui.reporting.document import (
    Block,
    Cell,
    Foreign,
    Line,
    Section,
    Table,
    Terms,
    Text,
    note,
    says,
    warning,
)
from saddle_tui.reporting.facts.everything import Facts
from saddle_tui.reporting.facts.standing import Row, Standing
from saddle_tui.reporting.words import between, chance, gap, left_out, of, percent, points

HEAD = ("split", "harness", "Pass@1", "95% interval", "passed", "tasks", "mean score", "repeats")
MOST_TASKS, MOST_FAMILIES = 40, 100
Marks = tuple[tuple[int, int], ...]


def standing(facts: Facts) -> Section:
    """The table, what the difference is worth, and which tasks changed."""
    title = "Seed against best" if facts.head.kind == "search" else "What was evaluated"
    return Section("standing", title, list(_blocks(facts)))


def _blocks(facts: Facts) -> Iterator[Block]:
    if not facts.standings:
        yield says("There is no score yet.")
        return
    rows = [_row(each, row) for each in facts.standings for row in each.rows]
    yield Table(HEAD, rows, frozenset({2, 3, 4, 5, 6}))
    yield from _differences(facts)
    if facts.head.kind == "search" and len(facts.standings) < 2:
        yield warning(
            "There is no test: the best node was chosen by these very dev scores, so they flatter it."
        )
    elif facts.head.kind == "search" and len(facts.standings[0].rows) > 1:
        dev, test = (each.rows[-1].share for each in facts.standings)
        yield note(
            f"The best node was chosen on dev, where it passes {percent(dev)}; on test, which chose nothing, it passes {percent(test)}. "
            "Of the two the test is the one to quote."
        )
    yield note(
        "Pass@1 is the mean over tasks of the share of attempts that passed. Intervals are Wilson's, for tasks like these; "
        "attempts at one task count for less than as many tasks. ± is the sample standard deviation of repeats."
    )
    yield from _families(facts)


def _row(standing: Standing, row: Row) -> Line:
    name: Text = (Foreign(row.role), f" ({row.node})") if row.node else (Foreign(row.role),)
    runs = ", ".join(percent(each) for each in row.repeats)
    spread = f" ± {100 * row.sd:.1f}" if row.sd is not None else ""
    return (
        standing.split, name, f"{percent(row.share)}{spread}", between(row.interval),
        of(row.passed, row.attempts), str(row.tasks), "-" if row.score is None else f"{row.score:.3f}", runs or "-",
    )  # fmt: skip


def _differences(facts: Facts) -> Iterator[Block]:
    rows = [_difference(each, each.paired) for each in facts.standings if each.paired]
    if not rows:
        return
    head = (
        "split",
        "difference",
        "95% interval",
        "fixed",
        "regressed",
        "same",
        "p",
        "what that is worth",
    )
    yield Table(
        head,
        rows,
        frozenset({1, 2, 3, 4, 5, 6}),
        title="Task by task, the later one less the earlier one",
    )
    named: list[tuple[str, Text]] = [
        (f"{what} on {each.split} ({len(tasks)})", tuple(_names(tasks)))
        for each in facts.standings
        for what, tasks in (("fixed", each.fixed), ("regressed", each.broke))
        if tasks
    ]
    if named:
        yield Terms(named)


def _difference(standing: Standing, found: Paired) -> Line:
    counts = (str(each) for each in (found.better, found.worse, found.same))
    difference = f"{points(found.difference)} points"
    p = "-" if standing.chose else chance(found.p)
    return standing.split, difference, gap(found.interval), *counts, p, standing.said


def _names(tasks: tuple[str, ...]) -> Iterator[str]:
    for at, task in enumerate(tasks[:MOST_TASKS]):
        yield from (", ", Foreign(task)) if at else (Foreign(task),)
    if len(tasks) > MOST_TASKS:
        yield f" and {len(tasks) - MOST_TASKS} more"


def _families(facts: Facts) -> Iterator[Block]:
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
