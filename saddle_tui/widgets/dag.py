"""The EvoDAG in one of its four drawings, cut to the room of its pane; one selection for all of them."""

from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from saddle_tui.drawing.kept import kept
from saddle_tui.lens import DagView
from saddle_tui.text.safe import SafeText, clean
from saddle_tui.text.width import fit
from saddle_tui.trace.subject import node_of
from saddle_tui.view import View
from saddle_tui.widgets import front, lanes, rail, rank
from saddle_tui.widgets.evaluated import evaluated
from saddle_tui.widgets.pane import Line
from saddle_tui.widgets.words import MUTED, not_yet, sentence

LEAST_ROWS = 3
"""Of the list; what stands above it gives way."""


class Row(Protocol):
    """A line of a drawing."""

    @property
    def id(self) -> str:
        """Of the node or patch; empty for a line that cannot be selected."""
        ...

    @property
    def holds(self) -> tuple[str, ...]:
        """Ids of everything that it stands for."""
        ...


@dataclass(frozen=True)
class Drawing:
    """How the EvoDAG can be drawn."""

    rows: Callable[[View], Sequence[Any]]
    """All of them, laid out anew only when the EvoDAG looks different."""
    lines: Callable[[View, Sequence[Any], int], list[Line]]
    """Those of some rows, in so many columns."""
    head: Callable[[View, int, int], list[Line]] = lambda view, width, rows: []
    """What stands above them."""
    newest_last: bool = False
    """Without a selection its end is shown."""


DRAWINGS: dict[DagView, Drawing] = {
    "rail": Drawing(rail.rows, rail.lines, newest_last=True),
    "lanes": Drawing(lanes.rows, lanes.lines),
    "rank": Drawing(rank.rows, rank.lines, rank.head),
    "front": Drawing(front.rows, front.lines, front.head),
}


def title(view: View) -> SafeText:
    """How it is drawn, how much there is, and which node leads."""
    if view.state.evaluation:
        return clean(f"Pass@1{'  simulated' * view.simulated}")
    best = f"  best {view.best}" if view.best else ""
    nodes = len(view.state.dag)
    return clean(f"EvoDAG  {view.lens.dag}  {nodes} {'node' if nodes == 1 else 'nodes'}{best}")


def key(view: View) -> Hashable:
    """Changes whenever the drawing does."""
    lens, ended = view.lens, view.recent.ended[view.recent.batch or ""]
    looks = lens.dag, rail.turned(view), lens.unfolded, lens.marked, view.selected
    return view.recent.shape, ended, looks, view.status, len(view.state.iterations)


def order(view: View) -> Sequence[str]:
    """Ids of nodes and patches as they are listed."""
    return kept(
        view.recent, ("order", *_key(view)), lambda: [row.id for row in _rows(view) if row.id]
    )


def row_of(view: View) -> str:
    """The row where one is: the selected one, else the node of what is selected, else the best."""
    return view.selected if view.selected in _places(view) else view.node or ""


def dag(view: View, width: int, rows: int) -> list[Line]:
    """The part around what is selected, else the newest one with the best node in it."""
    if view.state.evaluation:
        return evaluated(view, width, rows)
    found, drawing = _rows(view), DRAWINGS[view.lens.dag]
    if not found:
        return sentence(not_yet(view, "no node yet: the seed runs on dev"), width)
    least = min(len(found), LEAST_ROWS)
    head = drawing.head(view, width, rows)[: max(rows - least, 0)]
    lines = head + drawing.lines(view, _window(view, found, rows - len(head)), width)
    if not view.state.patches:
        lines.append([(fit(_no_patch(view), width), MUTED)])
    return lines


def _key(view: View) -> tuple[Hashable, ...]:
    return view.lens.dag, rail.turned(view), view.best, view.lens.unfolded


def _rows(view: View) -> Sequence[Row]:
    found: Sequence[Row] = DRAWINGS[view.lens.dag].rows(view)
    return found


def _places(view: View) -> dict[str, int]:
    """By id, the line that shows it."""
    return kept(
        view.recent,
        ("places", *_key(view)),
        lambda: {id_: at for at, row in enumerate(_rows(view)) for id_ in row.holds},
    )


def _no_patch(view: View) -> str:
    if view.state.sealed:
        return "no patch was proposed"
    if view.state.iterations:
        return "no patch yet"
    return "no patch yet: the first mini-batch comes next"


def _window(view: View, found: Sequence[Row], rows: int) -> Sequence[Row]:
    rows, places = max(rows, 1), _places(view)
    at = places.get(view.selected, places.get(node_of(view.selected, view.state) or ""))
    if at is not None:
        first = min(max(at - rows // 2, 0), max(len(found) - rows, 0))
        return found[first : first + rows]
    if not DRAWINGS[view.lens.dag].newest_last or rail.turned(view):
        return found[:rows]
    shown = found[-rows:]
    leader = places.get(view.best or "")
    if leader is None or leader >= len(found) - rows:
        return shown
    return [found[leader], *shown[1:]]
