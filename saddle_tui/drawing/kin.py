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
