"""What a patch was measured on, against what it is put on. Pure."""

from collections.abc import Sequence

from saddle_engine.state import RunState
from saddle_engine.types.base import NodeId, PatchId


def lineage(state: RunState, nodes: Sequence[NodeId]) -> list[PatchId]:
    """All patches that are in a node, or in a merge of nodes; the oldest first."""
    found: set[NodeId] = set()
    open_ = list(nodes)
    while open_:
        node = open_.pop()
        if node not in found and node in state.dag:
            found.add(node)
            open_ += state.dag[node].parents
    return [node.patch for node in state.dag if node.id in found and node.patch]


def grounds(state: RunState, patch: PatchId, below: Sequence[PatchId]) -> str:
    """How they differ, in a sentence without a full stop; call it where they do."""
    parents = state.patches[patch].proposed.parents
    had = lineage(state, parents)
    where = f"{' and '.join(parents)} with {_listed(had)}" if had else "the seed"
    here = f"the seed with {_listed(below)}" if below else "the seed"
    if set(had) == set(below):
        here += ", put together in another way"
    return (
        f"{patch} was measured on {where}; here it stands on {here}, where nobody has measured it"
    )


def _listed(patches: Sequence[PatchId]) -> str:
    return ", ".join(patches)
