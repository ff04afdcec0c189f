"""Scores on dev over the iterations."""

from collections.abc import Iterator, Sequence

from saddle_engine.types.wilson import Interval
from saddle_tui.reporting.document import (
    Block,
    Foreign,
    Line,
    Plot,
    Section,
    Table,
    note,
    says,
)
from saddle_tui.reporting.drawings import Chart, Dot, Series
from saddle_tui.reporting.facts.curve import Scored
from saddle_tui.reporting.facts.everything import Facts
from saddle_tui.reporting.words import between, many, of, percent, spark

MOST_BARS = 150
"""Nodes with an interval each; where there are more, those that led have one."""
MOST_ROWS = 400


def curves(facts: Facts) -> Section:
    """One plot."""
    return Section("curves", "Scores on dev", list(_blocks(facts)))


def _blocks(facts: Facts) -> Iterator[Block]:
    nodes = facts.curve.nodes
    if facts.head.kind == "eval":
        yield says("An evaluation has no nodes: the table above is all of its scores.")
        return
    if not nodes:
        yield says("The seed has not been scored yet.")
        return
    best = next((each for each in nodes if each.node == facts.head.best_node), nodes[-1])
    simulated = " (simulated)" if facts.head.simulated else ""
    told = (
        f" ({of(best.passed, best.attempts)} attempts passed, 95% {between(best.interval)})"
        if best.attempts
        else ""
    )
    said = (
        f"{many(len(nodes), 'node')} over {many(facts.head.iterations, 'iteration')}{simulated}. The seed scores {percent(nodes[0].dev)}, "
        f"the best node, {best.node}, {percent(best.dev)}{told}. ★ is the best node, ◆ one that joins two."
    )
    table = Table(
        ("node", "iteration", "dev", "passed", "95% interval", "patch"), _rows(nodes), frozenset({1, 2, 3, 4}),
        left_out=f"The table holds the first {MOST_ROWS} nodes of {len(nodes):,}." if len(nodes) > MOST_ROWS else "",
    )  # fmt: skip
    yield Plot(
        "Dev mean of every node", said, _chart(facts), table, (spark([each.dev for each in nodes]),)
    )
    if len(nodes) > MOST_BARS:
        yield note(
            f"Of {len(nodes):,} nodes only those that scored more than all before them show their interval, and the best one."
        )


def _rows(nodes: Sequence[Scored]) -> list[Line]:
    return [
        (
            each.node, str(each.iteration), percent(each.dev), of(each.passed, each.attempts),
            between(each.interval) if each.attempts else "-", Foreign(each.title),
        )
        for each in nodes[:MOST_ROWS]
    ]  # fmt: skip


def _chart(facts: Facts) -> Chart:
    nodes, last = facts.curve.nodes, max(facts.curve.last, 1)
    crowded = len(nodes) > MOST_BARS
    stairs: list[Dot] = []
    for each in nodes:
        if not stairs or each.dev > stairs[-1].y:
            stairs.append(Dot(each.iteration, each.dev))
    stairs.append(Dot(last, stairs[-1].y))
    dots = [
        _dot(
            each,
            facts.head.best_node,
            bare=crowded and not each.leads and each.node != facts.head.best_node,
        )
        for each in nodes
    ]
    series = [
        Series("seed", "muted", [Dot(0, nodes[0].dev)], "level", dash="2 4"),
        Series("best so far", "running", stairs, "stairs"),
        Series("node, with its 95% interval", "ok", dots, glyph="circle"),
    ]
    phases = [(max(at - 0.5, 0.0), phase) for at, phase in facts.curve.phases if at <= last + 1]
    return Chart("iteration", "dev mean", series, unit="%", low=None, marks=phases)


def _dot(each: Scored, best: str | None, *, bare: bool) -> Dot:
    interval: Interval | None = None if bare or not each.attempts else each.interval
    glyph = "best" if each.node == best else "merge" if each.merged else ""
    says = f"{each.node}: {percent(each.dev)}, {of(each.passed, each.attempts)} passed"
    return Dot(each.iteration, each.dev, interval, says, glyph)
