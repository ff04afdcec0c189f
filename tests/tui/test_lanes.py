"""Lanes: every node once, every edge once, and nobody can read an edge that is not there."""

import time
from collections.abc import Sequence
from dataclasses import replace

from hypothesis import given

from saddle_engine.dag import Node
from saddle_engine.types.base import NodeId
from saddle_tui.drawing.lanes import PLACE, Row, lanes
from saddle_tui.view import View
from saddle_tui.widgets.dag import dag
from saddle_tui.widgets.words import MUTED
from tests.tui.dags import CHOICES, Choice, grown, many, nodes
from tests.tui.stories import Story
from tests.tui.views import view_of

ENDS, OPENS, PASSES = "├┤", "╭╮┬", "│┼├┤"


def test_merges_lead_to_each_of_their_parents() -> None:
    story = Story().start().seed(0.3)
    story.grow(0.31, "n0").grow(0.34, "n0").grow(0.4, "n2", "n1").grow(0.35, "n2").grow(0.5, "n3")

    assert _drawn(view_of(story)) == [
        "★    n5    0.500 best",
        "│ ●  n4    0.350",
        "◆─┤  n3    0.400 <- n2, n1",
        "│ ●  n2    0.340",
        "●─┤  n1    0.310",
        "  ●  n0    0.300 seed",
    ]


def test_what_is_no_kin_of_the_selected_node_is_dim() -> None:
    story = Story().start().seed(0.3).grow(0.31, "n0").grow(0.34, "n0").grow(0.4, "n1")
    view = _lanes(view_of(story), selected="n1")

    dim = {
        text.split()[0]: style == MUTED
        for line in dag(view, 60, 9)
        for text, style in line
        if text.strip(" ›").startswith("n")
    }

    assert dim == {"n3": False, "n2": True, "›n1": False, "n0": False}


def _broad() -> Story:
    """Eleven branches, so that there are eleven lanes."""
    story = Story().start().seed(0.3)
    for _ in range(11):
        story.grow(0.4, "n0")
    for node in range(1, 12):
        story.grow(0.5, f"n{node}")
    return story


def test_lanes_that_find_no_room_are_counted_and_their_parents_named() -> None:
    lines = _drawn(view_of(_broad()), width=40)

    assert lines[10:12] == [
        "│ │ │ │ │ │ │ │+3»● n12   0.500 <- n1",
        "● │ │ │ │ │ │ │+3»  n11   0.400 <- n0",
    ]
    hidden = [line for line in lines if "»●" in line or "»★" in line]
    assert hidden
    assert all("<- n" in line for line in hidden)


def test_the_lane_of_the_selected_node_is_in_sight() -> None:
    lines = _drawn(view_of(_broad()), width=40, selected="n12")

    assert lines[10:12] == [
        "«4 │ │ │ │ │ │ ●   ›n12   0.500 <- n1",
        "«4 │ │ │ │ │ │ │  ● n11   0.400 <- n0",
    ]


@given(CHOICES)
def test_the_drawing_says_which_edges_there_are_and_no_others(choices: list[Choice]) -> None:
    given_ = nodes(choices)
    rows = lanes(given_)

    assert [row.node for row in rows] == given_[::-1]
    assert sorted(_read(rows)) == sorted(
        (node.id, parent) for node in given_ for parent in node.parents
    )


@given(CHOICES)
def test_equal_nodes_are_drawn_alike(choices: list[Choice]) -> None:
    assert lanes(nodes(choices)) == lanes(nodes(choices))


@given(CHOICES)
def test_lanes_keep_to_their_share_of_the_pane(choices: list[Choice]) -> None:
    view = _lanes(view_of(grown(choices)))

    for width in (20, 34, 80):
        for line in dag(view, width, 60):
            text = "".join(text for text, _ in line)
            assert len(text) <= width


def test_two_thousand_nodes_take_a_blink() -> None:
    given_ = nodes(many(2000))

    assert min(_spent(given_) for _ in range(5)) < 0.05


def _spent(given_: Sequence[Node]) -> float:
    start = time.process_time()
    lanes(given_)
    return time.process_time() - start


def _lanes(view: View, selected: str = "") -> View:
    return replace(view, selected=selected, lens=replace(view.lens, dag="lanes"))


def _drawn(view: View, width: int = 48, selected: str = "") -> list[str]:
    lines = dag(_lanes(view, selected), width, 40)
    return ["".join(text for text, _ in line).rstrip() for line in lines]


def _read(rows: Sequence[Row]) -> list[tuple[NodeId, NodeId]]:
    """The edges, from nothing but what stands in the cells."""
    edges: list[tuple[NodeId, NodeId]] = []
    waiting: dict[int, list[NodeId]] = {}
    for row, below in zip(rows, [*rows[1:], None], strict=True):
        assert row.cells.count(PLACE) == 1
        assert row.cells[2 * row.column] == PLACE
        edges += [(child, row.node.id) for child in waiting.pop(row.column, [])]
        _check_passing(row, waiting)
        for lane in _ends(row):
            joins = row.cells[2 * lane] in ENDS
            assert joins == (lane in waiting)
            waiting.setdefault(lane, []).append(row.node.id)
        if below is not None and _goes_on(below, row.column):
            waiting.setdefault(row.column, []).append(row.node.id)
    assert not waiting
    return edges


def _check_passing(row: Row, waiting: dict[int, list[NodeId]]) -> None:
    for lane in waiting:
        assert row.cells[2 * lane] in PASSES
    for place, cell in enumerate(row.cells[::2]):
        assert place in waiting or cell not in PASSES


def _goes_on(below: Row, lane: int) -> bool:
    """A line, or a node, stands right below; a node that is no child's parent never does."""
    cells = below.cells
    return 2 * lane < len(cells) and cells[2 * lane] in PASSES + PLACE


def _ends(row: Row) -> list[int]:
    """Where the lines that leave the node to its sides end."""
    found = []
    for step in (-1, 1):
        lane = row.column
        while (gap := 2 * lane + step) >= 0 and row.cells[gap : gap + 1] == "─":
            lane += step
            if row.cells[2 * lane] in ENDS + OPENS:
                found.append(lane)
    return found
