"""How sure a share is: Wilson's score interval of a proportion."""

from math import sqrt
from typing import NamedTuple

Z95 = 1.959963984540054
"""Of the normal distribution: 95% lie within so many standard deviations."""


class Interval(NamedTuple):
    """Two ends in [0,1], both included."""

    low: float
    high: float


def wilson(passed: float, total: float, z: float = Z95) -> Interval:
    """The interval that holds the true share, 95 times of 100; everything when `total` is 0.

    Never leaves [0,1], and has a width also where all or none passed (E. B. Wilson, 1927).

    Raises:
        ValueError: `passed` is not between 0 and `total`.
    """
    if not 0 <= passed <= total:
        raise ValueError(f"{passed} of {total} is no share: expected 0 <= passed <= total")
    if total == 0:
        return Interval(0.0, 1.0)
    share, weight = passed / total, z * z / total
    middle = (share + weight / 2) / (1 + weight)
    half = z * sqrt((share * (1 - share) + weight / 4) / total) / (1 + weight)
    low = 0.0 if passed == 0 else middle - half
    high = 1.0 if passed == total else middle + half
    return Interval(low, high)
