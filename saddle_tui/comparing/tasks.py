"""How two nodes did on the tasks that both have run, task by task and over all of them."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from statistics import fmean

from saddle_engine.types.base import TaskId
from saddle_engine.types.rollout import Outcome, RolloutResult, Split
from saddle_engine.types.statistics import Paired, compare, share_interval
from saddle_engine.types.wilson import Interval
from saddle_tui.comparing.sides import Side

SPLITS = (Split.DEV, Split.TRAIN, Split.TEST)
RANKS = ("broke", "fixed", "same")
"""What is looked at first."""


@dataclass(frozen=True)
class Pair:
    """One task, by both; results that have a score, oldest first."""

    split: Split
    task: TaskId
    before: tuple[RolloutResult, ...]
    after: tuple[RolloutResult, ...]

    @property
    def change(self) -> str:
        """`fixed` when a larger share of attempts passed, `broke` when a smaller one did, else `same`."""
        gain = share(self.after) - share(self.before)
        return "fixed" if gain > 0 else "broke" if gain < 0 else "same"


@dataclass(frozen=True)
class Common:
    """Both sides over all tasks of a split that they have in common."""

    split: Split
    tasks: int
    passed: tuple[int, int]
    """Attempts, of the first side and of the second."""
    attempts: tuple[int, int]
    shares: tuple[float, float]
    """Means over tasks of the share of attempts that passed, in [0,1]."""
    intervals: tuple[Interval, Interval]
    means: tuple[float, float]
    """Means over tasks of their mean score, in [0,1]."""
    paired: Paired
    """The second side less the first one."""


def pairs(first: Side, second: Side) -> list[Pair]:
    """Every task that both have a score at: dev first, and in each split what changed."""
    found = [pair for split in SPLITS for pair in _pairs(split, first, second)]
    return sorted(found, key=lambda pair: (SPLITS.index(pair.split), RANKS.index(pair.change)))


def common(split: Split, all_: Sequence[Pair]) -> Common | None:
    """Over the pairs of a split; None when there are none."""
    own = [pair for pair in all_ if pair.split is split]
    if not own:
        return None
    before, after = [pair.before for pair in own], [pair.after for pair in own]
    shares = [(share(pair.after), share(pair.before)) for pair in own]
    return Common(
        split=split,
        tasks=len(own),
        passed=(sum(map(passes, before)), sum(map(passes, after))),
        attempts=(sum(map(len, before)), sum(map(len, after))),
        shares=(fmean(each for _, each in shares), fmean(each for each, _ in shares)),
        intervals=(_interval(before), _interval(after)),
        means=(fmean(map(score, before)), fmean(map(score, after))),
        paired=compare(shares),
    )


def passes(results: Sequence[RolloutResult]) -> int:
    """How many passed."""
    return sum(each.outcome is Outcome.PASSED for each in results)


def share(results: Sequence[RolloutResult]) -> float:
    """Which share passed."""
    return passes(results) / len(results)


def score(results: Sequence[RolloutResult]) -> float:
    """The mean score."""
    return fmean(each.score or 0.0 for each in results)


def _interval(tasks: Sequence[tuple[RolloutResult, ...]]) -> Interval:
    return share_interval([[each.outcome is Outcome.PASSED for each in task] for task in tasks])


def _pairs(split: Split, first: Side, second: Side) -> Iterator[Pair]:
    """In the order in which the first side met them."""
    others = _results(split, second)
    for task, before in _results(split, first).items():
        if task in others:
            yield Pair(split, task, before, others[task])


def _results(split: Split, side: Side) -> dict[TaskId, tuple[RolloutResult, ...]]:
    cells = side.tally.cells[split].get(side.node.tree, {})
    found = {
        task: tuple(result for each in ids if (result := side.state.rollouts[each].result))
        for task, ids in cells.items()
    }
    return {task: results for task, results in found.items() if results}
