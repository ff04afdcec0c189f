"""The nodes that no other one beats in both dev mean and cost of a rollout, on a scatter and as a list."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from saddle_engine.dag import Node
from saddle_tui.drawing.front import Dot, Point, front, scatter
from saddle_tui.drawing.kept import kept
from saddle_tui.text.glyphs import BEST, LEFT, NODE
from saddle_tui.text.safe import clean
from saddle_tui.text.width import fit
from saddle_tui.view import View
from saddle_tui.widgets.pane import Line, Span
from saddle_tui.widgets.price import cost_of, free, price, unit
from saddle_tui.widgets.words import MUTED, sentence

AXIS_CELLS = 6
LEAST_CELLS, LEAST_ROWS, MOST_ROWS = 12, 4, 14
"""Of the scatter without its axes."""
FREE = "all models are simulated and cost nothing, so tokens stand for costs"


@dataclass(frozen=True)
class Row:
    """A node of the front."""

    node: Node
    point: Point

    @property
    def id(self) -> str:
        """Of the node."""
        return self.node.id

    @property
    def holds(self) -> tuple[str, ...]:
        """Ids of everything that this line stands for."""
        return (self.node.id,)


def rows(view: View) -> Sequence[Row]:
    """The front, the highest score first."""
    dag = view.state.dag
    return kept(
        view.recent,
        ("front", view.tally.changes),
        lambda: [Row(dag[each.node], each) for each in front(_points(view))],
    )


def lines(view: View, shown: Sequence[Row], width: int) -> list[Line]:
    """One a row."""
    return [_line(view, row, width) for row in shown]


def head(view: View, width: int, room: int) -> list[Line]:
    """The scatter, and what it is of."""
    points = _points(view)
    if not points:
        return []
    what = f"no node beats these in both dev mean and {unit(view)} a rollout"
    said = sentence(FREE, width) if free(view) else []
    said += sentence(what, width)
    if (node := view.node) and node not in {row.id for row in rows(view)}:
        said += sentence(_beaten(view, points, node), width)
    height = min(room - len(said) - len(rows(view)) - 2, MOST_ROWS)
    if height < LEAST_ROWS or width < LEAST_CELLS + AXIS_CELLS:
        return said
    return [*_drawn(view, points, width, height), *said]


def _points(view: View) -> list[Point]:
    return kept(view.recent, ("points", view.tally.changes), lambda: list(_measured(view)))


def _measured(view: View) -> Iterator[Point]:
    for node in view.state.dag:
        if (cost := cost_of(view, node)) is not None:
            yield Point(node.id, node.dev, cost)


def _line(view: View, row: Row, width: int) -> Line:
    sign, chosen = BEST if row.id == view.best else NODE, row.id == view.selected
    cost = f"{price(view, row.point.cost)} {unit(view)}"
    said = f"{'›' if chosen else ' '}{row.id:<6}{row.node.dev:.3f}  {cost} a rollout"
    return [(clean(sign.glyph), sign.style), (fit(said, width - 1), "bold" if chosen else "")]


def _beaten(view: View, points: Sequence[Point], node: str) -> str:
    own = next((each for each in points if each.node == node), None)
    if own is None:
        return f"no rollout of {node} is counted yet"
    by = next(each for each in front(points) if each.score >= own.score and each.cost <= own.cost)
    return (
        f"{node} is beaten by {by.node}: {by.score:.3f} against {own.score:.3f} on dev, "
        f"{price(view, by.cost)} against {price(view, own.cost)} {unit(view)} a rollout"
    )


def _drawn(view: View, points: Sequence[Point], width: int, height: int) -> list[Line]:
    cells = width - AXIS_CELLS
    grid: list[list[Span]] = [[(clean(" "), "")] * cells for _ in range(height)]
    leading = {row.id for row in rows(view)}

    def rank(dot: Dot) -> tuple[bool, bool, bool]:
        node = dot.point.node
        return node == view.node, node == view.best, node in leading

    dots = sorted(scatter(points, cells, height), key=rank)
    for dot in dots:
        node = dot.point.node
        sign = BEST if node == view.best else NODE if node in leading else LEFT
        style = "bold reverse" if node == view.selected else sign.style
        grid[dot.row][dot.column] = (clean(sign.glyph), style)
    for dot in dots:
        if dot.point.node in leading or dot.point.node == view.selected:
            _name(grid[dot.row], dot.column, dot.point.node)
    scores = [each.score for each in points]
    ends = {0: f"{max(scores):.3f}", height - 1: f"{min(scores):.3f}"}
    drawn: list[Line] = [
        [(clean(f"{ends.get(at, ''):>5}┤"), MUTED), *row] for at, row in enumerate(grid)
    ]
    return [*drawn, [(clean(_axis(view, points, cells)), MUTED)]]


def _name(row: list[Span], column: int, node: str) -> None:
    """To the right of its dot, else to the left, where nothing stands."""
    for first in (column + 1, column - len(node)):
        room = row[max(first, 0) : first + len(node)]
        if first >= 0 and len(room) == len(node) and all(text == " " for text, _ in room):
            row[first : first + len(node)] = [(clean(letter), "") for letter in node]
            return


def _axis(view: View, points: Sequence[Point], cells: int) -> str:
    costs = [each.cost for each in points]
    low, high = price(view, min(costs)), f"{price(view, max(costs))} {unit(view)} a rollout"
    return f"{'dev':>5} {low}{high:>{max(cells - len(low), len(high) + 1)}}"[: cells + AXIS_CELLS]
