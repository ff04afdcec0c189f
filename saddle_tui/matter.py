"""What a pane is about, as plain text of any length: for a pager, the clipboard, a file."""

from collections.abc import Iterator

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
    """Its lines, none of them cut; of a transcript all of it. Reads the journal, so not on the screen's thread.

    Raises:
        JournalError: it cannot be read.
    """
    if content.id == "trace" and view.subject:
        with open_viewer(folder) as viewer:
            yield from whole(viewer, view.subject)
        return
    for line in content.lines(view, WIDTH, ROWS):
        yield clean("".join(text for text, _ in line).rstrip())
    if content.id == "patch" and view.patch and view.patch_text and view.patch_text.left_out:
        with open_viewer(folder) as viewer:
            yield clean("── the whole diff")
            diff = view.state.patches[view.patch].proposed.diff
            yield from cleaned(Texts(viewer, None).whole(diff)) if diff else ()
