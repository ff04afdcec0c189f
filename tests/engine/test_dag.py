"""The EvoDAG only grows, and never in a circle."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from saddle_engine.dag import EvoDag, Node
from saddle_engine.types.base import Commit, NodeId, PatchId, Tree


def node(name: str, *parents: str) -> Node:
    return Node(
        id=NodeId(name),
        patch=PatchId(f"p{name}") if parents else None,
        parents=tuple(NodeId(parent) for parent in parents),
        commit=Commit(f"c{name}"),
        tree=Tree(f"t{name}"),
        dev=0.5,
    )


def grown(*nodes: Node) -> EvoDag:
    dag = EvoDag()
    for each in nodes:
        dag.admit(each)
    return dag


@st.composite
def histories(draw: st.DrawFn) -> list[Node]:
    nodes = [node("n0")]
    for number in range(1, draw(st.integers(1, 12))):
        known = [each.id for each in nodes]
        parents = draw(st.lists(st.sampled_from(known), min_size=1, max_size=2, unique=True))
        nodes.append(node(f"n{number}", *parents))
    return nodes


@given(histories())
def test_no_node_descends_from_itself_and_all_from_the_seed(nodes: list[Node]) -> None:
    dag = grown(*nodes)

    for each in nodes[1:]:
        assert each.id not in dag.ancestors(each.id)
        assert nodes[0].id in dag.ancestors(each.id)
        assert all(each.id in dag.children(parent) for parent in each.parents)


def test_iteration_is_in_the_order_of_admission() -> None:
    dag = grown(node("n0"), node("n2", "n0"), node("n1", "n2"))

    assert [each.id for each in dag] == ["n0", "n2", "n1"]
    assert len(dag) == 3


def test_taken_id_is_refused() -> None:
    dag = grown(node("n0"))

    with pytest.raises(ValueError, match="n0"):
        dag.admit(node("n0"))


def test_unknown_parent_is_refused_and_leaves_nothing_behind() -> None:
    dag = grown(node("n0"))

    with pytest.raises(ValueError, match="n7"):
        dag.admit(node("n1", "n0", "n7"))

    assert "n1" not in dag
    assert dag.children(NodeId("n0")) == []


def test_dags_are_equal_when_their_nodes_are() -> None:
    assert grown(node("n0"), node("n1", "n0")) == grown(node("n0"), node("n1", "n0"))
    assert grown(node("n0")) != grown(node("n0"), node("n1", "n0"))
