"""Every patch: a table of all, then a part for each that there is room for."""

from collections.abc import Iterator

from saddle_engine.patches import Patch
from saddle_engine.types.base import PatchId
from saddle_engine.types.steering import Buckets
from saddle_tui.reporting.document import (
    Block,
    Fold,
    Foreign,
    Line,
    Ref,
    Section,
    Table,
    Text,
    note,
    says,
    size,
)
from saddle_tui.reporting.material import Material
from saddle_tui.reporting.sections.one_patch import Costs, one_patch
from saddle_tui.reporting.words import kind, left_out, many
from saddle_tui.widgets.fate import sign

MOST_ROWS = 2_500
MOST_BYTES = 3_000_000
"""Of all parts together: a page stays one that a mail takes."""
TITLE_LETTERS = 160


def patches(material: Material, costs: Costs) -> Section:
    """The admitted ones and the newest ones have parts first, where not all can have one."""
    return Section("patches", "Every patch", list(_blocks(material, costs)))


def _blocks(material: Material, costs: Costs) -> Iterator[Block]:
    state = material.view.state
    if not state.patches:
        search = state.evaluation is None
        yield says("No patch has been proposed." if search else "An evaluation has no patches.")
        return
    parts = _parts(material, costs)
    rows = [_row(each, linked=id_ in parts) for id_, each in state.patches.items()]
    yield Table(
        ("patch", "iteration", "sub-type", "status", "mini-batch", "title"), rows[-MOST_ROWS:], frozenset({1}),
        left_out=left_out(len(rows) - MOST_ROWS, "earlier patch", "earlier patches"),
    )  # fmt: skip
    if len(parts) < len(state.patches):
        yield note(
            f"{len(parts)} of {len(state.patches):,} have a part of their own below: the admitted ones first, then the newest. "
            "The screen has the others."
        )
    yield from (parts[id_] for id_ in state.patches if id_ in parts)


def _parts(material: Material, costs: Costs) -> dict[PatchId, Fold]:
    """As many as there is room for, in the order in which their texts were read."""
    parts, room = {}, MOST_BYTES
    for id_ in material.texts:
        part = _part(material, material.view.state.patches[id_], costs)
        room -= size(part)
        if room < 0:
            break
        parts[id_] = part
    return parts


def _part(material: Material, patch: Patch, costs: Costs) -> Fold:
    id_ = patch.proposed.patch
    summary: Text = (f"{sign(patch).glyph} {id_}  ", _title(patch))
    blocks = one_patch(material.view.state, patch, material.texts[id_], costs)
    return Fold(f"patch-{id_}", summary, list(blocks), _status(patch))


def _row(patch: Patch, *, linked: bool) -> Line:
    id_ = patch.proposed.patch
    scores = "-"
    if patch.before is not None and patch.after is not None:
        scores = f"{patch.before:.2f} to {patch.after:.2f}{_tasks(patch.buckets)}"
    status = f"{sign(patch).glyph} {_status(patch)}"
    subtype = kind(patch.proposed.subtype)
    return Ref(id_) if linked else id_, str(patch.iteration), subtype, status, scores, _title(patch)


def _tasks(buckets: Buckets | None) -> str:
    return f" ({many(sum(len(tasks) for _, tasks in buckets), 'task')})" if buckets else ""


def _status(patch: Patch) -> str:
    return patch.status.value + (f" ({patch.node})" if patch.node else "")


def _title(patch: Patch) -> Foreign:
    return Foreign(patch.proposed.title[:TITLE_LETTERS])
