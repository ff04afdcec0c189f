"""Scales with round numbers."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import ceil, floor, log10

from saddle_tui.reporting.words import short

TICKS = 5


@dataclass(frozen=True)
class Axis:
    """From a number to pixels."""

    low: float
    high: float
    start: float
    """Pixel of `low`."""
    end: float
    ticks: tuple[float, ...]
    unit: str = ""

    def at(self, value: float) -> float:
        """Pixels; what lies outside stands at the edge."""
        span = self.high - self.low
        share = min(max((value - self.low) / span, 0.0), 1.0) if span else 0.0
        return self.start + share * (self.end - self.start)

    def told(self, value: float) -> str:
        """A tick in words."""
        match self.unit:
            case "%":
                return f"{100 * value:.0f}%"
            case "usd":
                return f"{value:,.4g}"
            case _:
                return short(value)


def axis(
    values: Sequence[float], pixels: tuple[float, float], *, low: float | None = 0.0, high: float | None = None,
    unit: str = "", whole: bool = False, tight: bool = False,
) -> Axis:  # fmt: skip
    """Wide enough for all values.

    Args:
        values: what has to have a place.
        pixels: where it starts and ends.
        low: where it begins; None for a round number below the values.
        high: where it ends; None for a round number above.
        unit: `%`, `usd`, `si` or nothing.
        whole: only whole numbers are ticks.
        tight: it ends with the values, not with a tick.
    """
    least, most = min(values, default=0.0), max(values, default=1.0)
    bottom = least if low is None else low
    top = most if high is None else high
    if top <= bottom:
        top = bottom + 1.0
    step = _step((top - bottom) / TICKS, whole=whole)
    if low is None:
        bottom = floor(bottom / step + 1e-9) * step
    if high is None and not tight:
        top = ceil(top / step - 1e-9) * step
    if unit == "%":
        bottom, top = max(bottom, 0.0), min(top, 1.0)
    first = ceil(bottom / step - 1e-9)
    count = floor((top - first * step) / step + 1e-9) + 1
    ticks = tuple((first + each) * step for each in range(max(count, 1)))
    return Axis(bottom, top, *pixels, ticks, unit)


def _step(rough: float, *, whole: bool) -> float:
    size = 10.0 ** floor(log10(rough)) if rough > 0 else 1.0
    step = next(size * each for each in (1, 2, 5, 10) if size * each >= rough * 0.999)
    return max(step, 1.0) if whole else step
