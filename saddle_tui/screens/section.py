"""A pane that can be gone to and moved through."""

from collections.abc import Callable, Hashable
from dataclasses import dataclass

from textual import on
from textual.events import Resize

from saddle_tui.fields import FILTERED, ROWS
from saddle_tui.keymap import key_of
from saddle_tui.screens.marking import contains, marked
from saddle_tui.screens.rooms import ROOMS
from saddle_tui.screens.rows import Rows
from saddle_tui.text.safe import SafeText, clean
from saddle_tui.text.width import fit_parts, width_of
from saddle_tui.view import View
from saddle_tui.widgets.pane import Line, Lines, Pane
from saddle_tui.widgets.words import sentence

FURTHEST = 3_000
"""Lines that one can move away: more than any pane has to show."""
ENDS = 4
"""Cells of the border beside a title."""
SIMULATED = "simulated"
PART_CELLS = 16  # of a part of a title that is cut; fewer say nothing
BEFORE = 3
"""Lines that are shown before one that was found, at least."""


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

    def __init__(
        self, room: str, content: Content, newest: Callable[[], View], rows: Rows | None = None
    ) -> None:
        """A section.

        Args:
            room: the screen that it is part of.
            content: what it shows.
            newest: the view of this moment, for when its size has changed.
            rows: what moving in it selects, where it is a list.
        """
        super().__init__(
            f"{room}-{content.id}",
            self._part,
            title=self._heading,
            key=self._stamp if content.key is not None else None,
        )
        self.add_class(content.id)
        self._content, self._newest = content, newest
        self._rows, self._room = rows, ROOMS[room].title
        self._away = 0
        """Lines between what is shown and where the section stands by itself."""
        self._below = False
        """There is more to read further down."""
        self._found = -1
        """The line that was found last."""
        self.letter = ""
        """Leads here while one jumps."""

    @on(Resize)
    def redraw(self, event: Resize) -> None:
        """Lines are cut to the room. A view that was kept may be older than the state behind it."""
        event.prevent_default()
        self.draw(self._newest())

    def draw(self, view: View, *, patient: bool = False) -> None:
        """The title says whether there is more, so it comes after the lines too."""
        super().draw(view, patient=patient)
        self._draw_title(view)

    def move(self, lines: int) -> None:
        """Show so many lines further down, or up when negative; it stops at its ends."""
        away = self._away + (-lines if self._content.foot else lines)
        self._away = 0 if self._content.fills else min(max(0, away), FURTHEST)

    def home(self) -> None:
        """Back to where it stands by itself."""
        self._away, self._found = 0, -1

    def bring(self, line: int) -> None:
        """Show a line, moving no further than it takes; for panes that begin at their first line."""
        rows = max(self.content_size.height, 1)
        if not self._away <= line < self._away + rows:
            self._away = max(line - BEFORE, 0)

    def find(self, words: str, step: int, view: View) -> bool:
        """Bring the next line with these words into sight, or with -1 the one before; False for none."""
        width, rows = self.content_size
        lines = self._content.lines(view, width, rows + FURTHEST)
        found = [number for number, line in enumerate(lines) if contains(line, words)]
        if not found or self._content.fills:
            return False
        onward = [number for number in found[::step] if (number - self._found) * step > 0]
        self._found = (onward or found[::step])[0]  # after the last one comes the first
        top = max(self._found - BEFORE, 0)
        self._away = max(len(lines) - rows - top, 0) if self._content.foot else top
        return True

    def _part(self, view: View, width: int, rows: int) -> list[Line]:
        words = view.lens.filters.get(self._content.id, "")
        if self._content.id in FILTERED:
            if words and self._rows is not None and not self._rows.ids(view):
                return sentence(nothing_matches(words), width)
        elif words and self._content.id not in ROWS:
            return marked(self._moved(view, width, rows), words)
        return self._moved(view, width, rows)

    def _moved(self, view: View, width: int, rows: int) -> list[Line]:
        onward = int(self._reads)
        lines = self._content.lines(view, width, rows + self._away + onward)
        self._below = bool(onward) and len(lines) > rows + self._away
        self._away = min(self._away, max(len(lines) - rows, 0))
        if self._content.foot:
            return lines[:rows] if self._away else lines[-rows:]
        return lines[self._away : self._away + rows]

    @property
    def _reads(self) -> bool:
        """It is a text that begins at its first line."""
        return self._rows is None and not (self._content.foot or self._content.fills)

    def _heading(self, view: View) -> SafeText:
        """Where one is, what it shows, and which part of that."""
        title = str(self._content.title(view))
        if words := view.lens.filters.get(self._content.id, ""):
            name, *rest = title.split("  ")
            title = "  ".join([name, f"/{words}", *rest])
        if self._away:
            title = f"{title}  {'↓' if self._content.foot else '↑'} {self._away} more"
        elif self._below:
            title = f"{title}  ↓ more"
        if self.letter:
            title = f"[{self.letter}] {title}"
        return self._with_crumbs(view, title) if self.has_class("-here") else self._short(title)

    def _with_crumbs(self, view: View, title: str) -> SafeText:
        """With the screen before it and the selection behind it, where there is room for them."""
        room = self.size.width - ENDS
        crumbs = "" if title.startswith(self._room) else f"{self._room} › "
        selected = f"  selected {view.selected}" if self._hides(view, title) else ""
        tries = (f"{crumbs}{title}{selected}", f"{title}{selected}", f"{crumbs}{title}")
        fitting = (text for each in tries if width_of(text := clean(each)) <= room)
        return next(fitting, self._short(title))

    def _hides(self, view: View, title: str) -> bool:
        """Something is selected that neither the title nor a row of this pane names."""
        named = not view.selected or view.selected in title
        return not named and (self._rows is None or view.selected not in self._rows.ids(view))

    def _short(self, title: str) -> SafeText:
        """Its parts that fit whole; that the run is simulated also stands in the bar."""
        parts = title.split("  ")
        room = self.size.width - ENDS
        while len(parts) > 1 and width_of(clean("  ".join(parts))) > room and SIMULATED in parts:
            parts.remove(SIMULATED)
        return fit_parts(parts, room, PART_CELLS)

    def _stamp(self, view: View) -> Hashable:
        assert self._content.key is not None
        words = view.lens.filters.get(self._content.id, "")
        return self._content.key(view), self._away, words


def nothing_matches(words: str) -> str:
    """What a list says whose filter leaves nothing."""
    return f"no row matches {words!r}; {key_of('filter')} changes it, {key_of('clear_filter')} shows all"
