"""The nodes as a table, by their dev mean."""

from collections.abc import Sequence
from dataclasses import dataclass

from saddle_engine.dag import Node
from saddle_engine.types.rollout import Split
from saddle_tui.drawing.kept import kept
from saddle_tui.marks import mark
from saddle_tui.text.glyphs import BEST, MERGE, NODE
from saddle_tui.text.safe import clean
from saddle_tui.text.width import fit
from saddle_tui.view import View
from saddle_tui.widgets.pane import Line
from saddle_tui.widgets.price import cost_of, free, price
from saddle_tui.widgets.words import MUTED


@dataclass(frozen=True)
class Row:
    """A node and its place."""

    place: int
    """From 1."""
    node: Node

    @property
    def id(self) -> str:
        """Of the node."""
        return self.node.id

    @property
    def holds(self) -> tuple[str, ...]:
        """Ids of everything that this line stands for."""
        return (self.node.id,)


COLUMNS = (
    ("node", 7, 0),
    ("dev", 7, 0),
    ("95%", 11, 44),
    ("gain", 8, 0),
    ("each", 12, 66),
    ("rollouts", 10, 80),
    ("patch", 0, 34),
)
"""Their names, cells, and the width from which they are there."""


def rows(view: View) -> Sequence[Row]:
    """All of them; of equal ones the later first, as it is the later one that leads."""
    return kept(view.recent, "rank", lambda: _ranked(view))


def head(view: View, width: int, room: int) -> list[Line]:
    """The names of the columns."""
    unit = "tokens each" if free(view) else "USD each"
    names = "".join(
        f"{unit if name == 'each' else name:<{cells}}" for name, cells, _ in _shown(width)
    )
    return [[(fit(f"{'':>6}{names}", width), MUTED)]] if view.state.dag else []


def lines(view: View, shown: Sequence[Row], width: int) -> list[Line]:
    """One a row."""
    return [_line(view, row, width) for row in shown]


def _ranked(view: View) -> list[Row]:
    aged = sorted(enumerate(view.state.dag), key=lambda each: (-each[1].dev, -each[0]))
    return [Row(place, node) for place, (_, node) in enumerate(aged, 1)]


def _shown(width: int) -> list[tuple[str, int, int]]:
    return [column for column in COLUMNS if width >= column[2]]


def _line(view: View, row: Row, width: int) -> Line:
    node = row.node
    sign = BEST if node.id == view.best else MERGE if len(node.parents) > 1 else NODE
    chosen = node.id == view.selected
    facts = _facts(view, node)
    said = "".join(f"{facts[name]:<{cells}}" for name, cells, _ in _shown(width))
    return [
        (clean(f"{row.place:>3} "), MUTED),
        (clean(sign.glyph), sign.style),
        (fit(f"{'›' if chosen else ' '}{said}", width - 5), "bold" if chosen else ""),
    ]


def _facts(view: View, node: Node) -> dict[str, str]:
    patch = view.state.patches[node.patch].proposed if node.patch else None
    found = mark(view, Split.DEV, node.tree)
    gain = f"{node.dev - view.state.dag[node.parents[0]].dev:+.3f}" if node.parents else ""
    pinned = " pinned" if view.state.wishes.pinned == node.id else ""
    marked = " marked" if view.lens.marked == node.id else ""
    return {
        "node": node.id,
        "dev": f"{node.dev:.3f}",
        "95%": f"{found.interval.low:.2f}-{found.interval.high:.2f}" if found.total else "unknown",
        "gain": gain,
        "each": price(view, cost_of(view, node)),
        "rollouts": str(view.tally.finished.get(node.tree, 0)),
        "patch": f"{patch.subtype.replace('_', ' ') if patch else 'seed'}{pinned}{marked}",
    }
