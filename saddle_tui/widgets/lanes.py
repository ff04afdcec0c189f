"""The EvoDAG as lanes: one line a node, with what it descends from and what descends from it."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

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
    first, count = _in_sight(shown, max(int(SHARE * width) // 2, 1), view.selected)
    edges = [_edges(row, first, count) for row in shown]
    margins = [max(map(len, each), default=0) for each in zip(*edges, strict=True)]
    related = _kin(view)
    return [
        _line(view, row, width, _Cells(row, first, count, *_padded(own, margins)),
              related=related is None or row.node.id in related)
        for row, own in zip(shown, edges, strict=True)
    ]  # fmt: skip


@dataclass(frozen=True)
class _Cells:
    """The part of a row's lanes that is in sight."""

    row: Row
    first: int
    count: int
    left: str
    """How many lanes there are before them, and after them."""
    right: str

    @property
    def text(self) -> str:
        cells = self.row.cells[2 * self.first : 2 * (self.first + self.count) - 1]
        return f"{cells:<{2 * self.count - 1}}"

    @property
    def at(self) -> int | None:
        """Where the node stands in it; None when it is out of sight."""
        at = self.row.column - self.first
        return 2 * at if 0 <= at < self.count else None


def _in_sight(shown: Sequence[Row], most: int, selected: str) -> tuple[int, int]:
    """The first lane and how many: where most nodes stand, the selected one among them."""
    lanes = max((len(row.cells) // 2 + 1 for row in shown), default=1)
    if lanes <= most:
        return 0, lanes

    def worth(first: int) -> tuple[int, int]:
        seen = [row for row in shown if first <= row.column < first + most]
        chosen = any(row.id == selected for row in seen)
        return len(seen) + chosen * len(shown), -first

    return max(range(0, lanes, max(most // 2, 1)), key=worth), most


def _edges(row: Row, first: int, count: int) -> tuple[str, str]:
    before, after = row.between(0, first), row.between(first + count)
    return f"«{before} " if before else "", f"+{after}»" if after else ""


def _padded(own: tuple[str, str], margins: Sequence[int]) -> Iterator[str]:
    return (f"{text:<{cells}}" for text, cells in zip(own, margins, strict=True))


def _kin(view: View) -> frozenset[NodeId] | None:
    node = node_of(view.selected, view.state)
    if node is None:
        return None
    return kept(view.recent, ("kin", node), lambda: kin(view.state.dag, node))


def _line(view: View, row: Row, width: int, cells: _Cells, *, related: bool) -> Line:
    node, text, at = row.node, cells.text, cells.at
    sign = BEST if node.id == view.best else MERGE if len(node.parents) > 1 else NODE
    chosen, style = node.id == view.selected, sign.style if related else MUTED
    glyph: Span = (clean(sign.glyph), style)
    spans: list[Span] = [(clean(cells.left), MUTED)]
    if at is None:
        spans += [(clean(text + cells.right), MUTED), glyph]
    else:
        spans += [(clean(text[:at]), MUTED), glyph]
        spans += [(clean(f"{text[at + 1 :]}{cells.right} "), MUTED)]
    hidden = bool(cells.left.strip() or cells.right.strip())
    said = f"{'›' if chosen else ' '}{_label(view, row, width, hidden=hidden)}"
    room = width - sum(len(each) for each, _ in spans)
    spans.append((fit(said, room), "bold" if chosen else "" if related else MUTED))
    return [span for span in spans if span[0]]


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
