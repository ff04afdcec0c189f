"""The patches of a run: those that wait for the operator first, then the newest."""

from collections import Counter
from collections.abc import Hashable

from saddle_engine.patches import Patch
from saddle_engine.types.base import PatchId
from saddle_engine.types.patch import PatchStatus
from saddle_tui import fields
from saddle_tui.keymap import key_of
from saddle_tui.stage import held
from saddle_tui.text.glyphs import HELD
from saddle_tui.text.safe import SafeText, clean
from saddle_tui.text.width import ending, fit, fit_parts, pad
from saddle_tui.view import View
from saddle_tui.widgets.evaluated import no_search
from saddle_tui.widgets.fate import sign
from saddle_tui.widgets.pane import Line
from saddle_tui.widgets.patch import word_of
from saddle_tui.widgets.patch_columns import AGENT, COLUMNS, FEW, FIXED, SOME, Column
from saddle_tui.widgets.waiting import held_for
from saddle_tui.widgets.words import MUTED, not_yet, sentence

HEAD_CELLS = 20
"""Of each line: status, marks and id."""
LONGEST_PATH = 48
LAST_CELLS = 8
"""Of the last thing that is told, at least: fewer say nothing."""
FEW_COLUMNS = 60
"""In fewer there is only room for what tells most."""
TABLE_COLUMNS = 100
"""From here on there is a line of headings, and room for all columns."""


def title(view: View) -> SafeText:
    """How many wait, and what became of the others."""
    counts = Counter(patch.status for patch in view.state.patches.values())
    waiting = len(held(view))
    said = [f"{HELD.glyph} {waiting} held" if waiting else "none held"]
    said += [f"{counts[each]} {each}" for each in SHOWN if counts[each]]
    marked = len(view.lens.marks & set(held(view)))
    said += [
        f"{marked} marked: {key_of('approve_marked')} approves, {key_of('veto_marked')} vetoes"
    ] * (marked > 0)
    return clean(f"Patches  {'  '.join(said)}")


SHOWN = (PatchStatus.ADMITTED, PatchStatus.DECLINED, PatchStatus.VETOED, PatchStatus.REFUSED)


def key(view: View) -> Hashable:
    """Changes with everything that the list shows."""
    waits = tuple(held_for(view, PatchId(each)) for each in held(view))
    said = view.state.wishes.comments
    remarks = sum(map(len, said.values()))
    return view.recent.shape, waits, remarks, view.patch, view.lens, view.shelf.version, view.status


def order(view: View) -> list[str]:
    """Ids as they are listed: held ones, then the newest first."""
    waiting = held(view)
    first = set(waiting)
    rest = [each for each in reversed(view.state.patches) if each not in first]
    return fields.rows("patches", view, [*waiting, *rest])


def patches(view: View, width: int, rows: int) -> list[Line]:
    """One line each, the selected one among them."""
    if view.state.evaluation:
        return no_search(width)
    ids = order(view)
    if not view.state.patches:
        hold = view.state.wishes.hold
        policy = (
            f"; hold policy: {hold}, {key_of('hold')} changes it"
            if hold and view.replay is None
            else ""
        )
        hope = f"no patch yet: diagnosis writes one after a mini-batch{policy}"
        return sentence(not_yet(view, hope), width)
    table = width >= TABLE_COLUMNS - 2
    head = [_heading(width)] if table and rows > 2 else []
    room = max(rows - len(head), 1)
    at = ids.index(view.patch) if view.patch in ids else 0
    first = max(at - room + 1, 0)
    return [*head, *(_line(view, each, width) for each in ids[first : first + room])]


def _line(view: View, id_: str, width: int) -> Line:
    patch = view.state.patches[PatchId(id_)]
    here, looks = id_ == view.patch, sign(patch)
    mark = "*" if id_ in view.lens.marks else " "
    head = fit(f"{looks.glyph} {word_of(patch):<10}", width)
    texts = [_cell(each, view, patch, _cells(each, width)) for each in COLUMNS]
    if width < TABLE_COLUMNS - 2:
        kept = FEW if width < FEW_COLUMNS else SOME
        short = (_short(each, view, patch) for each in COLUMNS if each.title in kept)
        texts = [fit_parts(filter(None, short), width - HEAD_CELLS, LAST_CELLS)]
    said = f"{mark}{'›' if here else ' '}{id_:<5} {' '.join(texts)}".rstrip()
    style = "bold" if here else "" if looks is HELD else MUTED if not patch.node else ""
    return [(head, looks.style), (fit(said, max(width - len(head), 0)), style)]


def _heading(width: int) -> Line:
    cells = " ".join(f"{each.title:<{_cells(each, width)}}" for each in COLUMNS)
    return [(fit(f"  {'status':<10}  {'patch':<5} {cells}".rstrip(), width), MUTED)]


def _cell(column: Column, view: View, patch: Patch, cells: int) -> SafeText:
    """Of names of files the end tells most."""
    said = column.say(view, patch)
    return pad(ending(said, cells) if column.title == "files" else said, cells)


def _cells(column: Column, width: int) -> int:
    """Names of files get what the other columns leave."""
    if column.title != "files":
        return column.cells
    others = sum(each.cells + 1 for each in COLUMNS) - column.cells
    return min(max(width - HEAD_CELLS - others, column.cells), LONGEST_PATH)


def _short(column: Column, view: View, patch: Patch) -> str:
    """In little room what goes without saying is left out."""
    if column.title in FIXED:
        return _cell(column, view, patch, column.cells)
    return column.say(view, patch).removeprefix(AGENT).strip()
