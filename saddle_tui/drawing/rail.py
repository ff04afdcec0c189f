"""The EvoDAG as a rail: the path to the best node straight down, side branches indented, losers folded."""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from saddle_engine.dag import Node
from saddle_engine.patches import Patch
from saddle_engine.state import RunState
from saddle_engine.types.base import NodeId, PatchId
from saddle_engine.types.patch import PatchStatus
from saddle_engine.types.taxonomy import Phase

LEVELS = 5
"""Deepest indentation that is drawn; what lies deeper is marked with `»`."""
COMING = {PatchStatus.PROPOSED, PatchStatus.HELD, PatchStatus.CHECKING, PatchStatus.GATING}


class Turn(NamedTuple):
    """The class of a node's patch is not that of the patch before."""

    before: Phase | None
    now: Phase


class Row(NamedTuple):
    """One line of the rail: a node, a patch on its way or lost, or folded patches."""

    rails: str
    """The lines that lead here, two cells a level."""
    node: Node | None = None
    patch: Patch | None = None
    """The patch that made the node, or that hangs under it."""
    gain: float = 0.0
    """Of the node's dev mean over that of its main parent."""
    turn: Turn | None = None
    folded: tuple[Patch, ...] = ()
    """Patches that lost, in one line."""

    @property
    def id(self) -> str:
        """Of the node or patch; empty for folded ones."""
        if self.node is not None:
            return self.node.id
        return self.patch.proposed.patch if self.patch is not None else ""

    @property
    def holds(self) -> tuple[str, ...]:
        """Ids of everything that this line stands for."""
        return tuple(each.proposed.patch for each in self.folded) or (self.id,)


def rail(state: RunState, best: NodeId | None, unfolded: frozenset[str] = frozenset()) -> list[Row]:
    """All nodes, oldest first along the path to the best; equal states give equal rows.

    Args:
        state: the run's.
        best: the node whose path is drawn straight down.
        unfolded: nodes whose lost patches have their own lines.
    """
    if not len(state.dag):
        return []
    return list(_Rail(state, best, unfolded).rows())


def upside_down(rows: Sequence[Row]) -> list[Row]:
    """The same rail with the newest on top."""
    return [row._replace(rails=row.rails.replace("└", "┌")) for row in reversed(rows)]


class _Rail:
    def __init__(self, state: RunState, best: NodeId | None, unfolded: frozenset[str]) -> None:
        self._state = state
        self._unfolded = unfolded
        self._children: defaultdict[NodeId, list[NodeId]] = defaultdict(list)
        for node in state.dag:
            if node.parents:
                self._children[node.parents[0]].append(node.id)
        self._peak = self._peaks(best)
        self._lost: defaultdict[NodeId, list[Patch]] = defaultdict(list)
        self._coming: defaultdict[NodeId, list[Patch]] = defaultdict(list)
        for patch in state.patches.values():
            if patch.status is PatchStatus.ADMITTED:
                continue
            leaves = self._coming if patch.status in COMING else self._lost
            leaves[patch.proposed.parents[0]].append(patch)

    def rows(self) -> Iterator[Row]:
        """A stack instead of recursion: a branch may be as deep as the run is long."""
        stack = [(self._state.seed.id, 0, False)]
        while stack:
            node, level, turns = stack.pop()
            yield self._node(node, level, turns)
            yield from self._leaves(node, level)
            children = sorted(self._children[node], key=self._peak.__getitem__)
            if children:
                stack.append((children.pop(), level, False))
            stack.extend((side, level + 1, True) for side in reversed(children))

    def _peaks(self, best: NodeId | None) -> dict[NodeId, tuple[bool, float, int]]:
        """By node, the best that its subtree holds; children are always younger than parents."""
        peak: dict[NodeId, tuple[bool, float, int]] = {}
        for age, node in reversed(list(enumerate(self._state.dag))):
            own = (node.id == best, node.dev, age)
            peak[node.id] = max([own, *(peak[child] for child in self._children[node.id])])
        return peak

    def _node(self, node_id: NodeId, level: int, turns: bool) -> Row:
        node = self._state.dag[node_id]
        rails = _rails(level - 1, "├─") if turns else _rails(level)
        if not node.parents:
            return Row(rails, node)
        patch = self._patch(node.patch)
        gain = node.dev - self._state.dag[node.parents[0]].dev
        return Row(rails, node, patch, gain, self._turn(node, patch))

    def _turn(self, node: Node, patch: Patch | None) -> Turn | None:
        before = self._patch(self._state.dag[node.parents[0]].patch)
        first = self._state.run.phase if self._state.run else None
        was = before.proposed.patch_class if before else first
        now = patch.proposed.patch_class if patch else None
        return Turn(was, now) if now is not None and now != was else None

    def _patch(self, patch: PatchId | None) -> Patch | None:
        return self._state.patches.get(patch) if patch else None

    def _leaves(self, node: NodeId, level: int) -> Iterator[Row]:
        """Patches that are no nodes: folded when they lost, by themselves while they are on their way."""
        leaves = [*self._losers(node), *(Row("", patch=patch) for patch in self._coming[node])]
        for left, leaf in enumerate(leaves, 1 - len(leaves)):
            last = left == 0 and not self._children[node]
            rails = _rails(level, "└╌" if last else "├╌")
            yield Row(rails, patch=leaf.patch, folded=leaf.folded)

    def _losers(self, node: NodeId) -> list[Row]:
        lost = self._lost.get(node, [])
        if node in self._unfolded:
            return [Row("", patch=patch) for patch in lost]
        return [Row("", folded=tuple(lost))] if lost else []


def _rails(level: int, turn: str = "") -> str:
    """The lines of the levels above, then the turn; never wider than `LEVELS` + 1 levels."""
    shown = "│ " * level if level < LEVELS else "»" + " │" * (LEVELS - 1) + " "
    return shown + turn
