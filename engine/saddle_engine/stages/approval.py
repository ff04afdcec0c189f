"""The operator's word on a patch, before any rollout is spent on it."""

from saddle_engine import events as ev
from saddle_engine.stages.parts import Parts
from saddle_engine.state import Patch
from saddle_engine.types.patch import PatchStatus
from saddle_engine.types.steering import Hold
from saddle_engine.types.taxonomy import PatchClass


async def approved(parts: Parts, patch: Patch) -> bool:
    """Whether the patch may go on; waits for the operator where the config holds such patches."""
    if patch.status is PatchStatus.PROPOSED and _held(parts.hold, patch.proposed.patch_class):
        await parts.book.append(ev.ApprovalAsked(patch=patch.proposed.patch))
    await parts.book.until(lambda state: patch.status is not PatchStatus.HELD or state.seal_asked)
    return patch.status not in {PatchStatus.HELD, PatchStatus.VETOED}


def _held(hold: Hold, patch_class: PatchClass) -> bool:
    return hold is Hold.ALL or (hold is Hold.STEERING and patch_class is PatchClass.STEERING)
