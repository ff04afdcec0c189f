"""The patches as a queue: what became of each, and which of them are taken home."""

from collections.abc import Hashable

from saddle_engine.patches import Patch
from saddle_engine.types.base import PatchId
from saddle_tui import fields
from saddle_tui.keymap import key_of
from saddle_tui.text.safe import SafeText, clean
from saddle_tui.text.width import fit, pad, wrap
from saddle_tui.view import View
from saddle_tui.widgets.evaluated import no_search
from saddle_tui.widgets.pane import Line
from saddle_tui.widgets.queue_columns import COLUMNS, Column
from saddle_tui.widgets.waiting import held_for
from saddle_tui.widgets.words import MUTED, not_yet, sentence

TITLE_CELLS = 18
"""Of a patch's title, at least."""
HEAD_ROWS = 3
"""From here on there is a line of headings."""


def title(view: View) -> SafeText:
    """How many there are, and how many are chosen."""
    count = len(view.state.patches)
    if not count:
        return clean("Queue")
    many = f"{count} {'patch' if count == 1 else 'patches'}"
    return clean(f"Queue  {many}  {_chosen(view)}{'  the run goes on' * _goes_on(view)}")


def _goes_on(view: View) -> bool:
    """More patches may come, whatever is decided on these."""
    working = view.replay is None and view.engine.alive and view.status not in {"done", "aborted"}
    return working and bool(view.triage.words)


def _chosen(view: View) -> str:
    chosen = len(view.triage.chosen)
    if view.replay is not None:  # it only looks
        return f"{chosen or 'none'} chosen: {key_of('attach')} leaves the past to choose"
    if not chosen:
        return f"none chosen: {key_of('choose')} chooses"
    clashes = len(view.triage.conflicts)
    if clashes:
        many = f"{clashes} {'conflict' if clashes == 1 else 'conflicts'}"
        return f"{chosen} chosen  {many}: {key_of('resolve')} resolves"
    return f"{chosen} chosen: {key_of('export')} exports"


def key(view: View) -> Hashable:
    """Changes with everything that the list shows."""
    waits = held_for(view, view.patch) if view.patch else ""
    said = sum(map(len, view.state.wishes.comments.values()))
    shown = view.recent.shape, view.tally.changes, view.shelf.version, waits, said
    return shown, view.patch, view.lens, view.status, view.triage


def order(view: View) -> list[str]:
    """Ids as they are listed: as they were written, the newest last."""
    return fields.rows("queue", view, [*view.state.patches])


def queue(view: View, width: int, rows: int) -> list[Line]:
    """One line each, the selected one among them."""
    if view.state.evaluation:
        return no_search(width)
    if not view.state.patches:
        hope = "no patch yet: diagnosis writes one after a mini-batch"
        return sentence(not_yet(view, hope), width)
    ids, shown = order(view), _fitting(width)
    head = _trouble(view, width) if rows >= HEAD_ROWS else []
    head += [_heading(shown, width)] if rows >= HEAD_ROWS else []
    room = max(rows - len(head), 1)
    at = ids.index(view.patch) if view.patch in ids else 0
    first = min(max(at - room // 2, 0), max(len(ids) - room, 0))
    return [*head, *(_line(view, each, shown, width) for each in ids[first : first + room])]


def _trouble(view: View, width: int) -> list[Line]:
    """Why no decision can be kept; nothing while all is well."""
    if not view.triage.trouble:
        return []
    return [[(each, "$text-error")] for each in wrap(clean(view.triage.trouble), max(width, 1), 2)]


def _fitting(width: int) -> list[Column]:
    """Columns in their places, those that tell most first, while a title has room beside them."""
    kept: list[Column] = []
    for each in sorted(COLUMNS, key=lambda column: column.rank):
        if sum(other.cells + 1 for other in [*kept, each]) + TITLE_CELLS > width:
            break
        kept.append(each)
    return [each for each in COLUMNS if each in kept]


def _heading(shown: list[Column], width: int) -> Line:
    cells = " ".join(pad(each.title, each.cells) for each in shown)
    return [(fit(f"{cells} title", width), MUTED)]


def _line(view: View, id_: str, shown: list[Column], width: int) -> Line:
    """Signs keep their colours."""
    patch = view.state.patches[PatchId(id_)]
    style = "bold" if id_ == view.patch else MUTED if patch.proposed.commit is None else ""
    spans = [
        (pad(pad(each.say(view, patch), each.cells), each.cells + 1), _style(each, patch) or style)
        for each in shown
    ]
    room = width - sum(each.cells + 1 for each in shown)
    return [*spans, (fit(patch.proposed.title, room), style)]


def _style(column: Column, patch: Patch) -> str:
    return column.style(patch) if column.style is not None else ""
