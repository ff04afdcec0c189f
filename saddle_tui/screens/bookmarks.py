"""The places of a run that its viewer remembers, in a window."""

from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.content import Content
from textual.widgets import Static

from saddle_tui.replaying.bookmarks import Bookmarks
from saddle_tui.replaying.replay import Bookmark
from saddle_tui.replaying.timeline import Timeline
from saddle_tui.screens.dialog import line_of
from saddle_tui.screens.modal import Modal
from saddle_tui.text.safe import clean
from saddle_tui.text.width import fit
from saddle_tui.widgets.pane import Line
from saddle_tui.widgets.timeline import clock
from saddle_tui.widgets.words import MUTED

BORDERS = 6
NONE = "no bookmark is left"


class BookmarkList(Modal[int | None]):
    """The record of the one that was chosen; None when it was left."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,q", "leave", show=False),
        Binding("up,k", "move(-1)", show=False),
        Binding("down,j", "move(1)", show=False),
        Binding("enter", "go", show=False),
        Binding("d,x,delete", "drop", show=False),
    ]

    def __init__(self, bookmarks: Bookmarks, timeline: Timeline) -> None:
        super().__init__()
        self._bookmarks, self._timeline, self._at = bookmarks, timeline, 0

    def compose(self) -> ComposeResult:
        with Vertical(id="dialog"):
            yield line_of(clean("Bookmarks"), "title")
            yield Static("", id="marks", markup=False)
            yield line_of(clean(""), "wrong")
            yield line_of(clean("↑ ↓ move   Enter go there   d forget   Esc back"), "choices")

    def on_mount(self) -> None:
        self.call_after_refresh(self._show)

    def on_resize(self) -> None:
        self.call_after_refresh(self._show)

    def action_move(self, step: int) -> None:
        self._at = min(max(self._at + step, 0), max(len(self._bookmarks.all) - 1, 0))
        self._show()

    def action_go(self) -> None:
        self.dismiss(self._bookmarks.all[self._at].seq if self._bookmarks.all else None)

    def action_drop(self) -> None:
        if self._bookmarks.all:
            why_not = self._bookmarks.drop(self._bookmarks.all[self._at].seq)
            self.query_one("#wrong", Static).update(Content(clean(why_not)))
            self.action_move(0)

    def action_leave(self) -> None:
        self.dismiss(None)

    def _show(self) -> None:
        dialog = self.query_one("#dialog").size
        rows = max(self.app.size.height - 2 * BORDERS, 1)
        marks = self._bookmarks.all
        first = min(max(self._at - rows // 2, 0), max(len(marks) - rows, 0))
        width = max(dialog.width - 2, 1)
        lines = [
            self._line(mark, width, here=first + number == self._at)
            for number, mark in enumerate(marks[first : first + rows])
        ]
        shown = Content("\n").join(
            Content.assemble(*line) for line in lines or [[(clean(NONE), "")]]
        )
        self.query_one("#marks", Static).update(shown)

    def _line(self, mark: Bookmark, width: int, *, here: bool) -> Line:
        timeline = self._timeline
        known = bool(timeline.seq)
        at = clock(timeline.time_of(mark.seq) - timeline.began) if known else ""
        head = clean(f"{'›' if here else ' '} {at:>8}  {mark.seq:>9,}  ")
        style = "bold" if here else ""
        return [(fit(head, width), style or MUTED), (fit(mark.name, width - len(head)), style)]
