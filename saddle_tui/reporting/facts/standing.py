"""Two harnesses on a split: the seed against the best node, or the two of an evaluation."""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from saddle_engine.dag import Node
from saddle_engine.events import EvaluationStarted
from saddle_engine.types.base import NodeId, Tree
from saddle_engine.types.rollout import Split
from saddle_engine.types.statistics import Paired
from saddle_engine.types.wilson import Interval
from saddle_tui.comparing.sides import Side
from saddle_tui.comparing.tasks import Common, Pair, common, pairs
from saddle_tui.evaluation.results import Results, results_of, tested
from saddle_tui.marks import mark
from saddle_tui.reporting.material import Material

CHANCE = 0.05
"""A difference that chance alone brings about at least so often shows nothing."""
LUCKIEST = 3
"""Nodes from which on the best one is likely the luckiest too."""


@dataclass(frozen=True)
class Row:
    """A harness on a split."""

    role: str
    """`seed`, `best`, or what an evaluation calls it. Hostile text is possible."""
    node: str
    passed: int
    attempts: int
    tasks: int
    share: float
    """Pass@1 in [0,1]: the mean over tasks of the share of attempts that passed."""
    interval: Interval
    score: float | None
    """Mean over tasks of the mean score."""
    repeats: tuple[float, ...]
    """Pass@1 of each repeat; empty for fewer than two."""
    sd: float | None
    """Sample standard deviation of these."""


@dataclass(frozen=True)
class Standing:
    """What a split says."""

    split: str
    rows: tuple[Row, ...]
    paired: Paired | None
    """The best less the seed; None where there is only one side."""
    chose: bool
    """These very scores chose the best node: no test of their difference holds."""
    fixed: tuple[str, ...]
    """Tasks that the best passes more often than the seed. Hostile."""
    broke: tuple[str, ...]

    @property
    def said(self) -> str:
        """What the difference is worth, in a few words."""
        if self.paired is None:
            return "there is nothing to compare"
        if self.chose:
            return "these scores chose the best node, so they flatter it"
        if self.paired.p >= CHANCE:
            return "no difference is shown: chance alone explains this as well"
        better = self.paired.better > self.paired.worse
        return f"{'better' if better else 'worse'} than chance alone explains"


def standings(material: Material) -> list[Standing]:
    """Dev and test of a search, or the split of an evaluation; those that have a score."""
    view = material.view
    if view.state.evaluation:
        found = [_evaluated(material, view.state.evaluation)]
    else:
        found = [_search(material, split) for split in (Split.DEV, Split.TEST) if view.best]
    return [each for each in found if each is not None]


def _search(material: Material, split: Split) -> Standing | None:
    view = material.view
    assert view.best is not None
    seed, best = view.state.seed, view.state.dag[view.best]
    if seed.id != best.id:
        both = _both(split, _side(material, seed, "seed"), _side(material, best, "best"))
        if both is not None:
            return replace(both, chose=split is Split.DEV)
    return _alone(material, split, seed, "seed")


def _side(material: Material, node: Node, name: str) -> Side:
    return Side(name, node, material.view.state, material.view.tally)


def _both(split: Split, first: Side, second: Side) -> Standing | None:
    found = pairs(first, second)
    both = common(split, found)
    if both is None:
        return None
    own = [pair for pair in found if pair.split is split]
    rows = tuple(_row(both, at, side) for at, side in enumerate((first, second)))
    fixed, broke = (_changed(own, how) for how in ("fixed", "broke"))
    return Standing(split, rows, both.paired, False, fixed, broke)


def _changed(own: list[Pair], how: str) -> tuple[str, ...]:
    return tuple(pair.task for pair in own if pair.change == how)


def _row(both: Common, at: int, side: Side) -> Row:
    row = Row(
        role=side.name,
        node=side.node.id,
        passed=both.passed[at],
        attempts=both.attempts[at],
        tasks=both.tasks,
        share=both.shares[at],
        interval=both.intervals[at],
        score=both.means[at],
        repeats=(),
        sd=None,
    )
    return _repeated(row, tested(side.state, side.node.tree)) if both.split is Split.TEST else row


def _alone(material: Material, split: Split, node: Node, name: str) -> Standing | None:
    side = _side(material, node, name)
    itself = _both(split, side, side)
    return itself and replace(itself, rows=itself.rows[:1], paired=None)


def _evaluated(material: Material, evaluation: EvaluationStarted) -> Standing | None:
    """The evaluated harness is named first, and set against the other one."""
    nodes = [
        Node(NodeId(each.name), None, (), each.commit, each.tree, 0.0)
        for each in reversed(evaluation.harnesses)
    ]
    named = [_side(material, node, node.id) for node in nodes]
    found = _both(evaluation.split, *named) if len(named) > 1 else None
    found = found or _alone(material, evaluation.split, nodes[-1], nodes[-1].id)
    if found is None:
        return None
    results = {each.name: each for each in results_of(material.view.state)}
    rows = (replace(_repeated(row, results[row.role]), node="") for row in found.rows)
    return replace(found, rows=tuple(rows))


def _repeated(row: Row, results: Results) -> Row:
    repeats = tuple(results.repeats) if len(results.repeats) > 1 else ()
    return replace(row, repeats=repeats, sd=results.sd)


def sides(material: Material) -> tuple[tuple[str, Tree], ...]:
    """Name and harness of whoever is compared, the older one first."""
    state, view = material.view.state, material.view
    if state.evaluation:
        return tuple((each.name, each.tree) for each in state.evaluation.harnesses)[::-1]
    if view.best is None:
        return ()
    found = [("seed", state.seed.tree), (view.best, state.dag[view.best].tree)]
    return tuple(found[: 1 if view.best == state.seed.id else 2])


def families(material: Material) -> Iterator[tuple[str, str, tuple[tuple[int, int], ...]]]:
    """Split, family, and for each side how many attempts passed of how many. Hostile."""
    if not material.families:
        return
    view = material.view
    splits = (view.state.evaluation.split,) if view.state.evaluation else (Split.DEV, Split.TEST)
    for split in splits:
        members: dict[str, list[str]] = {}
        for task in view.tally.tasks(split):
            members.setdefault(str(material.families.get(task) or "(no family)"), []).append(task)
        for family, tasks in members.items():
            marks = [mark(view, split, tree, tasks) for _, tree in sides(material)]  # type: ignore[arg-type]
            if any(each.total for each in marks):
                yield split.value, family, tuple((each.passed, each.total) for each in marks)
