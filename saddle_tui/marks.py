"""How harnesses did on a split, from what the tally has kept."""

from dataclasses import dataclass

from saddle_engine.dag import Node
from saddle_engine.types.base import TaskId, Tree
from saddle_engine.types.rollout import Split
from saddle_engine.types.statistics import Paired, compare, share_interval
from saddle_engine.types.wilson import Interval
from saddle_tui.view import View


@dataclass(frozen=True)
class Mark:
    """Of one harness over some tasks."""

    passed: int
    """Attempts."""
    total: int
    tasks: int
    interval: Interval
    """Of the share that passes, 95 %; attempts at one task count for less than as many tasks."""

    @property
    def share(self) -> float:
        """In [0,1]; 0 where nothing was scored."""
        return self.passed / self.total if self.total else 0.0


def attempts(view: View, split: Split, tree: Tree, task: TaskId) -> list[bool]:
    """Which attempts of a harness at a task passed, the oldest first."""
    found = []
    for id_ in view.tally.cells[split].get(tree, {}).get(task, ()):
        rollout = view.state.rollouts[id_]
        if rollout.result is not None and rollout.result.score is not None:
            found.append(rollout.result.outcome == "passed")
    return found


def mark(view: View, split: Split, tree: Tree, tasks: list[TaskId] | None = None) -> Mark:
    """Over all tasks of a split that the harness has a score at, or over some of them."""
    known = view.tally.cells[split].get(tree, {})
    chosen = list(known) if tasks is None else [task for task in tasks if task in known]
    tried = [each for task in chosen if (each := attempts(view, split, tree, task))]
    passed = sum(map(sum, tried))
    return Mark(passed, sum(map(len, tried)), len(tried), share_interval(tried))


def against(view: View, split: Split, first: Node, second: Node) -> Paired:
    """Two harnesses on the tasks that both have a score at."""
    pairs = []
    for task in view.tally.cells[split].get(first.tree, {}):
        one = attempts(view, split, first.tree, task)
        other = attempts(view, split, second.tree, task)
        if one and other:
            pairs.append((sum(one) / len(one), sum(other) / len(other)))
    return compare(pairs)
