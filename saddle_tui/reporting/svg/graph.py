"""The EvoDAG along the app's lanes: the newest node on top, words beside it."""

from collections.abc import Iterator, Sequence

from saddle_tui.drawing.lanes import PLACE
from saddle_tui.reporting.drawings import Graph, Vertex
from saddle_tui.reporting.svg.parts import LETTER, cut, label, number, path
from saddle_tui.reporting.svg.shapes import shape

WIDTH = 760.0
HEAD, ROW, LANE, MARGIN = 20.0, 28.0, 18.0, 14.0
TURN = 9.0
DOWN, UP = "│├┤╭╮┬┼", "│├┤┼"
"""Cells that have a line at their lower end, and at their upper one."""
LEAVES_CELLS = 24


def graph(drawing: Graph) -> tuple[float, float, str]:
    """Width, height and elements."""
    lanes = max((len(row.cells) + 1) // 2 for row in drawing.rows)
    left = MARGIN + LANE * lanes + 8
    width = max(WIDTH, left + 520)
    return width, HEAD + ROW * len(drawing.rows) + 6, "".join(_elements(drawing.rows, left, width))


def _elements(rows: Sequence[Vertex], left: float, width: float) -> Iterator[str]:
    for x, word, side in (
        (left, "node", "start"),
        (left + 92, "dev", "end"),
        (left + 148, "change", "end"),
        (left + 164, "patch", "start"),
    ):
        yield label(x, 14, word, at=side, kind="m")
    if any(row.leaves for row in rows):
        yield label(width - 8, 14, "its patches that are no nodes", at="end", kind="m")
    strokes = "".join(_strokes(rows))
    if strokes:
        yield path(strokes, "s edge-line")
    for at, row in enumerate(rows):
        y = _y(at)
        x = _x(row.column)
        if row.cut:
            yield path(shape("circle", x, y, 9), "s muted thin", "2 2")
        kind = {"best": "f best edge", "seed": "f ground ring", "merge": "f ok"}.get(
            row.glyph, "f ok"
        )
        faded = "" if row.champion or row.glyph == "seed" else " pale"
        yield path(
            shape("circle" if row.glyph in {"seed", "node"} else row.glyph, x, y, 5), kind + faded
        )
        yield from _words(row, y + 4, left, width)


def _words(row: Vertex, y: float, left: float, width: float) -> Iterator[str]:
    name, score, gain, title = row.label
    bold = "b" if row.champion else ""
    yield label(left, y, name, kind=bold)
    yield label(left + 92, y, score, at="end", kind=bold)
    if gain:
        yield label(
            left + 148,
            y,
            gain,
            at="end",
            kind="gain" if gain.startswith("+") and gain != "+0.0" else "m",
        )
    leaves = cut(row.leaves, LEAVES_CELLS)
    if leaves:
        yield label(width - 8, y, leaves, at="end", kind="m")
    room = (width - 16 - LETTER * len(leaves) - left - 164) / LETTER
    yield label(left + 164, y, cut(title, room), kind=bold)


def _strokes(rows: Sequence[Vertex]) -> Iterator[str]:
    for at, row in enumerate(rows):
        for lane, cell in enumerate(row.cells[::2]):
            yield from _across(row, at, lane, cell)
            if at + 1 < len(rows) and _joins(cell, rows[at + 1].cells, lane):
                yield f"M{number(_x(lane))} {number(_y(at) + _begin(cell))}V{number(_y(at + 1))}"


def _begin(cell: str) -> float:
    return TURN if cell in "╭╮" else 0.0


def _joins(cell: str, below: str, lane: int) -> bool:
    under = below[2 * lane : 2 * lane + 1]
    return cell in DOWN + PLACE and under != "" and under in UP + PLACE


def _across(row: Vertex, at: int, lane: int, cell: str) -> Iterator[str]:
    """What of a horizontal line is in this cell and in the gap to the right of it."""
    x, y, n = _x(lane), _y(at), number
    if cell == "╭":
        yield f"M{n(x)} {n(y + TURN)}q0 {n(-TURN)} {n(TURN)} {n(-TURN)}"
    elif cell == "╮":
        yield f"M{n(x)} {n(y + TURN)}q0 {n(-TURN)} {n(-TURN)} {n(-TURN)}"
    if row.cells[2 * lane + 1 : 2 * lane + 2] == "─":
        first = TURN if cell == "╭" else 0.0
        following = row.cells[2 * lane + 2 : 2 * lane + 3]
        last = TURN if following == "╮" else 0.0
        yield f"M{n(x + first)} {n(y)}H{n(x + LANE - last)}"


def _x(lane: int) -> float:
    return MARGIN + LANE * lane


def _y(row: int) -> float:
    return HEAD + ROW / 2 + ROW * row
