"""What the list says of each patch, column by column."""

from collections.abc import Callable
from functools import cache
from typing import NamedTuple

from saddle_engine.patches import Patch
from saddle_engine.types.patch import PatchStatus
from saddle_tui.actor import actor
from saddle_tui.trace.touched import Touched, touched
from saddle_tui.view import View
from saddle_tui.widgets.outcome import worth
from saddle_tui.widgets.waiting import held_for

AGENT = "agent"
COMING = {PatchStatus.PROPOSED, PatchStatus.HELD, PatchStatus.CHECKING, PatchStatus.GATING}


class Column(NamedTuple):
    """A part of each line."""

    title: str
    cells: int
    say: Callable[[View, Patch], str]


def _way(view: View, patch: Patch) -> str:
    to = patch.node or ("?" if patch.status in COMING else "-")
    return f"{'+'.join(patch.proposed.parents)}→{to}"


def _files(view: View, patch: Patch) -> str:
    digest = patch.proposed.diff
    if digest is None:
        return "no commit"
    found = touched(view.shelf, digest)
    if not isinstance(found, Touched):
        return "..." if found is None else "unreadable"
    if not found.files:
        return "nothing"
    first, more = found.files[0][0], len(found.files) - 1
    return f"{first}{f' and {more} more' if more else ''}"


def _lines(view: View, patch: Patch) -> str:
    digest = patch.proposed.diff
    found = touched(view.shelf, digest) if digest else None
    return f"+{found.added} -{found.removed}" if isinstance(found, Touched) else ""


def _kind(view: View, patch: Patch) -> str:
    return patch.proposed.subtype.replace("_", " ")


def _outcome(view: View, patch: Patch) -> str:
    """For a held one how long it has waited, else what it gained."""
    if patch.status is PatchStatus.HELD:
        return held_for(view, patch.proposed.patch) or "waits"
    if patch.shadow is not None:
        return worth(patch.shadow)
    gains = []
    if patch.before is not None and patch.after is not None:
        gains.append(f"batch {patch.after - patch.before:+.2f}")
    if patch.dev is not None and patch.proposed.parents[0] in view.state.dag:
        gains.append(f"dev {patch.dev - view.state.dag[patch.proposed.parents[0]].dev:+.3f}")
    return " ".join(gains)


def _author(view: View, patch: Patch) -> str:
    proposed = patch.proposed
    who = ("you" if proposed.by == _me() else proposed.by) or AGENT
    lineage = f" {proposed.edit_of}→{proposed.patch}" if proposed.edit_of else ""
    later = f" →{patch.edited_as}" if patch.edited_as else ""
    remarks = len(view.state.wishes.comments.get(proposed.patch, ()))
    said = f" {remarks} comment{'s' * (remarks > 1)}" if remarks else ""
    return f"{who}{lineage}{later}{said}"


@cache
def _me() -> str:
    return actor()


COLUMNS = (
    Column("way", 8, _way),
    Column("files", 14, _files),
    Column("lines", 8, _lines),
    Column("it", 4, lambda view, patch: f"it{patch.proposed.iteration}"),
    Column("held / gain", 22, _outcome),
    Column("author", 20, _author),
    Column("sub-type", 18, _kind),
)
FEW = {"way", "held / gain", "sub-type"}
"""What is left in a narrow pane."""
SOME = {"way", "files", "lines", "held / gain", "author", "sub-type"}
"""What is left where there is no room for a table."""
FIXED = {"way", "files", "lines"}
"""Titles of columns that stand below each other also where there is no room for a table."""
