"""A titled pane whose lines are set whole; of them only what differs is painted again."""

import time
from collections.abc import Callable, Hashable, Sequence

from textual.content import Content
from textual.geometry import Region, Size
from textual.strip import Strip
from textual.widget import Widget

from saddle_tui.text.safe import NOTHING, SafeText, clean
from saddle_tui.view import View
from saddle_tui.widgets.painting import Line, Span, changes, line_width, strip_of

__all__ = ["Line", "Lines", "Pane", "Span", "spread"]

Lines = Callable[[View, int, int], list[Line]]
"""What a pane says about a view, in so many columns and rows."""

LONG_S = 0.01
"""Working out lines takes this long only in very long runs."""
REST = 10
"""Times that a pane rests which took long: keys go first."""


class Pane(Widget, can_focus=False):
    """Takes styled `SafeText`, never markup."""

    ALLOW_SELECT = False

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
        super().__init__(id=name)
        self._lines, self._title, self._key = lines, title, key
        self._shown: list[list[Span]] = []
        self._head = NOTHING
        self._view: View | None = None
        self._drawn: Hashable = None
        self._rests = 0.0
        self._theme = ""
        self.add_class("-empty")  # until there is something to say

    def on_resize(self) -> None:
        """Lines are cut to the room, once its layout is done: a change amid it can get lost."""
        self.call_after_refresh(self._draw_again)

    def _draw_again(self) -> None:
        if self._view is not None:
            self.draw(self._view)

    def draw(self, view: View, *, patient: bool = False) -> None:
        """Show the view.

        Args:
            view: what is to be shown.
            patient: not now, where working it out has just taken long: a later view will do.
        """
        begun = time.monotonic()
        if patient and begun < self._rests:
            return
        self._view = view
        self._draw_title(view)
        drawn = (self._key(view), self.content_size) if self._key else None
        if drawn is None or drawn != self._drawn:
            self._drawn = drawn
            width, rows = self.content_size
            if not width:  # not shown yet; when it is, it will have a whole row of the window
                width = max(self.app.size.width - self.gutter.width, 1)
            self.show(self._lines(view, width, rows))
            took = time.monotonic() - begun
            self._rests = begun + REST * took if took > LONG_S else 0.0

    def show(self, lines: Sequence[Line]) -> None:
        """Replace the content."""
        before, self._shown = self._shown, [list(line) for line in lines]
        if before == self._shown:
            return
        if len(before) != len(self._shown):
            self.set_class(not self._shown, "-empty")
            if self.styles.is_auto_height:
                self.refresh(layout=True)
        self.refresh(*changes(before, self._shown, self.size.width))

    def render_line(self, y: int) -> Strip:
        """One row of it."""
        line = self._shown[y] if y < len(self._shown) else ()
        return strip_of(line, self.size.width, self.visual_style)

    def notify_style_update(self) -> None:
        """A name can mean another style now, although the pane's own has not changed."""
        super().notify_style_update()
        if self.app.theme != self._theme:
            self._theme = self.app.theme
            self.refresh()

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        """As many rows as there are lines, where the style sheet says `auto`."""
        return len(self._shown)

    def _draw_title(self, view: View) -> None:
        if self._title is not None and (head := self._title(view)) != self._head:
            self._head = head
            # Setting `border_title` itself would paint the whole pane again.
            self._border_title = Content(head)
            self.refresh(Region(0, -1, self.size.width, 1))


def spread(left: Sequence[tuple[int, Span]], right: Line, width: int) -> Line:
    """A line with a left and a right end; when room is short, what ranks highest on the left goes first.

    Of equal ranks the last one goes first.
    """
    parts = list(left)
    room = width - line_width(right) - 1
    while len(parts) > 1 and line_width([span for _, span in parts]) > room:
        parts.remove(max(reversed(parts), key=lambda part: part[0]))
    spans = [span for _, span in parts]
    gap = max(width - line_width(spans) - line_width(right), 0)
    return [*spans, (clean(" " * gap), ""), *right]
