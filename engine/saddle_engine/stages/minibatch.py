"""The mini-batch check: parent and patched harness on the same train tasks."""

from collections import defaultdict

from saddle_engine import events as ev
from saddle_engine.stages.parts import Parts
from saddle_engine.stages.rollouts import Results
from saddle_engine.state import Iteration, Patch, mean_score
from saddle_engine.types.base import TaskId, Tree
from saddle_engine.types.patch import PatchStatus
from saddle_engine.types.rollout import Outcome, Purpose
from saddle_engine.types.steering import Buckets, bucket


async def run_before(parts: Parts, iteration: Iteration) -> Results:
    """The parent on the mini-batch."""
    assert iteration.parent is not None
    return await _run(parts, iteration, iteration.parent.tree, Purpose.BEFORE)


async def check(parts: Parts, iteration: Iteration, patch: Patch, before: Results) -> bool:
    """The patched harness on the same tasks; whether the policy calls it better."""
    if patch.before is None:
        assert patch.proposed.tree is not None
        after = await _run(parts, iteration, patch.proposed.tree, Purpose.AFTER)
        better = parts.policy.acceptance.better(scores(before), scores(after))
        await parts.book.append(
            ev.MiniBatchChecked(
                patch=patch.proposed.patch,
                iteration=iteration.started.iteration,
                before=mean_score(before),
                after=mean_score(after),
                verdict="better" if better else "not_better",
                buckets=buckets(before, after),
            )
        )
    return patch.status is not PatchStatus.DECLINED


def scores(results: Results) -> list[float]:
    """Scores in plan order; a batch has no unscored results."""
    return [result.score for _, result in results if result.score is not None]


def passed(results: Results) -> bool:
    """Whether there is nothing to learn from a batch."""
    return all(result.outcome is Outcome.PASSED for _, result in results)


def buckets(before: Results, after: Results) -> Buckets:
    """Sort the paired results by what the patch did."""
    found: defaultdict[str, list[TaskId]] = defaultdict(list)
    for (order, was), (_, now) in zip(before, after, strict=True):
        found[bucket(was.outcome, now.outcome)].append(order.task)
    return Buckets(**{name: tuple(tasks) for name, tasks in found.items()})


async def _run(parts: Parts, iteration: Iteration, tree: Tree, purpose: Purpose) -> Results:
    number = iteration.started.iteration
    pairs = [(tree, parts.tasks[task]) for task in iteration.started.tasks]
    return await parts.rollouts.run(f"{purpose.value}:{number}", purpose, pairs, number)
