"""The EvoDAG as a rail, cut to the room of its pane."""

from collections.abc import Hashable

from saddle_engine.types.base import NodeId
from saddle_engine.types.patch import PatchStatus
from saddle_tui.rail import COMING, Row, rail
from saddle_tui.text.glyphs import BEST, HELD, MERGE, NODE, RUNNING, WRONG, Sign
from saddle_tui.text.safe import SafeText, clean
from saddle_tui.text.width import fit
from saddle_tui.view import View
from saddle_tui.widgets.evaluated import NO_SEARCH
from saddle_tui.widgets.pane import Line
from saddle_tui.widgets.words import MUTED, not_yet, sentence

ON_ITS_WAY = {
    PatchStatus.PROPOSED: "proposed",
    PatchStatus.HELD: "held, waits for you",
    PatchStatus.CHECKING: "on the mini-batch",
    PatchStatus.GATING: "at the dev gate",
}


def title(view: View) -> SafeText:
    """How much there is, and which node leads."""
    best = f", best {view.best}" if view.best else ""
    nodes = len(view.state.dag)
    return clean(f"EvoDAG  {nodes} {'node' if nodes == 1 else 'nodes'}{best}")


def key(view: View) -> Hashable:
    """Changes whenever the rail does."""
    return view.recent.shape, _no_patch(view), view.selected, view.status


def order(view: View) -> list[str]:
    """Ids of nodes and patches as they are listed."""
    rows = rail(view.state, view.best, view.selected)
    return [id_ for row in rows if (id_ := _id(row))]


def dag(view: View, width: int, rows: int) -> list[Line]:
    """The part around what is selected, else the newest one with the best node in it."""
    found = rail(view.state, view.best, view.selected)
    if view.state.evaluation:
        return sentence(NO_SEARCH, width)
    if not found:
        return sentence(not_yet(view, "no node yet: the seed runs on dev"), width)
    shown = _window(found, view, rows)
    ends = [len(row.rails) + len(row.node.id) for row in shown if row.node is not None]
    lines = [_line(row, view, width, max(ends, default=0)) for row in shown]
    if not view.state.patches:
        lines.append([(fit(_no_patch(view), width), MUTED)])
    return lines


def _no_patch(view: View) -> str:
    if view.state.sealed:
        return "no patch was proposed"
    if view.state.iterations:
        return "no patch yet"
    return "no patch yet: the first mini-batch comes next"


def _window(found: list[Row], view: View, rows: int) -> list[Row]:
    rows = max(rows, 1)
    at = next((at for at, row in enumerate(found) if _id(row) and _id(row) == view.selected), None)
    if at is not None:
        first = min(max(at - rows // 2, 0), max(len(found) - rows, 0))
        return found[first : first + rows]
    shown = found[-rows:]
    if any(row.node is not None and row.node.id == view.best for row in shown):
        return shown
    leader = next(row for row in found if row.node is not None and row.node.id == view.best)
    return [leader, *shown[1:]]


def _line(row: Row, view: View, width: int, column: int) -> Line:
    rails = (fit(row.rails, width), MUTED)
    room = width - len(row.rails)
    if row.node is None and row.patch is None:
        return [rails, (fit(row.folded, room), MUTED)]
    sign, chosen = _sign(row, view.best), _id(row) == view.selected
    label = _node(row, column) if row.node else _leaf(row)
    style = "bold" if sign is BEST or chosen else MUTED if sign is WRONG else ""
    head = fit(f"{sign.glyph}{'›' if chosen else ' '}", room)
    return [rails, (head, sign.style), (fit(label, room - 2), style)]


def _id(row: Row) -> str:
    if row.node is not None:
        return row.node.id
    return row.patch.proposed.patch if row.patch is not None else ""


def _sign(row: Row, best: NodeId | None) -> Sign:
    if row.node is None:
        status = row.patch.status if row.patch is not None else None
        return HELD if status is PatchStatus.HELD else RUNNING if status in COMING else WRONG
    if row.node.id == best:
        return BEST
    return MERGE if len(row.node.parents) > 1 else NODE


def _node(row: Row, column: int) -> str:
    """The scores of all rows stand in one column, whatever their indentation."""
    node, patch = row.node, row.patch
    assert node is not None
    id_ = f"{node.id:<{column - len(row.rails)}}"
    if not node.parents:
        return f"{id_} {node.dev:.3f} seed"
    extra = "".join(f" +{parent}" for parent in node.parents[1:])
    what = f" {patch.proposed.subtype.replace('_', ' ')}" if patch else ""
    turn = f" ▸ {row.turn}" if row.turn else ""
    return f"{id_} {node.dev:.3f} {row.gain:+.3f}{extra}{turn}{what}"


def _leaf(row: Row) -> str:
    assert row.patch is not None
    proposed, status = row.patch.proposed, row.patch.status
    if status in COMING:
        return f"{proposed.patch} {ON_ITS_WAY[status]}"
    why = f": {row.patch.reason}" if row.patch.reason else ""
    return f"{proposed.patch} {status} {proposed.subtype.replace('_', ' ')}{why}"
