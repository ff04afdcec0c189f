"""Seed against best, split by split."""

from collections.abc import Iterator

from saddle_engine.types.statistics import Paired
from saddle_tui.reporting.document import (
    Block,
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
from saddle_tui.reporting.words import between, chance, gap, of, percent, points

HEAD = ("split", "harness", "Pass@1", "95% interval", "passed", "tasks", "mean score", "repeats")
MOST_TASKS = 40


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
