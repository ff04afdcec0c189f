"""How the scores have grown: every node with its interval, the best so far as a line, and what that is worth."""

from collections.abc import Hashable
from functools import partial

from saddle_engine.dag import Node
from saddle_engine.types.rollout import Split
from saddle_engine.types.statistics import Paired
from saddle_engine.types.wilson import Interval
from saddle_tui.marks import Mark, against, mark
from saddle_tui.plot import Point, plot
from saddle_tui.tested import score_of
from saddle_tui.text.safe import SafeText, clean
from saddle_tui.view import View
from saddle_tui.widgets.evaluated import evaluated
from saddle_tui.widgets.pane import Line
from saddle_tui.widgets.words import MUTED, not_yet, sentence

CHART_ROWS = 4
"""At least, also where words have to go."""
BEST, GAIN = 1, 2
"""Places of these sentences."""
WORN = 4
"""Nodes after which the best of them is likely the luckiest."""


def title(view: View) -> SafeText:
    """Whose numbers these are."""
    mark_ = "  simulated" if view.simulated else ""
    return clean(f"Scores{mark_}")


def key(view: View) -> Hashable:
    """Changes whenever a score or the number of iterations does."""
    return view.recent.shape, len(view.state.iterations), view.status, view.tally.changes


def curves(view: View, width: int, rows: int) -> list[Line]:
    """Words below the chart, as far as there is room for both."""
    if view.state.evaluation:
        return evaluated(view, width, rows)
    if view.best is None:
        return sentence(not_yet(view, "no score yet: the seed runs on dev"), width)
    said = _words(view, width)
    words = _fitting(said, rows - CHART_ROWS)
    chart = plot(_points(view), max(len(view.state.iterations), 1), width, rows - len(words))
    return [*chart, *words] or said[: BEST + 1][-1][: max(rows, 1)]


def _points(view: View) -> list[Point]:
    points = [
        Point(_at(view, node), node.dev, partial(_interval, view, node), node.id == view.best)
        for node in view.state.dag
    ]
    return sorted(points, key=lambda point: point.at)


def _interval(view: View, node: Node) -> Interval:
    return mark(view, Split.DEV, node.tree).interval


def _at(view: View, node: Node) -> int:
    patch = view.state.patches.get(node.patch) if node.patch else None
    return patch.iteration if patch else 0


def _fitting(words: list[list[Line]], rows: int) -> list[Line]:
    """Whole sentences; the gain is the last one to go."""
    shown = list(words)
    for gone in [*words[:GAIN], *words[GAIN + 1 :], *words[GAIN : GAIN + 1]]:
        if sum(map(len, shown)) <= rows:
            break
        shown.remove(gone)
    return [line for said in shown for line in said]


def _words(view: View, width: int) -> list[list[Line]]:
    """The sentences: seed, best, gain, and how worn dev is."""
    assert view.best is not None
    seed, best = view.state.seed, view.state.dag[view.best]
    lines = [sentence(_score("seed", view, seed), width, "")]
    if best.id != seed.id:
        lines.append(sentence(_score("best", view, best), width, "bold"))
        lines.append(sentence(_gain(against(view, Split.DEV, best, seed)), width, ""))
        nodes = len(view.state.dag)
        if nodes >= WORN and best.id not in view.state.tested:
            worn = f"dev has ranked {nodes} nodes: the best of them is partly the luckiest; the test will tell"
            lines.append(sentence(worn, width, MUTED))
    return lines


def _score(name: str, view: View, node: Node) -> str:
    found, tested = mark(view, Split.DEV, node.tree), view.state.tested.get(node.id)
    test = f", test {score_of(tested)}" if tested else ""
    return f"{name} {node.id}  dev {node.dev:.3f}{_passes(found)}{test}"


def _passes(found: Mark) -> str:
    if not found.total:
        return ""
    low, high = found.interval
    return f", passed {found.passed} of {found.total} ({low:.2f} to {high:.2f})"


def _gain(found: Paired) -> str:
    if not found.better + found.worse + found.same:
        return "gain  unknown: they have no dev task in common"
    low, high = found.interval
    sure = "" if low > 0 else "; it may be chance" if high > 0 else "; it is a loss"
    return (
        f"gain  {found.difference:+.3f} ({low:+.2f} to {high:+.2f}): {found.better} tasks better, "
        f"{found.worse} worse, {found.same} the same{sure}"
    )
