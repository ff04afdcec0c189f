"""Scores by harness and task, kept beside a run's state: no look at them grows with the run."""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field

from saddle_engine import events as ev
from saddle_engine.state import RunState
from saddle_engine.types.base import RolloutId, TaskId, Tree
from saddle_engine.types.rollout import Outcome, Purpose, RolloutOrder, Split

_Cells = defaultdict[Tree, dict[TaskId, list[RolloutId]]]


@dataclass
class Solved:
    """How a task went over all harnesses."""

    passed: int = 0
    total: int = 0
    """Scored rollouts."""
    noisy: bool = False
    """One and the same harness has passed it and not passed it."""


@dataclass
class Tally:
    """A fold beside the state: the same records in the same order."""

    cells: dict[Split, _Cells] = field(
        default_factory=lambda: {split: defaultdict(dict) for split in Split}
    )
    """By split, harness and task: rollouts that have a score, oldest first; of vetoed patches none."""
    cost: defaultdict[Tree, int] = field(default_factory=lambda: defaultdict(int))
    """Nano-dollars of a harness's rollouts; of one that is free nothing stands here."""
    tokens: defaultdict[Tree, int] = field(default_factory=lambda: defaultdict(int))
    """Of a harness's rollouts, in both directions."""
    finished: defaultdict[Tree, int] = field(default_factory=lambda: defaultdict(int))
    """Rollouts of a harness that ended; cancelled ones may run anew, and are none."""
    solved: dict[Split, dict[TaskId, Solved]] = field(
        default_factory=lambda: {split: {} for split in Split}
    )
    """By split and task, in the order of their first score."""
    changes: int = 0
    """Grows with every rollout that ends."""

    def apply(self, record: ev.Record, state: RunState) -> None:
        """Take in a record that `state` has just taken in."""
        event = record.event
        if not isinstance(event, ev.RolloutFinished):
            return
        order = state.rollouts[event.rollout].order
        self.changes += 1
        if event.outcome is Outcome.CANCELLED:
            return
        if event.cost:
            self.cost[order.tree] += event.cost
        self.tokens[order.tree] += event.tokens
        self.finished[order.tree] += 1
        shadow = state.batches[state.rollouts[event.rollout].batch].purpose is Purpose.SHADOW
        if event.score is not None and not shadow:
            cells = self.cells[order.split][order.tree]
            cells.setdefault(order.task, []).append(event.rollout)
            self._solve(order, cells[order.task], state)

    def scores(self, split: Split, tree: Tree, task: TaskId, state: RunState) -> Sequence[float]:
        """Scores of a harness at a task, in [0,1], oldest first."""
        rollouts = self.cells[split].get(tree, {}).get(task, ())
        results = (state.rollouts[rollout].result for rollout in rollouts)
        return [each.score for each in results if each is not None and each.score is not None]

    def tasks(self, split: Split) -> Sequence[TaskId]:
        """Tasks of a split that any harness has a score at, in the order of their first one."""
        return list(self.solved[split])

    def _solve(self, order: RolloutOrder, rollouts: Sequence[RolloutId], state: RunState) -> None:
        solved = self.solved[order.split].setdefault(order.task, Solved())
        results = [result for each in rollouts if (result := state.rollouts[each].result)]
        passes = sum(result.outcome is Outcome.PASSED for result in results)
        solved.total += 1
        solved.passed += results[-1].outcome is Outcome.PASSED
        solved.noisy = solved.noisy or 0 < passes < len(results)
