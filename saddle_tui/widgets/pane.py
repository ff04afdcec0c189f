"""A titled pane whose lines are set whole; it redraws only when they change."""

from collections.abc import Callable, Hashable, Sequence

from textual.content import Content
from textual.widgets import Static

from saddle_tui.text.safe import NOTHING, SafeText, clean
from saddle_tui.text.width import width_of
from saddle_tui.view import View

Span = tuple[SafeText, str]
"""A piece of text and the name of its style; empty for plain."""
Line = Sequence[Span]
Lines = Callable[[View, int, int], list[Line]]
"""What a pane says about a view, in so many columns and rows."""


class Pane(Static, can_focus=False):
    """Takes styled `SafeText`, never markup."""

    def __init__(
        self,
        name: str,
        lines: Lines,
        *,
        title: Callable[[View], SafeText] | None = None,
        key: Callable[[View], Hashable] | None = None,
    ) -> None:
        """A pane.

        Args:
            name: for the style sheet.
            lines: its content.
            title: stands in its top border.
            key: equal keys mean equal lines; spares working out long ones.
        """
        super().__init__("", id=name, markup=False)
        self._lines, self._title, self._key = lines, title, key
        self._shown: list[list[Span]] = []
        self._head = NOTHING
        self._view: View | None = None
        self._drawn: Hashable = None
        self.add_class("-empty")  # until there is something to say

    def on_resize(self) -> None:
        """Lines are cut to the room, once its layout is done: a change amid it can get lost."""
        self.call_after_refresh(self._draw_again)

    def _draw_again(self) -> None:
        if self._view is not None:
            self.draw(self._view)

    def draw(self, view: View) -> None:
        """Show the view."""
        self._view = view
        self._draw_title(view)
        drawn = (self._key(view), self.content_size) if self._key else None
        if drawn is None or drawn != self._drawn:
            self._drawn = drawn
            width, rows = self.content_size
            if not width:  # not shown yet; when it is, it will have a whole row of the window
                width = max(self.app.size.width - self.gutter.width, 1)
            self.show(self._lines(view, width, rows))

    def show(self, lines: Sequence[Line]) -> None:
        """Replace the content."""
        fresh = [list(line) for line in lines]
        if fresh != self._shown:
            self._shown = fresh
            self.set_class(not fresh, "-empty")
            self.update(Content("\n").join(Content.assemble(*line) for line in fresh))

    def _draw_title(self, view: View) -> None:
        if self._title is not None and (head := self._title(view)) != self._head:
            self._head = head
            self.border_title = Content(head)


def spread(left: Sequence[tuple[int, Span]], right: Line, width: int) -> Line:
    """A line with a left and a right end; when room is short, what ranks highest on the left goes first.

    Of equal ranks the last one goes first.
    """
    parts = list(left)
    room = width - _width(right) - 1
    while len(parts) > 1 and _width([span for _, span in parts]) > room:
        parts.remove(max(reversed(parts), key=lambda part: part[0]))
    spans = [span for _, span in parts]
    gap = max(width - _width(spans) - _width(right), 0)
    return [*spans, (clean(" " * gap), ""), *right]


def _width(line: Line) -> int:
    return sum(width_of(text) for text, _ in line)
