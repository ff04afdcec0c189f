"""A straight line through points, and how sure its slope is."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import sqrt

T95 = (
    12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262, 2.228, 2.201, 2.179, 2.160, 2.145, 2.131,
    2.120, 2.110, 2.101, 2.093, 2.086, 2.080, 2.074, 2.069, 2.064, 2.060, 2.056, 2.052, 2.048, 2.045, 2.042,
)  # fmt: skip
"""Student's t for 95 %, two-sided, by degrees of freedom from 1; beyond 30 it is near the normal's."""


@dataclass(frozen=True)
class Fitted:
    """The line of weighted least squares."""

    slope: float
    low: float
    """Ends of the slope's 95 % interval."""
    high: float
    start: float
    """Height where x is 0."""
    points: int

    @property
    def noise(self) -> bool:
        """The slope may as well be 0."""
        return self.low <= 0 <= self.high

    def at(self, x: float) -> float:
        return self.start + self.slope * x


def fitted(points: Sequence[tuple[float, float, float]]) -> Fitted | None:
    """None for fewer than three points, or when all have one x: no slope can be told.

    Args:
        points: x, y and weight, which is positive: a mean of so many counts for so much.
    """
    weight = sum(w for *_, w in points)
    if len(points) < 3:
        return None
    middle, height = (
        sum(w * x for x, _, w in points) / weight,
        sum(w * y for _, y, w in points) / weight,
    )
    spread = sum(w * (x - middle) ** 2 for x, _, w in points)
    if spread == 0:
        return None
    slope = sum(w * (x - middle) * (y - height) for x, y, w in points) / spread
    start = height - slope * middle
    rest = sum(w * (y - start - slope * x) ** 2 for x, y, w in points)
    freedom = len(points) - 2
    half = (T95[freedom - 1] if freedom <= len(T95) else 1.96 + 2.4 / freedom) * sqrt(
        rest / freedom / spread
    )
    return Fitted(slope, slope - half, slope + half, start, len(points))
