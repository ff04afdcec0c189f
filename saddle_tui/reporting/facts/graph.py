"""The EvoDAG, as much of it as a page can show: the way to the best node, and what is nearest to it."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from heapq import heapify, heappop, heappush

from saddle_engine.dag import EvoDag, Node
from saddle_engine.types.base import NodeId
from saddle_engine.types.patch import PatchStatus
from saddle_tui.drawing.kin import lineage
from saddle_tui.drawing.lanes import Row, lanes
from saddle_tui.reporting.material import Material

MOST = 40
"""Nodes that are drawn."""
MOST_WAY = 24
"""Of them, on the way to the best one."""


@dataclass(frozen=True)
class Drawn:
    """A node in its row, the newest first."""

    row: Row
    node: Node
    """As it is; that of the row has the parents that are drawn."""
    cut: bool
    """Nodes between it and the parent that is drawn are left out."""
    leaves: Mapping[str, int]
    """Patches of it that became no node, by status."""
    champion: bool


@dataclass(frozen=True)
class Shown:
    rows: tuple[Drawn, ...]
    nodes: int
    """All there are."""

    @property
    def left_out(self) -> int:
        return self.nodes - len(self.rows)


def graph(material: Material) -> Shown:
    """Laid out as the app lays out its lanes."""
    state, best = material.view.state, material.view.best
    dag = state.dag
    if best is None:
        return Shown((), len(dag))
    way = lineage(dag, best)
    chosen = _chosen(dag, way)
    leaves = _leaves(material)
    nodes = [_joined(dag, node, chosen) for node in dag if node.id in chosen]
    drawn = [
        Drawn(
            row, dag[row.node.id], row.node.parents != dag[row.node.id].parents,
            leaves.get(row.node.id, {}), row.node.id in way,
        )
        for row in lanes(nodes)
    ]  # fmt: skip
    return Shown(tuple(drawn), len(dag))


def _chosen(dag: EvoDag, way: list[NodeId]) -> set[NodeId]:
    """All where there is room; else both ends of the way, then what hangs on what is chosen, the best first."""
    if len(dag) <= MOST:
        return {node.id for node in dag}
    half = MOST_WAY // 2
    kept = set(way if len(way) <= MOST_WAY else [*way[:half], *way[-half:]])
    near = [_rank(dag, child) for node in kept for child in dag.children(node)]
    heapify(near)
    while near and len(kept) < MOST:
        *_, node = heappop(near)
        if node not in kept:
            kept.add(node)
            for child in dag.children(node):
                heappush(near, _rank(dag, child))
    return kept


def _rank(dag: EvoDag, node: NodeId) -> tuple[float, int, NodeId]:
    return -dag[node].dev, -int(node[1:]), node


def _joined(dag: EvoDag, node: Node, chosen: set[NodeId]) -> Node:
    """Its parents that are drawn; in place of the main one that is not, the nearest that is."""
    if not node.parents:
        return node
    main = node.parents[0]
    while main not in chosen and dag[main].parents:
        main = dag[main].parents[0]
    further = [each for each in node.parents[1:] if each in chosen]
    return replace(node, parents=tuple(dict.fromkeys([main, *further])))


def _leaves(material: Material) -> dict[NodeId, dict[str, int]]:
    found: dict[NodeId, dict[str, int]] = {}
    for patch in material.view.state.patches.values():
        if patch.status is not PatchStatus.ADMITTED:
            own = found.setdefault(patch.proposed.parents[0], {})
            own[patch.status.value] = own.get(patch.status.value, 0) + 1
    return found
