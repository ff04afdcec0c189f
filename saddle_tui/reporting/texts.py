"""Proposals and diffs, as many as a page can hold."""

from collections.abc import Iterator

from saddle_engine.errors import JournalError
from saddle_engine.patches import Patch
from saddle_engine.types.base import PatchId
from saddle_runs.viewer import RunViewer
from saddle_tui.text.safe import clean
from saddle_tui.trace.patch_text import PatchText, read_patch
from saddle_tui.view import View

MOST_PATCHES = 200
"""That have a section of their own with diff and reasons."""


def read_texts(viewer: RunViewer, view: View) -> dict[PatchId, PatchText]:
    """Of the admitted ones first, then of the newest."""
    chosen = sorted(view.state.patches.values(), key=_rank)[:MOST_PATCHES]
    return dict(_read(viewer, chosen))


def _rank(patch: Patch) -> tuple[bool, int]:
    return patch.node is None, -int(patch.proposed.patch[1:])


def _read(viewer: RunViewer, chosen: list[Patch]) -> Iterator[tuple[PatchId, PatchText]]:
    for patch in chosen:
        id_ = patch.proposed.patch
        try:
            yield id_, read_patch(viewer, patch.proposed)
        except JournalError as error:
            yield id_, PatchText(id_, trouble=clean(error))
