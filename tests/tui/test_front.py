"""The front: who is beaten by nobody, and where the points stand."""

import time

from hypothesis import given
from hypothesis import strategies as st

from saddle_engine.types.base import NodeId
from saddle_tui.drawing.front import Point, front, scatter

POINTS = st.lists(
    st.builds(
        Point,
        st.integers(0, 99).map(lambda number: NodeId(f"n{number}")),
        st.integers(0, 20).map(lambda share: share / 20),
        st.integers(0, 9).map(float),
    ),
    max_size=30,
)


def _beats(one: Point, other: Point) -> bool:
    better = one.score > other.score or one.cost < other.cost
    return one.score >= other.score and one.cost <= other.cost and better


@given(POINTS)
def test_nobody_on_the_front_is_beaten_and_everybody_else_is_or_has_an_equal(
    points: list[Point],
) -> None:
    kept = front(points)

    for point in points:
        beaten = any(_beats(other, point) for other in points)
        equal = any((each.score, each.cost) == (point.score, point.cost) for each in kept)
        assert beaten != equal


@given(POINTS)
def test_a_higher_score_on_the_front_costs_more(points: list[Point]) -> None:
    kept = front(points)

    assert kept == sorted(kept, key=lambda point: -point.score)
    assert kept == sorted(kept, key=lambda point: -point.cost)
    assert len({point.score for point in kept}) == len(kept)


@given(POINTS, st.integers(1, 60), st.integers(1, 20))
def test_each_point_has_a_place_within_the_axes(
    points: list[Point], columns: int, rows: int
) -> None:
    dots = scatter(points, columns, rows)

    assert [dot.point for dot in dots] == points
    assert all(0 <= dot.column < columns and 0 <= dot.row < rows for dot in dots)
    for one in dots:
        for other in dots:
            if one.point.score > other.point.score:
                assert one.row <= other.row
            if one.point.cost < other.point.cost:
                assert one.column <= other.column


def test_many_points_take_no_longer_than_they_are_many() -> None:
    points = [Point(NodeId(f"n{at}"), at / 30_000, float(at)) for at in range(30_000)]
    before = time.process_time()

    assert len(scatter(points, 100, 20)) == len(points)
    assert time.process_time() - before < 3.0
