"""A pane that can be gone to and moved through."""

from collections.abc import Callable, Hashable
from dataclasses import dataclass

from textual import on
from textual.events import Resize

from saddle_tui.text.safe import SafeText, clean
from saddle_tui.view import View
from saddle_tui.widgets.pane import Line, Lines, Pane

FURTHEST = 3_000
"""Lines that one can move away: more than any pane has to show."""


@dataclass(frozen=True)
class Content:
    """What a section shows."""

    id: str
    """Panes of several screens may show the same."""
    lines: Lines
    title: Callable[[View], SafeText]
    key: Callable[[View], Hashable] | None = None
    foot: bool = False
    """Its newest lines are its last ones, and it shows these."""
    fills: bool = False
    """It fills whatever room it has, so there is nothing to move to."""


class Section(Pane, can_focus=True):
    """A pane of a screen; it shows a part of its lines when it was moved."""

    def __init__(self, room: str, content: Content, newest: Callable[[], View]) -> None:
        """A section.

        Args:
            room: the screen that it is part of.
            content: what it shows.
            newest: the view of this moment, for when its size has changed.
        """
        super().__init__(
            f"{room}-{content.id}",
            self._part,
            title=self._heading,
            key=self._stamp if content.key is not None else None,
        )
        self.add_class(content.id)
        self._content, self._newest = content, newest
        self._away = 0
        """Lines between what is shown and where the section stands by itself."""

    @on(Resize)
    def redraw(self, event: Resize) -> None:
        """Lines are cut to the room. A view that was kept may be older than the state behind it."""
        event.prevent_default()
        self.draw(self._newest())

    def move(self, lines: int) -> None:
        """Show so many lines further down, or up when negative; it stops at its ends."""
        away = self._away + (-lines if self._content.foot else lines)
        self._away = 0 if self._content.fills else min(max(0, away), FURTHEST)

    def home(self) -> None:
        """Back to where it stands by itself."""
        self._away = 0

    def _part(self, view: View, width: int, rows: int) -> list[Line]:
        lines = self._content.lines(view, width, rows + self._away)
        self._away = min(self._away, max(len(lines) - rows, 0))
        if self._content.foot:
            return lines[:rows] if self._away else lines[-rows:]
        return lines[self._away : self._away + rows]

    def _heading(self, view: View) -> SafeText:
        moved = ""
        if self._away:
            moved = f"  {'↓' if self._content.foot else '↑'} {self._away} more"
        return clean(f"{self._content.title(view)}{moved}")

    def _stamp(self, view: View) -> Hashable:
        assert self._content.key is not None
        return self._content.key(view), self._away
