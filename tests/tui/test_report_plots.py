"""Plots of a report: every line leads where it should, every number has its place."""

import re
from collections.abc import Iterator
from itertools import chain

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from saddle_tui.drawing.lanes import lanes
from saddle_tui.reporting.drawings import Bar, Bars, Chart, Dot, Graph, Series, Vertex
from saddle_tui.reporting.svg.axes import axis
from saddle_tui.reporting.svg.bars import bars
from saddle_tui.reporting.svg.chart import chart
from saddle_tui.reporting.svg.graph import _x, _y, graph
from saddle_tui.reporting.svg.parts import cut, text_of
from tests.tui.dags import CHOICES, Choice, nodes

Place = tuple[float, float]
LINES = re.compile(r'<path class="s edge-line" d="([^"]*)"')
STROKE = re.compile(r"M([\d.]+) ([\d.]+)(?:V([\d.]+)|H([\d.]+)|q0 -9 (-?9) -9)")


LEFTWARD: list[Choice] = [
    ([11, 98], 50), ([34, 13], 50), ([48], 50), ([71, 42, 43], 50), ([20], 50), ([43], 50),
]  # fmt: skip
"""A lane opens to the left of its node, which is rare."""


@example(LEFTWARD)
@given(CHOICES)
def test_in_the_evodag_lines_lead_down_from_every_node_to_each_of_its_parents(
    choices: list[Choice],
) -> None:
    rows = lanes(nodes(choices))
    drawn = Graph([Vertex(row.cells, row.column, "node", (row.id, "", "", ""), "") for row in rows])

    _, _, body = graph(drawn)

    joined = _joined(LINES.findall(body))
    places = {row.id: (_x(row.column), _y(at)) for at, row in enumerate(rows)}
    for row in rows:
        reached = _reached(joined, places[row.id], {*places.values()})
        assert {places[parent] for parent in row.node.parents} <= reached


@given(
    st.lists(st.integers(0, 10**8).map(lambda each: each / 100), min_size=1, max_size=20),
    st.booleans(),
)
def test_an_axis_has_room_for_all_its_values_and_round_ticks(
    values: list[float], whole: bool
) -> None:
    found = axis(values, (0.0, 100.0), low=None, whole=whole)

    assert found.low <= min(values) + 1e-6
    assert found.high >= max(values) - 1e-6
    assert 1 <= len(found.ticks) <= 14
    assert all(0 <= found.at(each) <= 100 for each in values)


def test_shares_have_an_axis_from_0_to_100_percent_at_most() -> None:
    found = axis([0.02, 1.0], (0.0, 1.0), low=None, unit="%")

    assert (found.low, found.high) == (0.0, 1.0)
    assert found.told(0.25) == "25%"


def test_dots_of_one_series_are_drawn_one_by_one_while_they_can_be_pointed_at() -> None:
    few = [Dot(at, 0.5, says=f"dot {at}") for at in range(5)]
    many = [Dot(at, 0.5, says=f"dot {at}") for at in range(2000)]

    told, crowd = (chart(Chart("x", "y", [Series("s", "ok", dots)]))[2] for dots in (few, many))

    assert told.count("<title>") == 5
    assert crowd.count("<title>") == 0
    assert crowd.count("<path") < 10


def test_a_bar_of_steering_is_striped_and_one_of_capability_is_not() -> None:
    drawn = [Bar("a", [(style, 3.0)], "3") for style in ("steering", "capability")]

    assert [bars(Bars([each]))[2].count('class="stripe"') for each in drawn] == [1, 0]


@pytest.mark.parametrize(
    ("text", "cells", "shown"),
    [("abcdef", 6, "abcdef"), ("abcdef", 4, "abc…"), ("界界界", 4, "界…")],
)
def test_words_beside_a_plot_are_cut_to_their_room(text: str, cells: int, shown: str) -> None:
    assert cut(text, cells) == shown


def test_a_word_of_a_plot_is_never_markup() -> None:
    assert text_of("<b a='\"'>&\x1b") == "&lt;b a=&#x27;&quot;&#x27;&gt;&amp;␛"


def _joined(paths: list[str]) -> list[tuple[Place, Place]]:
    return list(chain.from_iterable(map(_ends, paths)))


def _ends(data: str) -> Iterator[tuple[Place, Place]]:
    for stroke in STROKE.finditer(data):
        x, y = float(stroke[1]), float(stroke[2])
        if stroke[3]:
            yield (x, y), (x, float(stroke[3]))
        elif stroke[4]:
            yield (x, y), (float(stroke[4]), y)
        else:
            yield (x, y), (x + float(stroke[5]), y - 9)


def _reached(joined: list[tuple[Place, Place]], start: Place, ends: set[Place]) -> set[Place]:
    """Going down or across, and on from no end."""
    near: dict[Place, list[Place]] = {}
    for one, other in joined:
        near.setdefault(one, []).append(other)
        near.setdefault(other, []).append(one)
    found, waiting = {start}, [start]
    while waiting:
        at = waiting.pop()
        fresh = [each for each in near.get(at, []) if each not in found and each[1] >= at[1]]
        found.update(fresh)
        waiting += [each for each in fresh if each not in ends]
    return found
