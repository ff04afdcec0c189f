"""Who a node descends from, and who descends from it."""

from saddle_engine.dag import EvoDag
from saddle_engine.types.base import NodeId


def kin(dag: EvoDag, node: NodeId) -> frozenset[NodeId]:
    """Its ancestors, itself and its descendants."""
    found, older = {node}, [node]
    while older:
        fresh = [parent for parent in dag[older.pop()].parents if parent not in found]
        found.update(fresh)
        older += fresh
    younger = {node}
    for each in dag:  # parents come before their children
        if not younger.isdisjoint(each.parents):
            younger.add(each.id)
    return frozenset(found | younger)


def lineage(dag: EvoDag, node: NodeId) -> list[NodeId]:
    """The way of main parents from the seed to the node, both included."""
    way = [node]
    while parents := dag[way[-1]].parents:
        way.append(parents[0])
    return way[::-1]


def along(dag: EvoDag, node: NodeId) -> NodeId | None:
    """The next one on the round of a node and its further parents; None where there is no such round.

    A node of several parents leads to its second one, that to the third, the last back to the node. A
    further parent of several nodes belongs to the youngest of them.
    """
    if further := dag[node].parents[1:]:
        return further[0]
    nodes = (dag[child] for child in reversed(dag.children(node)))
    child = next((each for each in nodes if node in each.parents[1:]), None)
    if child is None:
        return None
    rest = child.parents[child.parents.index(node) + 1 :]
    return rest[0] if rest else child.id
