"""A record of the journal in a window: all of its fields, and the beginnings of the texts it names."""

from collections.abc import Callable, Iterable
from typing import ClassVar

from textual import work
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll
from textual.content import Content
from textual.widgets import Static

from saddle_tui.screens.modal import Modal
from saddle_tui.text.safe import clean
from saddle_tui.text.width import wrap

WIDEST, BORDERS = 100, 6
ROWS = 40  # of one line
LEAVE = "escape,q,enter"


class RecordWindow(Modal[None]):
    """Read on a thread of its own."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding(LEAVE, "leave", show=False),
        Binding("j", "app.simulate_key('down')", show=False),
        Binding("k", "app.simulate_key('up')", show=False),
    ]

    def __init__(self, seq: int, read: Callable[[int], Iterable[str]]) -> None:
        """A window.

        Args:
            seq: the record's number.
            read: its lines; waits for the disk. Hostile text.
        """
        super().__init__()
        self._seq, self._read = seq, read
        self._lines: list[str] = [f"reading record {seq} ..."]

    def compose(self) -> ComposeResult:
        with VerticalScroll(id="record"):
            yield Static(markup=False)

    def on_mount(self) -> None:
        self._fetch()

    def on_resize(self) -> None:
        self._show()

    def action_leave(self) -> None:
        self.dismiss()

    @work(thread=True, exit_on_error=False)
    def _fetch(self) -> None:
        lines = [*self._read(self._seq)]
        self.app.call_from_thread(self._have, lines)

    def _have(self, lines: list[str]) -> None:
        self._lines = lines
        if self.is_attached:
            self._show()

    def _show(self) -> None:
        width = max(min(self.app.size.width, WIDEST) - BORDERS, 1)
        rows = [row for line in self._lines for row in wrap(clean(line), width, ROWS, indent=2)]
        self.query_one(Static).update(Content("\n".join(rows)))
