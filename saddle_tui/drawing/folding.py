"""Patches that became no node, which the rail hangs under the node that they were made for."""

from collections import defaultdict
from collections.abc import Mapping, Sequence

from saddle_engine.patches import Patch
from saddle_engine.state import RunState
from saddle_engine.types.base import NodeId, PatchId
from saddle_engine.types.patch import PatchStatus
from saddle_tui.drawing.kept import kept
from saddle_tui.drawing.rail import COMING
from saddle_tui.view import View


def family(view: View) -> str:
    """The node whose patches are meant by what is selected; empty before there is any."""
    patch = view.state.patches.get(PatchId(view.selected))
    if patch is not None and patch.node is None:
        return patch.proposed.parents[0]
    return view.node or ""


def leaves(view: View, node: str) -> Sequence[Patch]:
    """All of a node, the oldest first."""
    return kept(view.recent, "leaves", lambda: _by_node(view.state)).get(NodeId(node), ())


def lost_on(view: View, node: str) -> list[Patch]:
    """Those that are not on their way any more."""
    return [patch for patch in leaves(view, node) if patch.status not in COMING]


def _by_node(state: RunState) -> Mapping[NodeId, Sequence[Patch]]:
    found: defaultdict[NodeId, list[Patch]] = defaultdict(list)
    for patch in state.patches.values():
        if patch.status is not PatchStatus.ADMITTED:
            found[patch.proposed.parents[0]].append(patch)
    return dict(found)
