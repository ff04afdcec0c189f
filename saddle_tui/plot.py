"""Points with intervals over a staircase, drawn with characters."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from saddle_engine.types.wilson import Interval
from saddle_tui.text.glyphs import BEST, NODE
from saddle_tui.text.safe import clean
from saddle_tui.widgets.pane import Line

AXIS_CELLS = 6
LEAST_CELLS, LEAST_ROWS = 12, 4
MUTED, STEPS, BAR = "$text-muted", "$text-primary", "$text-muted"


@dataclass(frozen=True)
class Point:
    """A node on the chart."""

    at: int
    """Iteration, from 0 for the seed."""
    score: float
    """In [0,1]."""
    interval: Callable[[], Interval]
    """Asked of those that are drawn only."""
    leads: bool = False
    """It is drawn where several nodes share a place."""


@dataclass(frozen=True)
class _Cell:
    glyph: str = " "
    style: str = ""


def plot(points: Sequence[Point], last: int, width: int, rows: int) -> list[Line]:
    """Lines of at most `width` cells, the last one with the iterations; none where there is no room.

    Args:
        points: nodes, the oldest first.
        last: the newest iteration.
        width: cells.
        rows: lines.
    """
    cells, levels = width - AXIS_CELLS, rows - 1
    if cells < LEAST_CELLS or levels < LEAST_ROWS - 1 or not points:
        return []
    grid = _Grid(points, last, cells, levels)
    grid.stairs()
    grid.nodes()
    return [*grid.lines(), [(clean(_axis(last, cells)), MUTED)]]


class _Grid:
    def __init__(self, points: Sequence[Point], last: int, cells: int, levels: int) -> None:
        self._points, self._last = points, last
        self._cells = [[_Cell()] * cells for _ in range(levels)]
        self._shown = self._choose()
        scores = [point.score for point in points]
        self._low = min([low for _, (low, _) in self._shown.values()] + scores)
        self._high = max([high for _, (_, high) in self._shown.values()] + scores)

    def stairs(self) -> None:
        """The best score so far, from the seed to the newest iteration."""
        best, before = 0.0, None
        waiting = list(reversed(self._points))
        for column in range(len(self._cells[0])):
            while waiting and self._column(waiting[-1].at) <= column:
                best = max(best, waiting.pop().score)
            level = self._level(best)
            if before is not None and level != before:
                self._turn(column, before, level)
            else:
                self._cells[level][column] = _Cell("─", STEPS)
            before = level

    def nodes(self) -> None:
        """One node a place, with its interval."""
        for column, (point, (low, high)) in self._shown.items():
            for level in range(self._level(low), self._level(high) + 1):
                if self._cells[level][column].glyph == " ":
                    self._cells[level][column] = _Cell("┊", BAR)
            sign = BEST if point.leads else NODE
            self._cells[self._level(point.score)][column] = _Cell(sign.glyph, sign.style)

    def _choose(self) -> dict[int, tuple[Point, Interval]]:
        """By column the node that leads, else the best there."""
        shown: dict[int, Point] = {}
        for point in self._points:
            column = self._column(point.at)
            other = shown.get(column)
            if other is None or (point.leads, point.score) >= (other.leads, other.score):
                shown[column] = point
        return {column: (point, point.interval()) for column, point in shown.items()}

    def lines(self) -> list[Line]:
        """The highest score on top."""
        named = {len(self._cells) - 1: self._high, 0: self._low, len(self._cells) // 2: None}
        lines: list[Line] = []
        for level in reversed(range(len(self._cells))):
            value = named.get(level, 0.0)
            middle = (self._low + self._high) / 2
            text = f"{middle if value is None else value:.3f}" if level in named else ""
            lines.append([(clean(f"{text:>5}┤"), MUTED), *_spans(self._cells[level])])
        return lines

    def _turn(self, column: int, before: int, level: int) -> None:
        up = level > before
        self._cells[before][column] = _Cell("╯" if up else "╮", STEPS)
        self._cells[level][column] = _Cell("╭" if up else "╰", STEPS)
        for between in range(min(before, level) + 1, max(before, level)):
            self._cells[between][column] = _Cell("│", STEPS)

    def _column(self, at: int) -> int:
        return at * (len(self._cells[0]) - 1) // max(self._last, 1)

    def _level(self, score: float) -> int:
        top, span = len(self._cells) - 1, self._high - self._low
        return min(max(round((score - self._low) / span * top), 0), top) if span > 0 else 0


def _spans(cells: Sequence[_Cell]) -> Line:
    """Neighbours of one style are one span."""
    spans: list[tuple[str, str]] = []
    for cell in cells:
        if spans and spans[-1][1] == cell.style:
            spans[-1] = (spans[-1][0] + cell.glyph, cell.style)
        else:
            spans.append((cell.glyph, cell.style))
    return [(clean(text), style) for text, style in spans]


def _axis(last: int, cells: int) -> str:
    name, what = f"it {last}", "dev mean, and 95 % of the share that passes"
    middle = what if len(what) + len(name) + 6 < cells else ""
    return f"{'':5} 0{middle:^{cells - 1 - len(name)}}{name}"
