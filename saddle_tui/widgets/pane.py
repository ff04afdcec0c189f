"""A framed pane whose lines are set whole; it redraws only when they change."""

from collections.abc import Sequence

from textual.content import Content
from textual.widgets import Static

from saddle_tui.text.safe import SafeText

Span = tuple[SafeText, str]
"""A piece of text and the name of its style; empty for plain."""
Line = Sequence[Span]


class Pane(Static, can_focus=False):
    """Takes styled `SafeText`, never markup."""

    def __init__(self, title: str, name: str) -> None:
        super().__init__("", id=name, markup=False)
        self.border_title = title
        self._shown: list[list[Span]] = []

    def show(self, lines: Sequence[Line]) -> None:
        """Replace the content."""
        fresh = [list(line) for line in lines]
        if fresh != self._shown:
            self._shown = fresh
            self.update(Content("\n").join(Content.assemble(*line) for line in fresh))

    @property
    def room(self) -> tuple[int, int]:
        """Columns and rows inside the frame."""
        return self.content_size.width, self.content_size.height
