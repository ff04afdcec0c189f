"""What a patch is and what came of it, in short: for those who look at its node."""

from collections.abc import Iterator

from saddle_engine.patches import Patch
from saddle_engine.types.patch import PatchStatus
from saddle_tui.keymap import key_of
from saddle_tui.trace.touched import touched
from saddle_tui.view import View
from saddle_tui.widgets.outcome import learned, measured, remarks
from saddle_tui.widgets.pane import Line
from saddle_tui.widgets.words import MUTED, labelled

WORDS = {
    "approve": "approved",
    "veto": "vetoed",
    "defer": "deferred",
    "edit": "edited",
    "undo": "returned",
}
"""What an operator's command did to a patch."""
UNASKED = {
    PatchStatus.CHECKING,
    PatchStatus.GATING,
    PatchStatus.DECLINED,
    PatchStatus.ADMITTED,
}
"""Where a patch comes to without an operator, if it is not held."""
FILES = 4
"""Named one by one."""


def judged(view: View, patch: Patch, width: int) -> Iterator[Line]:
    """Mini-batch, shadow, and what operators did and said."""
    yield from measured(view, patch, width)
    yield from operators(view, patch, width)


def of_patch(view: View, patch: Patch, width: int) -> Iterator[Line]:
    """Kind, author, files and lessons."""
    proposed = patch.proposed
    said = f"{proposed.patch}  {proposed.layer} / {proposed.subtype.replace('_', ' ')} / "
    yield from labelled("patch", f"{said}{proposed.patch_class}", width, 2)
    yield from labelled("author", _author(patch), width, 2)
    yield from labelled("files", _files(view, patch), width, 3)
    yield from learned(view, patch, width)
    yield from remarks(view, patch, width)


def _author(patch: Patch) -> str:
    proposed = patch.proposed
    if proposed.edit_of:
        return f"{proposed.by or 'operator'}, edited from {proposed.edit_of}"
    return f"{proposed.by or 'diagnosis agent'}, session {proposed.session}"


def operators(view: View, patch: Patch, width: int) -> Iterator[Line]:
    """Who decided on it, and why; that nobody did where it went on by itself."""
    unasked = patch.status in UNASKED
    for record in view.state.interventions:
        event = record.event
        if event.kind != "CommandAccepted" or event.verb not in WORDS:
            continue
        if event.about == patch.proposed.patch:
            why = f": {event.reason}" if event.reason else ""
            yield from labelled(WORDS[event.verb], f"by {event.actor}{why}", width, 3)
        # Journals of older versions do not say which patch was meant.
        unasked = unasked and event.about not in {"", patch.proposed.patch}
    if unasked:
        yield from labelled("approved", "by nobody: it was not held", width, 1, MUTED)


def _files(view: View, patch: Patch) -> str:
    if patch.proposed.diff is None:
        return "none: it did not become a commit"
    read = touched(view.shelf, patch.proposed.diff)
    if read is None:
        return "being read ..."
    if isinstance(read, str):
        return read
    found = read.files
    named = [f"{path} +{added} -{removed}" for path, added, removed in found[:FILES]]
    more = [f"{len(found) - FILES} more"] if len(found) > FILES else []
    return f"{', '.join(named + more)}; {key_of('drill')} shows the diff"
