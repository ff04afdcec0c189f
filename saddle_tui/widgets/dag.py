"""The EvoDAG as a rail, cut to the room of its pane."""

from collections.abc import Hashable

from saddle_engine.types.base import NodeId
from saddle_engine.types.patch import PatchStatus
from saddle_tui.rail import Row, rail
from saddle_tui.text.glyphs import BEST, HELD, MERGE, NODE, RUNNING, Sign
from saddle_tui.text.safe import SafeText, clean
from saddle_tui.text.width import fit
from saddle_tui.view import View
from saddle_tui.widgets.pane import Line

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
    return view.recent.shape, _no_patch(view)


def dag(view: View, width: int, rows: int) -> list[Line]:
    """The newest part that fits; the best node is always in it."""
    found = rail(view.state, view.best)
    if not found:
        return [[(fit("no node yet: the seed runs on dev", width), "$text-muted")]]
    shown = _window(found, view.best, rows)
    column = max(len(row.rails) + len(row.node.id) for row in shown if row.node is not None)
    lines = [_line(row, view.best, width, column) for row in shown]
    if not view.state.patches:
        lines.append([(fit(_no_patch(view), width), "$text-muted")])
    return lines


def _no_patch(view: View) -> str:
    if view.state.sealed:
        return "no patch was proposed"
    if view.state.iterations:
        return "no patch yet"
    return "no patch yet: the first mini-batch comes next"


def _window(found: list[Row], best: NodeId | None, rows: int) -> list[Row]:
    shown = found[-max(rows, 1) :]
    if any(row.node is not None and row.node.id == best for row in shown):
        return shown
    leader = next(row for row in found if row.node is not None and row.node.id == best)
    return [leader, *shown[1:]]


def _line(row: Row, best: NodeId | None, width: int, column: int) -> Line:
    rails = (clean(row.rails), "$text-muted")
    room = width - len(row.rails)
    if row.node is None and row.patch is None:
        return [rails, (fit(row.folded, room), "$text-muted")]
    sign = _sign(row, best)
    label = _node(row, column) if row.node else _coming(row)
    style = "bold" if sign is BEST else ""
    return [rails, (clean(f"{sign.glyph} "), sign.style), (fit(label, room - 2), style)]


def _sign(row: Row, best: NodeId | None) -> Sign:
    if row.node is None:
        waits = row.patch is not None and row.patch.status is PatchStatus.HELD
        return HELD if waits else RUNNING
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


def _coming(row: Row) -> str:
    assert row.patch is not None
    return f"{row.patch.proposed.patch} {ON_ITS_WAY.get(row.patch.status, row.patch.status)}"
