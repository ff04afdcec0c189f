"""The test: seed and best node, once, by one code path, after the seal; nothing is fed back."""

from statistics import mean, stdev

from saddle_engine import events as ev
from saddle_engine.stages.parts import Parts
from saddle_engine.stages.rollouts import Results
from saddle_engine.state import mean_score
from saddle_engine.types.base import NodeId, Tree
from saddle_engine.types.rollout import Purpose, Split, Task


async def evaluate_test(parts: Parts) -> None:
    """Run both nodes `test_repeats` times on the test split and journal mean and SD.

    An interrupted test is finished: the same attempts, never new ones. A node of which every rollout
    was cancelled has no test score.
    """
    state = parts.state
    assert state.sealed is not None
    nodes = dict.fromkeys([state.seed.id, state.sealed.best])
    tasks, repeats = parts.split(Split.TEST), parts.policy.test_repeats
    trees = list(dict.fromkeys(state.dag[node].tree for node in nodes))
    pairs = _interleaved(trees, tasks, repeats)
    results = await parts.rollouts.run("test", Purpose.TEST, pairs)
    missing = [node for node in nodes if node not in state.tested]
    tested = [_evaluated(node, state.dag[node].tree, results, len(tasks)) for node in missing]
    await parts.book.append(*(event for event in tested if event))


def _interleaved(trees: list[Tree], tasks: list[Task], repeats: int) -> list[tuple[Tree, Task]]:
    """Repeat by repeat and task by task, so that drift of the machine meets both alike."""
    return [(tree, task) for _ in range(repeats) for task in tasks for tree in trees]


def _evaluated(node: NodeId, tree: Tree, results: Results, tasks: int) -> ev.TestEvaluated | None:
    """Cancelled rollouts have no score, and a repeat without any score is none."""
    own = [(order, result) for order, result in results if order.tree == tree]
    repeats = [mean_score(own[start : start + tasks]) for start in range(0, len(own), tasks)]
    means = [each for each in repeats if each is not None]
    if not means:
        return None
    return ev.TestEvaluated(
        node=node,
        means=tuple(means),
        mean=mean(means),
        sd=stdev(means) if len(means) > 1 else 0.0,
    )
