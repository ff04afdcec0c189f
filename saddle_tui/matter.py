"""What a pane is about, as plain text of any length: for a pager, the clipboard, a file."""

from collections.abc import Iterator
from itertools import chain

from saddle_engine.types.base import Digest
from saddle_runs.folder import RunFolder
from saddle_tui.reading import open_viewer
from saddle_tui.screens.section import Content
from saddle_tui.text.safe import SafeText, clean
from saddle_tui.trace.fields import cleaned
from saddle_tui.trace.texts import Texts
from saddle_tui.trace.whole import whole
from saddle_tui.view import View

WIDTH, ROWS = 100, 100_000
"""Of a pane that has all the room it wants."""


def matter(folder: RunFolder, content: Content, view: View) -> Iterator[SafeText]:
    """Its lines, none of them cut; of a transcript all of it.

    Called on the screen's thread, since the run's state must stand still meanwhile; its lines are taken on
    another one, since some of them are read from the journal.

    Raises:
        JournalError: it cannot be read; when the lines are taken.
    """
    if content.id == "trace" and view.subject:
        return _transcript(folder, view.subject)
    lines = content.lines(view, WIDTH, ROWS)
    shown = [clean("".join(text for text, _ in line).rstrip()) for line in lines]
    if content.id == "patch" and view.patch and view.patch_text and view.patch_text.left_out:
        diff = view.state.patches[view.patch].proposed.diff
        return chain(shown, _whole_diff(folder, diff) if diff else ())
    return iter(shown)


def _transcript(folder: RunFolder, subject: str) -> Iterator[SafeText]:
    with open_viewer(folder) as viewer:
        yield from whole(viewer, subject)


def _whole_diff(folder: RunFolder, diff: Digest) -> Iterator[SafeText]:
    with open_viewer(folder) as viewer:
        yield clean("── the whole diff")
        yield from cleaned(Texts(viewer, None).whole(diff))
