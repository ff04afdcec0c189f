"""The operator's word on a patch, before any rollout is spent on it."""

from typing import Literal

from saddle_engine import events as ev
from saddle_engine.patches import Patch
from saddle_engine.stages.parts import Parts
from saddle_engine.state import Iteration, RunState
from saddle_engine.types.patch import PatchStatus
from saddle_engine.types.steering import Hold
from saddle_engine.types.taxonomy import PatchClass

Left = Literal["vetoed", "deferred"]


async def approved(parts: Parts, iteration: Iteration) -> bool:
    """Whether the iteration's patch may go on; waits for the operator where such patches are held.

    Nobody waits for a patch that was set aside, nor once the search is to be sealed.
    """
    patch = patch_of(parts.state, iteration)
    if patch.status is PatchStatus.PROPOSED and _held(_hold(parts), patch.proposed.patch_class):
        await parts.book.append(ev.ApprovalAsked(patch=patch.proposed.patch))
    await parts.book.until(lambda state: not _waits(state, iteration) or state.seal_asked)
    return patch_of(parts.state, iteration).status is not PatchStatus.HELD and not left(
        parts.state, iteration
    )


def left(state: RunState, iteration: Iteration) -> Left | None:
    """How the iteration goes on without its patch; None when it does not."""
    patch = patch_of(state, iteration)
    if patch.status is PatchStatus.VETOED:
        return "vetoed"
    return "deferred" if patch.aside else None


def patch_of(state: RunState, iteration: Iteration) -> Patch:
    """What an iteration works on now; an operator's version takes the place of what it edits."""
    assert iteration.patch is not None
    return state.patches[iteration.patch]


def _waits(state: RunState, iteration: Iteration) -> bool:
    return patch_of(state, iteration).status is PatchStatus.HELD and not left(state, iteration)


def _hold(parts: Parts) -> Hold:
    """The policy as it stands; journals of older versions leave it to the config."""
    return parts.hold if parts.state.wishes.hold is None else parts.state.wishes.hold


def _held(hold: Hold, patch_class: PatchClass) -> bool:
    return hold is Hold.ALL or (hold is Hold.STEERING and patch_class is PatchClass.STEERING)
