"""The EvoDAG as a rail: the path to the best node straight down, side branches indented, losers folded."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

from saddle_engine.state import RunState
from saddle_engine.types.base import NodeId
from saddle_engine.types.patch import PatchStatus

LOST = {
    PatchStatus.DECLINED: "declined",
    PatchStatus.REFUSED: "refused",
    PatchStatus.VETOED: "vetoed",
}


@dataclass(frozen=True)
class Row:
    """One line of the rail, left to right."""

    rails: str
    """The lines that lead here, two characters a level."""
    node: NodeId | None
    """None for folded patches."""
    label: str
    best: bool = False
    merge: bool = False
    """Composed from two parents."""


def rail(state: RunState, best: NodeId | None) -> list[Row]:
    """All nodes, oldest first along the champion path; equal states give equal rows."""
    if not len(state.dag):
        return []
    return list(_Rail(state, best).below(state.seed.id, ""))


class _Rail:
    def __init__(self, state: RunState, best: NodeId | None) -> None:
        self._dag = state.dag
        self._best = best
        self._children: dict[NodeId, list[NodeId]] = {node.id: [] for node in state.dag}
        for node in state.dag:
            if node.parents:
                self._children[node.parents[0]].append(node.id)
        self._peak = self._peaks(state)
        self._lost = Counter(
            (patch.proposed.parents[0], LOST[patch.status])
            for patch in state.patches.values()
            if patch.status in LOST
        )

    def below(self, node: NodeId, rails: str) -> Iterator[Row]:
        """A node and everything that descends from it; one loop per straight path, so depth is no limit."""
        while True:
            yield self._row(node, rails)
            yield from self._folded(node, rails)
            children = sorted(self._children[node], key=lambda child: self._peak[child])
            if not children:
                return
            *side, straight = children
            for child in side:
                yield from self.below(child, rails + "├─")
            node = straight

    def _peaks(self, state: RunState) -> dict[NodeId, tuple[bool, float, int]]:
        """By node, the best that its subtree holds; children are always younger than parents."""
        peak: dict[NodeId, tuple[bool, float, int]] = {}
        for age, node in reversed(list(enumerate(state.dag))):
            own = (node.id == self._best, node.dev, age)
            peak[node.id] = max([own, *(peak[child] for child in self._children[node.id])])
        return peak

    def _row(self, node: NodeId, rails: str) -> Row:
        found = self._dag[node]
        extra = "".join(f"  +{parent}" for parent in found.parents[1:])
        seed = "" if found.parents else "  seed"
        label = f"{node:<4} {found.dev:.3f}{seed}{extra}"
        return Row(_bent(rails), node, label, node == self._best, len(found.parents) > 1)

    def _folded(self, node: NodeId, rails: str) -> Iterator[Row]:
        words = [
            f"{self._lost[node, word]} {word}" for word in LOST.values() if self._lost[node, word]
        ]
        if words:
            yield Row(_bent(rails + "├─"), None, ", ".join(words))


def _bent(rails: str) -> str:
    """Only the last turn is drawn as a turn; levels above are lines that pass by."""
    return rails[:-2].replace("├─", "│ ") + rails[-2:]
