"""A number that is not known yet: low, likely, high."""

from collections.abc import Iterable
from math import sqrt
from typing import NamedTuple

SURE = 1.64
"""Standard deviations: 95% of what chance does to a count lies above, or below."""


class Range(NamedTuple):
    """In this order, from the smallest; all three are the same where nothing is left open."""

    low: float
    likely: float
    high: float

    def times(self, other: "Range | float") -> "Range":
        """Of two that are not negative: low with low, high with high."""
        if not isinstance(other, Range):
            other = Range(other, other, other)
        return Range(self.low * other.low, self.likely * other.likely, self.high * other.high)

    def plus(self, other: "Range") -> "Range":
        """Low with low, high with high: what is dear in one place is dear in the others."""
        return Range(self.low + other.low, self.likely + other.likely, self.high + other.high)

    def at_most(self, cap: float) -> "Range":
        """None of the three above `cap`."""
        return Range(min(self.low, cap), min(self.likely, cap), min(self.high, cap))


NOTHING = Range(0, 0, 0)


def exactly(number: float) -> Range:
    """What is known."""
    return Range(number, number, number)


def ordered(numbers: Iterable[float]) -> Range:
    """Three numbers, whichever of them is the smallest."""
    low, likely, high = sorted(numbers)
    return Range(low, likely, high)


def total(ranges: Iterable[Range]) -> Range:
    """The sum."""
    found = NOTHING
    for each in ranges:
        found = found.plus(each)
    return found


def drawn(count: Range, share: Range) -> Range:
    """How many of `count` it is that each has a `share` to be; what chance does is in low and high."""
    low = count.low * share.low - SURE * sqrt(count.low * share.low * (1 - share.low))
    high = count.high * share.high + SURE * sqrt(count.high * share.high * (1 - share.high))
    return Range(max(low, 0.0), count.likely * share.likely, min(high, count.high))
