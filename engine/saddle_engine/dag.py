"""The EvoDAG: nodes, their parents, and who descends from whom."""

from collections.abc import Iterator
from dataclasses import dataclass

import networkx as nx

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
        self._graph: nx.DiGraph[NodeId] = nx.DiGraph()
        self._nodes: dict[NodeId, Node] = {}

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
        self._graph.add_node(node.id)
        self._graph.add_edges_from((parent, node.id) for parent in node.parents)

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
        return list(self._graph.successors(node))

    def ancestors(self, node: NodeId) -> set[NodeId]:
        """All nodes that `node` descends from."""
        return set(nx.ancestors(self._graph, node))
