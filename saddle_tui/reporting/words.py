"""Numbers for people: a share never stands without its count, an interval never without its width."""

from collections.abc import Sequence
from datetime import UTC, datetime

from saddle_engine.ledger import HOUR_S
from saddle_engine.types.wilson import Interval

SPARKS = "▁▂▃▄▅▆▇█"


def percent(share: float, digits: int = 1) -> str:
    """Of a share in [0,1]."""
    return f"{100 * share:.{digits}f}%"


def points(difference: float) -> str:
    """Of a difference of shares, with its sign."""
    return f"{100 * difference:+.1f}"


def between(interval: Interval) -> str:
    """Of shares."""
    return f"{100 * interval.low:.0f} to {100 * interval.high:.0f}%"


def gap(interval: Interval) -> str:
    """Of a difference, in points."""
    return f"{100 * interval.low:+.1f} to {100 * interval.high:+.1f}"


def chance(p: float) -> str:
    """A p-value; it is never 0."""
    return "< 0.001" if p < 0.001 else f"{p:.3f}"


def of(count: int, total: int) -> str:
    """`3 of 4`; `-` where there is nothing to count."""
    return f"{count:,} of {total:,}" if total else "-"


def many(count: int, one: str, more: str = "") -> str:
    """`1 patch`, `2 patches`."""
    return f"{count:,} {one if count == 1 else more or one + 's'}"


def left_out(count: int, one: str, more: str = "") -> str:
    """What a table has no room for, in a sentence; empty for nothing."""
    verb = "is" if count == 1 else "are"
    return f"{many(count, one, more)} {verb} left out." if count > 0 else ""


def dollars(usd: float) -> str:
    """`12.34`, and small sums with four digits."""
    return f"{usd:,.4f}" if 0 < abs(usd) < 0.1 else f"{usd:,.2f}"


def short(number: float) -> str:
    """`950`, `12.3k`, `4.5M`."""
    for size, letter in ((1e9, "G"), (1e6, "M"), (1e3, "k")):
        if abs(number) >= size:
            return f"{number / size:.3g}{letter}"
    return f"{number:.3g}"


def hours(seconds: float) -> str:
    """`41 s`, `12 min`, `3.5 h`."""
    if seconds < 100:
        return f"{seconds:.0f} s"
    return f"{seconds / 60:.0f} min" if seconds < 2 * HOUR_S else f"{seconds / HOUR_S:.1f} h"


def moment(at: float) -> str:
    """Seconds since 1970 as a date."""
    return datetime.fromtimestamp(at, UTC).strftime("%Y-%m-%d %H:%M UTC")


def kind(name: str) -> str:
    """`new_tool` as `new tool`."""
    return name.replace("_", " ")


def spark(values: Sequence[float], most: int = 48) -> str:
    """A line of small bars; of many values the mean of each part."""
    if not values:
        return ""
    step = max(1, -(-len(values) // most))
    parts = [values[at : at + step] for at in range(0, len(values), step)]
    means = [sum(part) / len(part) for part in parts]
    low, high = min(means), max(means)
    room = (high - low) or 1.0
    return "".join(SPARKS[round((each - low) / room * (len(SPARKS) - 1))] for each in means)
