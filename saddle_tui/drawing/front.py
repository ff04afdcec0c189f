"""Which nodes no other one beats in both score and cost, and a small scatter of all of them."""

from collections.abc import Sequence
from dataclasses import dataclass

from saddle_engine.types.base import NodeId


@dataclass(frozen=True)
class Point:
    """A node between the two axes."""

    node: NodeId
    score: float
    """Mean on dev, in [0,1]."""
    cost: float
    """Of one rollout, in whatever unit; not negative."""


def front(points: Sequence[Point]) -> list[Point]:
    """Those that no other point beats: none scores as much for less, or more for as little.

    The highest score first; of equal points only the first is kept.
    """
    kept: list[Point] = []
    for point in sorted(points, key=lambda each: (each.cost, -each.score)):
        if not kept or point.score > kept[-1].score:
            kept.append(point)
    return kept[::-1]


@dataclass(frozen=True)
class Dot:
    """A cell of the scatter."""

    column: int
    row: int
    """From 0, the highest score first."""
    point: Point


def scatter(points: Sequence[Point], columns: int, rows: int) -> list[Dot]:
    """One dot a point, the lowest cost at the left; points may share a cell."""
    if not points:
        return []
    costs, scores = [each.cost for each in points], [each.score for each in points]
    cheapest, dearest, lowest, highest = min(costs), max(costs), min(scores), max(scores)
    return [
        Dot(
            _place(point.cost, cheapest, dearest, columns),
            rows - 1 - _place(point.score, lowest, highest, rows),
            point,
        )
        for point in points
    ]


def _place(value: float, low: float, high: float, cells: int) -> int:
    return round((value - low) / (high - low) * (cells - 1)) if high > low else 0
