"""Bars from the left, each with its number; intervals as whiskers, other people's numbers as ticks."""

from collections.abc import Iterator

from saddle_tui.reporting.drawings import Bar, Bars
from saddle_tui.reporting.svg.axes import Axis
from saddle_tui.reporting.svg.parts import LETTER, cut, label, line, number, path

WIDTH = 760.0
LEFT, RIGHT = 176.0, 610.0
ROW, THICK, FIRST = 30.0, 16.0, 14.0
HATCHED = "steering"
"""Drawn with stripes: its colour alone tells nothing."""


def bars(drawing: Bars) -> tuple[float, float, str]:
    """Width, height and elements."""
    head = 28.0 if drawing.legend or any(bar.tick is not None for bar in drawing.bars) else 0.0
    height = head + FIRST + ROW * len(drawing.bars)
    return WIDTH, height, "".join(_elements(drawing, head))


def _elements(drawing: Bars, head: float) -> Iterator[str]:
    yield from _legend(drawing)
    longest = max((sum(size for _, size in bar.parts) for bar in drawing.bars), default=1.0)
    scale = Axis(0.0, drawing.high or longest or 1.0, LEFT, RIGHT, ())
    yield line(LEFT, head, LEFT, head + FIRST + ROW * len(drawing.bars) - 8, "grid")
    for at, bar in enumerate(drawing.bars):
        yield from _bar(bar, scale, head + FIRST + ROW * at)


def _legend(drawing: Bars) -> Iterator[str]:
    x = LEFT
    for style, name in drawing.legend:
        yield _box(style, x, 4, 20)
        yield label(x + 28, 17, name)
        x += 28 + LETTER * len(name) + 22
    if any(bar.tick is not None for bar in drawing.bars):
        yield path(_tick(x + 6, 4), "f text")
        yield label(x + 18, 17, drawing.tick)


def _bar(bar: Bar, scale: Axis, y: float) -> Iterator[str]:
    yield label(LEFT - 10, y + 12, cut(bar.name, 24), at="end")
    x, end = LEFT, LEFT
    for style, size in bar.parts:
        end = x + scale.at(size) - LEFT
        yield _box(style, x, y, end - x)
        x = end
    if bar.interval is not None:
        low, high = scale.at(bar.interval.low), scale.at(bar.interval.high)
        middle, n = y + THICK / 2, number
        caps = f"M{n(low)} {n(middle - 4)}v8M{n(high)} {n(middle - 4)}v8"
        whisker = f"M{n(low)} {n(middle)}H{n(high)}{caps}"
        yield path(whisker, "s ground halo") + path(whisker, "s text")
        end = RIGHT
    if bar.tick is not None:
        yield path(_tick(scale.at(bar.tick), y - 9), "f text")
    yield label(max(end, LEFT) + 10, y + 12, bar.says)


def _box(style: str, x: float, y: float, width: float) -> str:
    n = number
    shape = f"M{n(x)} {n(y)}h{n(width)}v{n(THICK)}h{n(-width)}z"
    if style != HATCHED:
        return path(shape, f"f {style}")
    stripes, at = [], x + 3.0
    while at < x + width:
        stripes.append(f"M{n(at)} {n(y)}v{n(THICK)}")
        at += 6.0
    return path(shape, f"f {style}") + (path("".join(stripes), "stripe") if stripes else "")


def _tick(x: float, y: float) -> str:
    return f"M{number(x - 5)} {number(y)}h10l-5 8z"
