"""What the attempts of an evaluation came to, harness by harness."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from statistics import fmean, stdev

from saddle_engine.state import Rollout, RunState
from saddle_engine.types.base import TaskId, Tree
from saddle_engine.types.rollout import Outcome, Split
from saddle_engine.types.statistics import Paired, compare, share_interval
from saddle_engine.types.wilson import Interval


@dataclass(frozen=True)
class Results:
    """Of one harness; shares are in [0,1]."""

    name: str
    tree: Tree
    planned: dict[TaskId, int]
    """Attempts that were ordered, by task."""
    tasks: dict[TaskId, list[Rollout]]
    """Attempts that have a score, by task, the first first."""

    def add(self, rollout: Rollout) -> None:
        """Count an attempt in, before anything is asked."""
        task = rollout.order.task
        self.planned[task] = self.planned.get(task, 0) + 1
        if rollout.result is not None and rollout.result.outcome.scored:
            self.tasks.setdefault(task, []).append(rollout)

    @cached_property
    def attempts(self) -> list[Rollout]:
        """All that have a score."""
        return [each for rollouts in self.tasks.values() for each in rollouts]

    @cached_property
    def pass_at_1(self) -> float | None:
        """The mean over tasks of the share of attempts that passed; None before there is any."""
        return fmean(self.shares.values()) if self.shares else None

    @cached_property
    def shares(self) -> dict[TaskId, float]:
        """The share of attempts that passed, by task."""
        return {task: fmean(map(passed, attempts)) for task, attempts in self.tasks.items()}

    @cached_property
    def interval(self) -> Interval:
        """Of that share on tasks like these, 95%."""
        return share_interval([[passed(each) for each in own] for own in self.tasks.values()])

    @cached_property
    def repeats(self) -> list[float]:
        """The share that passed in each repeat that is complete."""
        tasks = list(self._numbered())
        whole = min(map(len, tasks), default=0)
        return [fmean(passed(own[at]) for own in tasks) for at in range(whole)]

    @property
    def sd(self) -> float | None:
        """Sample standard deviation over the repeats; None for fewer than two."""
        return stdev(self.repeats) if len(self.repeats) > 1 else None

    def _numbered(self) -> Iterator[list[Rollout]]:
        """Of each task, attempts 1, 2, ... as far as none is missing."""
        for task in self.planned:
            own = {each.order.attempt: each for each in self.tasks.get(task, [])}
            whole = next(number for number in range(1, len(own) + 2) if number not in own)
            yield [own[number] for number in range(1, whole)]


def results_of(state: RunState) -> list[Results]:
    """One for each harness of an evaluation, in its order."""
    harnesses = state.evaluation.harnesses if state.evaluation else ()
    found = {each.tree: Results(each.name, each.tree, {}, {}) for each in harnesses}
    for rollout in state.rollouts.values():
        found[rollout.order.tree].add(rollout)
    return list(found.values())


def tested(state: RunState, tree: Tree) -> Results:
    """The same of a harness of a search, on the test."""
    found = Results("", tree, {}, {})
    for rollout in state.rollouts.values():
        if rollout.order.split is Split.TEST and rollout.order.tree == tree:
            found.add(rollout)
    return found


def compared(first: Results, second: Results) -> Paired:
    """Both on the tasks that each has an attempt at."""
    both = [task for task in first.shares if task in second.shares]
    return compare([(first.shares[task], second.shares[task]) for task in both])


def passed(rollout: Rollout) -> bool:
    """Whether a finished attempt reached its task's score."""
    return rollout.result is not None and rollout.result.outcome is Outcome.PASSED
