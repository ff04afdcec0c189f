"""The mini-batch check: parent and patched harness on the same train tasks."""

from collections import defaultdict

from saddle_engine import events as ev
from saddle_engine.patches import Patch
from saddle_engine.stages.parts import Parts
from saddle_engine.stages.rollouts import Results
from saddle_engine.stages.worth import operators_lessons
from saddle_engine.state import Iteration, RunState, mean_score
from saddle_engine.types.base import TaskId, Tree
from saddle_engine.types.patch import PatchStatus
from saddle_engine.types.rollout import Outcome, Purpose
from saddle_engine.types.steering import Buckets, bucket


async def run_before(parts: Parts, iteration: Iteration) -> Results:
    """The parent on the mini-batch; a patch that is taken up has its results already."""
    assert iteration.parent is not None
    if taken_up := iteration.started.takes_up:
        return before_of(parts.state, parts.state.patches[taken_up])
    return await _run(parts, iteration, iteration.parent.tree, Purpose.BEFORE)


def before_of(state: RunState, patch: Patch) -> Results:
    """The parent's results from which a patch was made."""
    results = state.batch_results(f"before:{patch.proposed.iteration}")
    assert results is not None
    return results


async def check(parts: Parts, iteration: Iteration, patch: Patch, before: Results) -> bool:
    """The patched harness on the same tasks; whether the policy calls it better."""
    if not patch.checked:
        assert patch.proposed.tree is not None
        after = await _run(parts, iteration, patch.proposed.tree, Purpose.AFTER)
        was, now = paired(before, after)
        better = bool(now) and parts.policy.acceptance.better(scores(was), scores(now))
        checked = ev.MiniBatchChecked(
            patch=patch.proposed.patch,
            iteration=iteration.started.iteration,
            before=mean_score(was),
            after=mean_score(now),
            verdict="better" if better else "not_better",
            buckets=buckets(was, now),
        )
        await parts.book.append(checked, *operators_lessons(parts.state, checked, now))
    return patch.status is not PatchStatus.DECLINED


def paired(before: Results, after: Results) -> tuple[Results, Results]:
    """Both sides of the tasks that have a score on both: what was cancelled tells nothing."""
    both = zip(before, after, strict=True)
    scored = [pair for pair in both if all(result.outcome.scored for _, result in pair)]
    return [was for was, _ in scored], [now for _, now in scored]


def scores(results: Results) -> list[float]:
    """Scores in plan order."""
    return [result.score for _, result in results if result.score is not None]


def passed(results: Results) -> bool:
    """Whether there is nothing to learn from a batch: no rollout of it that has a score failed."""
    return all(result.outcome is Outcome.PASSED for _, result in results if result.outcome.scored)


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
