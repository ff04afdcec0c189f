"""A heatmap of signs: a tick, a cross, a dot."""

from collections.abc import Iterator

from saddle_tui.reporting.drawings import Grid
from saddle_tui.reporting.svg.parts import LETTER, cut, label, number, path

CELL, INSIDE = 20.0, 17.0
NAME = 26
"""Letters of a row's name."""
TOP = 46.0
LEAST = 360.0
FILLS = {"p": "f ok", "f": "f lost", "m": "f held"}


def grid(drawing: Grid) -> tuple[float, float, str]:
    """Width, height and elements."""
    left = LETTER * min(max(map(len, drawing.rows), default=4), NAME) + 14
    width = left + CELL * len(drawing.columns) + 24
    height = TOP + CELL * len(drawing.rows) + 8
    return max(width, LEAST), height, "".join(_elements(drawing, left))


def _elements(drawing: Grid, left: float) -> Iterator[str]:
    for at, name in enumerate(drawing.columns):
        x = left + CELL * at + CELL / 2
        turned = f'<g transform="translate({number(x)} {number(TOP - 6)}) rotate(-50)">'
        yield f"{turned}{label(0, 0, cut(name, 12), kind='m')}</g>"
    for at, name in enumerate(drawing.rows):
        yield label(left - 8, TOP + CELL * at + 14, cut(name, NAME), at="end")
    for letter, kind in FILLS.items():
        if squares := "".join(_square(x, y) for x, y in _places(drawing, letter, left)):
            yield path(squares, kind)
    yield from _signs(drawing, left)


def _signs(drawing: Grid, left: float) -> Iterator[str]:
    n = number
    ticks = "".join(f"M{n(x + 4)} {n(y + 9)}l3.5 3.5l6-7.5" for x, y in _places(drawing, "p", left))
    crosses = "".join(
        f"M{n(x + 5)} {n(y + 5)}l7 7m0-7l-7 7" for x, y in _places(drawing, "f", left)
    )
    dots = "".join(
        f"M{n(x + 5.5)} {n(y + 8.5)}a3 3 0 1 0 6 0a3 3 0 1 0-6 0z"
        for x, y in _places(drawing, "m", left)
    )
    for data, kind in ((ticks, "s ground thick"), (crosses, "s muted"), (dots, "f ground")):
        if data:
            yield path(data, kind)


def _places(drawing: Grid, letter: str, left: float) -> Iterator[tuple[float, float]]:
    for down, row in enumerate(drawing.cells):
        for across, found in enumerate(row):
            if found == letter:
                yield left + CELL * across, TOP + CELL * down


def _square(x: float, y: float) -> str:
    side = number(INSIDE)
    return f"M{number(x)} {number(y)}h{side}v{side}h-{side}z"
