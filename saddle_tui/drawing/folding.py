"""Patches that lost, which the rail folds under the node that they were made for."""

from saddle_engine.state import RunState
from saddle_engine.types.base import NodeId, PatchId
from saddle_engine.types.patch import PatchStatus
from saddle_tui.drawing.rail import COMING
from saddle_tui.view import View


def family(view: View) -> str:
    """The node whose patches are meant by what is selected; empty before there is any."""
    patch = view.state.patches.get(PatchId(view.selected))
    if patch is not None and patch.node is None:
        return patch.proposed.parents[0]
    return view.node or ""


def lost_on(state: RunState, node: str) -> list[PatchId]:
    """Ids of the patches of a node that became nothing."""
    return [
        id_
        for id_, patch in state.patches.items()
        if patch.proposed.parents[0] == NodeId(node)
        and patch.status not in COMING
        and patch.status is not PatchStatus.ADMITTED
    ]
