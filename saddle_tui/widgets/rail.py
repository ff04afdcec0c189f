"""The EvoDAG as a rail: one line a row."""

from collections import Counter
from collections.abc import Sequence

from saddle_engine.patches import Patch
from saddle_engine.types.base import PatchId, RolloutId
from saddle_engine.types.patch import PatchStatus
from saddle_tui.drawing.kept import kept
from saddle_tui.drawing.rail import COMING, Row, rail, upside_down
from saddle_tui.text.glyphs import BEST, MERGE, NODE, WRONG, Sign
from saddle_tui.text.safe import clean
from saddle_tui.text.width import fit, width_of
from saddle_tui.view import View
from saddle_tui.widgets.fate import fate, sign
from saddle_tui.widgets.pane import Line, Span
from saddle_tui.widgets.words import MUTED

ROOMY = 60
"""Columns in which a switch of phases gets a line of its own."""
PINNED = "bold $text-warning"


def rows(view: View) -> Sequence[Row]:
    """All of them."""
    unfolded, head_over = view.lens.unfolded, turned(view)

    def draw() -> list[Row]:
        found = rail(view.state, view.best, unfolded)
        return upside_down(found) if head_over else found

    return kept(view.recent, ("rail", view.best, unfolded, head_over), draw)


def turned(view: View) -> bool:
    """The newest stands on top."""
    return view.lens.dag == "rail" and bool(view.lens.tab.get("dag"))


def lines(view: View, shown: Sequence[Row], width: int) -> list[Line]:
    """One a row; the scores stand in one column, whatever the indentation."""
    ends = [len(row.rails) + len(row.node.id) for row in shown if row.node is not None]
    column = max(ends, default=0)
    marked = _marked(view)
    return [_cut(_line(view, row, column, width, marked), width) for row in shown]


def _cut(line: Sequence[Span], width: int) -> Line:
    spans: list[Span] = []
    for text, style in line:
        shown = fit(text, width)
        width -= width_of(shown)
        spans.append((shown, style))
        if shown != text:
            break
    return [span for span in spans if span[0]]


def _line(view: View, row: Row, column: int, width: int, marked: str) -> list[Span]:
    chosen = bool(marked) and marked in row.holds
    mark = "›" if chosen else " "
    rails: Span = (clean(row.rails), MUTED)
    if row.folded:
        return [rails, (clean(f"{'›' if chosen else ''}{_folded(row.folded)}"), MUTED)]
    look = _sign(view, row)
    bold = "bold" if chosen or look is BEST else ""
    head: Span = (clean(f"{look.glyph}{mark}"), look.style)
    if row.node is not None:
        return [rails, head, *_node(view, row, column, width, bold)]
    assert row.patch is not None
    style = MUTED if row.patch.status not in COMING and not chosen else bold
    return [rails, head, (clean(_leaf(view, row.patch)), style)]


def _marked(view: View) -> str:
    """The row of what is selected: its own, that of the node that it became, of the harness that it ran."""
    if patch := view.state.patches.get(PatchId(view.selected)):
        return patch.node or view.selected
    if rollout := view.state.rollouts.get(RolloutId(view.selected)):
        return view.recent.names.get(rollout.order.tree, "")
    return view.selected


def _sign(view: View, row: Row) -> Sign:
    if row.node is None:
        return sign(row.patch) if row.patch is not None else WRONG
    if row.node.id == view.best:
        return BEST
    return MERGE if len(row.node.parents) > 1 else NODE


def _node(view: View, row: Row, column: int, width: int, bold: str) -> list[Span]:
    node = row.node
    assert node is not None
    id_ = f"{node.id:<{column - len(row.rails)}}"
    gain = f"{row.gain:+.3f}" if node.parents else "seed"
    spans: list[Span] = [(clean(f"{id_} {node.dev:.3f} {gain}"), bold)]
    others = "".join(f" +{parent}" for parent in node.parents[1:])
    if others:
        spans.append((clean(others), f"bold {MERGE.style}" if bold else MUTED))
    if view.state.wishes.pinned == node.id:
        spans.append((clean(" pinned"), PINNED))
    if node.id == view.lens.marked:
        spans.append((clean(" marked"), "bold $text-primary"))
    what = f" {row.patch.proposed.subtype.replace('_', ' ')}" if row.patch else ""
    turn = _turn(row, width)
    return [*spans, *([(clean(turn), "$text-primary")] if turn else []), (clean(what), bold)]


def _turn(row: Row, width: int) -> str:
    if row.turn is None:
        return ""
    if width >= ROOMY and row.turn.before:
        return f" ── {row.turn.before} ▸ {row.turn.now} ──"
    return f" ▸ {row.turn.now}"


def _folded(lost: Sequence[Patch]) -> str:
    words = Counter(patch.status.value for patch in lost)
    folded = ", ".join(f"{words[word]} {word}" for word in sorted(words))
    shadows = [patch.shadow for patch in lost if patch.shadow]
    if not shadows:
        return folded
    worth = "/".join(f"{each.after - each.before:+.2f}" for each in shadows)
    return f"{folded}, in the shadow {worth}"


def _leaf(view: View, patch: Patch) -> str:
    proposed = patch.proposed
    by = f" by {proposed.by}" if proposed.by else ""
    said = f"{proposed.patch}{by} {fate(view, patch)}"
    if patch.status in COMING:
        return said
    why = f": {patch.reason}" if patch.reason and patch.status is not PatchStatus.SUPERSEDED else ""
    return f"{said} {proposed.subtype.replace('_', ' ')}{why}"
