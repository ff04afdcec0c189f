"""What the queue says of each patch, column by column."""

from collections.abc import Callable
from typing import NamedTuple

from saddle_engine.patches import Patch
from saddle_engine.types.patch import PatchStatus
from saddle_tui.trace.flips import predicted
from saddle_tui.view import View
from saddle_tui.widgets.fate import sign
from saddle_tui.widgets.patch import word_of
from saddle_tui.widgets.patch_cost import in_short, patch_cost
from saddle_tui.widgets.waiting import held_for

QUOTE = '"'


class Column(NamedTuple):
    """A part of each line."""

    title: str
    cells: int
    rank: int
    """The highest gives way first."""
    say: Callable[[View, Patch], str]
    """Hostile text is possible."""
    style: Callable[[Patch], str] | None = None
    """Of this part; that of the line where there is none."""


def _choice(view: View, patch: Patch) -> str:
    """Its place among the chosen ones, or that it is left out."""
    decision = view.triage.of(patch.proposed.patch)
    return "x" if decision.left else str(decision.place or "")


def _name(view: View, patch: Patch) -> str:
    id_ = patch.proposed.patch
    return f"{'›' if id_ == view.patch else ' '}{id_}"


def _status(view: View, patch: Patch) -> str:
    return f"{sign(patch).glyph} {word_of(patch)}"


def _verdict(view: View, patch: Patch) -> str:
    """What it gained, where it was measured; or for how long it has waited."""
    proposed, dag = patch.proposed, view.state.dag
    if patch.status is PatchStatus.HELD:
        return f"waits {held_for(view, proposed.patch)}".strip()
    if patch.node is not None:
        return f"dev {dag[patch.node].dev - dag[proposed.parents[0]].dev:+.3f}"
    before, after = patch.before, patch.after
    if patch.shadow is not None:
        before, after = patch.shadow.before, patch.shadow.after
    if before is not None and after is not None:
        return f"batch {after - before:+.2f}"
    return "unmeasured"


def _flips(view: View, patch: Patch) -> str:
    """How many of the tasks that should come to pass did so: `1/2`."""
    expected = predicted(view.shelf, patch.proposed.proposal)
    buckets = patch.buckets or (patch.shadow.buckets if patch.shadow else None)
    if expected is None:
        return "..."
    if not expected:
        return "-"
    if buckets is None:
        return f"?/{len(expected)}"
    return f"{len({*expected} & {*buckets.fixed})}/{len(expected)}"


def _cost(view: View, patch: Patch) -> str:
    return in_short(patch_cost(view, patch))


def _kind(view: View, patch: Patch) -> str:
    return patch.proposed.subtype.replace("_", " ")


def _marks(view: View, patch: Patch) -> str:
    """Whether it is taken in somebody's own version, and how many comments there are."""
    id_ = patch.proposed.patch
    decision = view.triage.of(id_)
    said = len(decision.comments) + len(view.state.wishes.comments.get(id_, ()))
    return f"{'e' if decision.edit else ' '}{f'{QUOTE}{said}' if said else ''}"


COLUMNS = (
    Column("#", 2, 0, _choice, lambda patch: "bold $text-accent"),
    Column("patch", 6, 0, _name),
    Column("it", 4, 3, lambda view, patch: f"it{patch.proposed.iteration}"),
    Column("status", 12, 1, _status, lambda patch: sign(patch).style),
    Column("gain", 11, 2, _verdict),
    Column("hits", 5, 4, _flips),
    Column("cost", 8, 6, _cost),
    Column("", 3, 5, _marks),
    Column("sub-type", 21, 7, _kind),
    Column("class", 10, 8, lambda view, patch: patch.proposed.patch_class),
    Column("layer", 10, 9, lambda view, patch: patch.proposed.layer),
)
