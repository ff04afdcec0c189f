"""The EvoDAG: nodes, their parents, and who descends from whom."""

from collections.abc import Iterator
from dataclasses import dataclass

from saddle_engine.types.base import Commit, NodeId, PatchId, Tree


@dataclass(frozen=True)
class Node:
    """An admitted harness."""

    id: NodeId
    patch: PatchId | None
    """None for the seed."""
    parents: tuple[NodeId, ...]
    """The main parent first; empty for the seed."""
    commit: Commit
    tree: Tree
    dev: float
    """Mean score over the dev split, in [0,1]."""


class EvoDag:
    """Grows only; the order of admission is the order of iteration."""

    def __init__(self) -> None:
        self._nodes: dict[NodeId, Node] = {}
        self._children: dict[NodeId, list[NodeId]] = {}

    def admit(self, node: Node) -> None:
        """Add a node whose parents are already in.

        Raises:
            ValueError: the id is taken, or a parent is unknown.
        """
        if node.id in self._nodes:
            raise ValueError(f"node {node.id} is already in the EvoDAG")
        if missing := [parent for parent in node.parents if parent not in self._nodes]:
            raise ValueError(f"node {node.id} names unknown parents {missing}")
        self._nodes[node.id] = node
        self._children[node.id] = []
        for parent in dict.fromkeys(node.parents):
            self._children[parent].append(node.id)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, EvoDag) and list(self) == list(other)

    def __getitem__(self, node: NodeId) -> Node:
        return self._nodes[node]

    def __contains__(self, node: object) -> bool:
        return node in self._nodes

    def __iter__(self) -> Iterator[Node]:
        return iter(self._nodes.values())

    def __len__(self) -> int:
        return len(self._nodes)

    def children(self, node: NodeId) -> list[NodeId]:
        """Direct descendants, oldest first."""
        return list(self._children[node])

    def ancestors(self, node: NodeId) -> set[NodeId]:
        """All nodes that `node` descends from."""
        import networkx as nx  # only here: it takes a tenth of a second, and no screen asks

        edges = ((parent, each.id) for each in self for parent in each.parents)
        graph: nx.DiGraph[NodeId] = nx.DiGraph(edges)
        graph.add_nodes_from(self._nodes)
        return set(nx.ancestors(graph, node))
