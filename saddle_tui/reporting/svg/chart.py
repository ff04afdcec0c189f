"""Dots, lines and stairs between two axes."""

from collections.abc import Iterator

from saddle_tui.reporting.drawings import Chart, Dot, Series
from saddle_tui.reporting.svg.axes import Axis, axis
from saddle_tui.reporting.svg.parts import LETTER, label, line, number, path
from saddle_tui.reporting.svg.shapes import shape

WIDTH, HEIGHT = 760.0, 326.0
LEFT, RIGHT, TOP, BOTTOM = 58.0, 744.0, 64.0, 278.0
SIGNS = 24
"""On a line, about so many."""
TELLING = 300
"""Dots of a series that each say what they are; where there are more, they are one path."""


def chart(drawing: Chart) -> tuple[float, float, str]:
    """Width, height and elements."""
    return WIDTH, HEIGHT, "".join(_Chart(drawing).elements())


class _Chart:
    def __init__(self, drawing: Chart) -> None:
        self._drawing = drawing
        dots = [dot for series in drawing.series for dot in series.dots]
        self._x = axis(
            [dot.x for dot in dots] or [0.0, 1.0],
            (LEFT + 8, RIGHT - 8),
            low=0.0,
            whole=drawing.whole,
            tight=True,
        )
        heights = [dot.y for dot in dots]
        heights += [end for dot in dots if dot.interval for end in dot.interval]
        self._y: Axis = axis(
            heights, (BOTTOM, TOP), low=drawing.low, high=drawing.high, unit=drawing.unit
        )

    def elements(self) -> Iterator[str]:
        yield from self._legend()
        yield from self._marks()
        yield from self._axes()
        for series in self._drawing.series:
            yield from self._series(series)

    def _legend(self) -> Iterator[str]:
        x = LEFT
        for series in self._drawing.series:
            if series.kind == "dots":
                yield path(shape(series.glyph, x + 9, 12), self._fill(series))
            else:
                yield line(x, 12, x + 20, 12, f"s {series.style}", series.dash)
            if series.kind == "line" and series.dash != "6 4":
                yield path(shape(series.glyph, x + 10, 12, 3.2), self._fill(series))
            yield label(x + 26, 16, series.name)
            x += 26 + LETTER * len(series.name) + 22

    def _marks(self) -> Iterator[str]:
        marks = list(self._drawing.marks)
        for at, (place, word) in enumerate(marks):
            end = marks[at + 1][0] if at + 1 < len(marks) else self._x.high
            left, right = self._x.at(place), self._x.at(end)
            if at % 2:
                box = f'x="{number(left)}" y="{number(TOP)}" width="{number(max(right - left, 0))}" height="{number(BOTTOM - TOP)}"'
                yield f'<rect class="band" {box}/>'
            if at:
                yield line(left, TOP - 22, left, BOTTOM, "s muted thin", "1 3")
            if right - left > LETTER * len(word):
                yield label(left + 4, TOP - 13, word, kind="m")

    def _axes(self) -> Iterator[str]:
        for value in self._y.ticks:
            y = self._y.at(value)
            yield line(LEFT, y, RIGHT, y, "grid")
            yield label(LEFT - 8, y + 4, self._y.told(value), at="end", kind="m")
        for value in self._x.ticks:
            yield label(self._x.at(value), BOTTOM + 18, self._x.told(value), at="middle", kind="m")
        yield label((LEFT + RIGHT) / 2, BOTTOM + 38, self._drawing.x, at="middle", kind="m")
        yield label(4, TOP - 26, self._drawing.y, kind="m")

    def _series(self, series: Series) -> Iterator[str]:
        match series.kind:
            case "level":
                y = self._y.at(series.dots[0].y)
                yield line(LEFT, y, RIGHT, y, f"s {series.style}", series.dash)
            case "stairs":
                yield path(self._stairs(series), f"s {series.style} thick")
            case "line":
                yield path(self._line(series), f"s {series.style}", series.dash)
                if series.dash != "6 4" and len(series.dots) > 1:
                    some = series.dots[:: max(1, len(series.dots) // SIGNS)]
                    yield path(
                        "".join(self._sign(series, dot, 3.0) for dot in some), self._fill(series)
                    )
            case _:
                yield from self._dots(series)

    def _dots(self, series: Series) -> Iterator[str]:
        bars = "".join(
            f"M{number(self._x.at(dot.x))} {number(self._y.at(dot.interval.low))}V{number(self._y.at(dot.interval.high))}"
            for dot in series.dots
            if dot.interval is not None
        )
        if bars:
            yield path(bars, "s muted bar")
        if len(series.dots) > TELLING:
            plain = [dot for dot in series.dots if dot.glyph != "best"]
            yield path(
                "".join(self._sign(series, dot, 2.4) for dot in plain),
                f"{self._fill(series)} faint",
            )
        for dot in series.dots:
            if dot.glyph == "best":
                yield path(self._sign(series, dot, 5.0), "f best edge", says=dot.says)
            elif len(series.dots) <= TELLING:
                yield path(self._sign(series, dot, 4.0), self._fill(series), says=dot.says)

    def _sign(self, series: Series, dot: Dot, size: float) -> str:
        return shape(dot.glyph or series.glyph, self._x.at(dot.x), self._y.at(dot.y), size)

    def _line(self, series: Series) -> str:
        places = (f"{number(self._x.at(dot.x))} {number(self._y.at(dot.y))}" for dot in series.dots)
        return "M" + "L".join(places)

    def _stairs(self, series: Series) -> str:
        first, *more = series.dots
        steps = "".join(f"H{number(self._x.at(dot.x))}V{number(self._y.at(dot.y))}" for dot in more)
        return f"M{number(self._x.at(first.x))} {number(self._y.at(first.y))}{steps}"

    def _fill(self, series: Series) -> str:
        return f"s {series.style} thick" if series.glyph == "cross" else f"f {series.style}"
