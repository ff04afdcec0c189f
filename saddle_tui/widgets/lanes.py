"""The EvoDAG as lanes: one line a node, with what it descends from and what descends from it."""

from collections.abc import Sequence

from saddle_engine.types.base import NodeId
from saddle_tui.drawing.kept import kept
from saddle_tui.drawing.kin import kin
from saddle_tui.drawing.lanes import Row, lanes
from saddle_tui.text.glyphs import BEST, MERGE, NODE
from saddle_tui.text.safe import clean
from saddle_tui.text.width import fit
from saddle_tui.trace.subject import node_of
from saddle_tui.view import View
from saddle_tui.widgets.pane import Line, Span
from saddle_tui.widgets.words import MUTED

SHARE = 0.4
"""Of the width, for lanes."""
ROOMY = 50
"""Columns in which the gain and the kind of patch have room."""


def rows(view: View) -> Sequence[Row]:
    """All of them."""
    return kept(view.recent, "lanes", lambda: lanes(list(view.state.dag)))


def lines(view: View, shown: Sequence[Row], width: int) -> list[Line]:
    """One a row; while a node is selected, what is not its kin is dim."""
    most = max(int(SHARE * width) // 2, 1)
    drawn = max((min(len(row.cells) // 2 + 1, most) for row in shown), default=1)
    beyond = [row.beyond(most) for row in shown]
    margin = max((len(_overflow(each)) for each in beyond), default=0)
    related = _kin(view)
    return [
        _line(view, row, width, drawn, margin, more, related is None or row.node.id in related)
        for row, more in zip(shown, beyond, strict=True)
    ]


def _kin(view: View) -> frozenset[NodeId] | None:
    node = node_of(view.selected, view.state)
    if node is None:
        return None
    return kept(view.recent, ("kin", node), lambda: kin(view.state.dag, node))


def _line(
    view: View, row: Row, width: int, drawn: int, margin: int, more: int, related: bool
) -> Line:
    node = row.node
    sign = BEST if node.id == view.best else MERGE if len(node.parents) > 1 else NODE
    chosen = node.id == view.selected
    cells = f"{row.cells[: 2 * drawn - 1]:<{2 * drawn - 1}}"
    at, style = 2 * row.column, sign.style if related else MUTED
    inside = at < len(cells)
    spans: list[Span] = [(clean(cells[:at]), MUTED)]
    if inside:
        spans += [(clean(sign.glyph), style), (clean(cells[at + 1 :]), MUTED)]
    spans.append((clean(f"{_overflow(more):<{margin}}{' ' if inside else sign.glyph}"), MUTED))
    said = f"{'›' if chosen else ' '}{_label(view, row, width, hidden=more > 0)}"
    room = width - len(cells) - margin - 1
    spans.append((fit(said, room), "bold" if chosen else "" if related else MUTED))
    return [span for span in spans if span[0]]


def _overflow(more: int) -> str:
    return f"+{more}»" if more else ""


def _label(view: View, row: Row, width: int, *, hidden: bool) -> str:
    """Parents are named where their lanes are not all drawn, and where there are several."""
    node = row.node
    best = " best" if node.id == view.best else ""
    pinned = " pinned" if view.state.wishes.pinned == node.id else ""
    marked = " marked" if view.lens.marked == node.id else ""
    if not node.parents:
        return f"{node.id:<5} {node.dev:.3f}{best}{pinned}{marked} seed"
    from_ = f" <- {', '.join(node.parents)}" if len(node.parents) > 1 or hidden else ""
    if width < ROOMY:
        return f"{node.id:<5} {node.dev:.3f}{best}{pinned}{marked}{from_}"
    gain = node.dev - view.state.dag[node.parents[0]].dev
    patch = view.state.patches[node.patch].proposed if node.patch else None
    what = f" {patch.subtype.replace('_', ' ')}" if patch else ""
    return f"{node.id:<5} {node.dev:.3f} {gain:+.3f}{best}{pinned}{marked}{from_}{what}"
