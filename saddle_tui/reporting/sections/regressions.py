"""What patches broke."""

from collections.abc import Iterator, Sequence

from saddle_tui.reporting.document import Block, Line, Plot, Section, Table, note, says
from saddle_tui.reporting.drawings import Chart, Dot, Series
from saddle_tui.reporting.facts.everything import Facts
from saddle_tui.reporting.facts.line import Fitted
from saddle_tui.reporting.facts.regressions import Broke
from saddle_tui.reporting.words import left_out, of, percent, spark

MOST_ROWS = 300
MOST_DOTS = 400
PAPER = (
    "For context: -0.24 points an iteration in the AutoSaddler paper, +0.16 without its selection."
)


def regressions(facts: Facts) -> Section:
    """Shares of what had worked, and their trend."""
    return Section("regressions", "Regressions", list(_blocks(facts)))


def _blocks(facts: Facts) -> Iterator[Block]:
    found = facts.regressions
    if not found.dev and not found.minibatch:
        yield says("No patch has met a task that its parent passed: nothing could regress.")
        return
    for name, own in (
        ("On dev, with admitted nodes,", found.dev),
        ("On mini-batches, with checked patches,", found.minibatch),
    ):
        broke, worked = sum(each.broke for each in own), sum(each.worked for each in own)
        if worked:
            yield says(
                f"{name} {of(broke, worked)} passes of their parents were lost ({percent(broke / worked)})."
            )
    if not found.dev:
        yield _table(found.dev, found.minibatch)
        return
    yield Plot("Share of working tasks that broke", _trend(found.trend), _chart(facts), _table(found.dev, found.minibatch), (
        spark([each.share for each in found.dev]),
    ))  # fmt: skip
    yield note(
        "A task that passes by luck with the parent often fails with the child although nothing is broken: some of this is noise "
        f"whatever the patch does. In the trend a node counts by the tasks that its parent passed. {PAPER}"
    )


def _trend(found: Fitted | None) -> str:
    if found is None:
        return "There are too few admitted nodes for a trend."
    said = (
        f"The share on dev changes by {found.slope:+.2g} points an iteration (95% interval {found.low:+.2g} to {found.high:+.2g}, "
        f"{found.points} nodes)"
    )
    if found.noise:
        return f"{said}: that is noise, no trend is shown."
    return f"{said}: regressions {'grow' if found.slope > 0 else 'become fewer'}."


def _chart(facts: Facts) -> Chart:
    found = facts.regressions
    series = [Series("node on dev", "wrong", _dots(found.dev), glyph="square")]
    if (line := found.trend) is not None:
        ends = [
            min(each.iteration for each in found.dev),
            max(each.iteration for each in found.dev),
        ]
        fit = [Dot(x, min(max(line.at(x) / 100, 0.0), 1.0)) for x in ends]
        series.append(
            Series(
                "trend on dev" + (" (noise)" if line.noise else ""),
                "running",
                fit,
                "line",
                dash="6 4",
            )
        )
    return Chart("iteration", "share that broke", series, unit="%")


def _dots(found: Sequence[Broke]) -> list[Dot]:
    step = max(1, -(-len(found) // MOST_DOTS))
    return [
        Dot(each.iteration, each.share, says=f"{each.what}: {of(each.broke, each.worked)} broke")
        for each in found[::step]
    ]


def _table(dev: Sequence[Broke], minibatch: Sequence[Broke]) -> Table:
    rows: list[Line] = [
        (str(each.iteration), each.what, where, of(each.broke, each.worked))
        for where, own in (("dev", dev), ("mini-batch", minibatch))
        for each in own[:MOST_ROWS]
    ]
    more = sum(max(len(own) - MOST_ROWS, 0) for own in (dev, minibatch))
    left = left_out(more, "later row")
    return Table(("iteration", "what", "on", "broke"), rows, frozenset({0, 3}), left_out=left)
