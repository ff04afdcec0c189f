"""What a veto was worth: the vetoed patch runs its mini-batch; no agent and no verdict hears of it."""

from saddle_engine import events as ev
from saddle_engine.errors import LimitReached
from saddle_engine.patches import Patch
from saddle_engine.stages.minibatch import before_of, buckets, paired
from saddle_engine.stages.parts import Parts
from saddle_engine.state import RunState, mean_score
from saddle_engine.types.base import Tree
from saddle_engine.types.patch import PatchStatus
from saddle_engine.types.rollout import Purpose, Task


async def shadow(parts: Parts) -> bool:
    """Measure one vetoed patch, where one is left and its mini-batch fits; whether there was one."""
    async with parts.book.deciding:  # a veto that is taken back meanwhile costs nothing
        patch = await _begun(parts)
    if patch is None:
        return False
    before, after = before_of(parts.state, patch), await parts.rollouts.run(*_batch(parts, patch))
    was, now = paired(before, after)
    if (had := mean_score(was)) is not None and (has := mean_score(now)) is not None:
        await parts.book.append(
            ev.ShadowChecked(
                patch=patch.proposed.patch, before=had, after=has, buckets=buckets(was, now)
            )
        )
    return True


async def _begun(parts: Parts) -> Patch | None:
    """The patch to measure, its rollouts planned."""
    patch = next(
        (each for each in parts.state.patches.values() if _wanted(parts.state, each)), None
    )
    if patch is not None and _name(patch) not in parts.state.batches:
        try:
            await parts.rollouts.plan(*_batch(parts, patch))
        except LimitReached:  # a run does not pause for this
            return None
    return patch


def _wanted(state: RunState, patch: Patch) -> bool:
    """Vetoed, and its mini-batch fits into the budget; one that was begun is finished in any case."""
    if patch.shadow is not None or not patch.vetoed:
        return False
    if _name(patch) in state.batches:
        after = state.batch_results(_name(patch))
        return after is None or bool(paired(before_of(state, patch), after)[0])
    room = (state.run.shadow if state.run else 0) - state.shadow_rollouts
    return patch.status is PatchStatus.VETOED and len(before_of(state, patch)) <= room


def _batch(parts: Parts, patch: Patch) -> tuple[str, Purpose, list[tuple[Tree, Task]], int]:
    tree = patch.proposed.tree
    assert tree is not None
    pairs = [(tree, parts.tasks[order.task]) for order, _ in before_of(parts.state, patch)]
    return _name(patch), Purpose.SHADOW, pairs, patch.iteration


def _name(patch: Patch) -> str:
    return f"shadow:{patch.proposed.patch}"
