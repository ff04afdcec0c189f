"""Finding things: the command line, the palette, filters, and going somewhere by its name."""

from __future__ import annotations

from typing import TYPE_CHECKING

from saddle_tui.actions import REGISTRY, Action
from saddle_tui.actions.naming import complete, understand
from saddle_tui.fields import FILTERED, ROWS
from saddle_tui.filtering import HELP, parse
from saddle_tui.screens.line import OneLine
from saddle_tui.screens.palette import Palette
from saddle_tui.view import View

if TYPE_CHECKING:
    from saddle_tui.screens.main import MainScreen

OFFERED = 12
"""Names that are said above the command line."""


class Finder:
    """Opens the windows, and does what comes of them."""

    def __init__(self, screen: MainScreen) -> None:
        self._screen = screen
        self._lines: list[str] = []
        """Of the command line, oldest first; for this session."""
        self._draft = ""
        """Typed there and left."""

    def why_not(self, action: Action) -> str:
        """Why an action cannot be done here and now."""
        role = self._screen.seat.role.why_not if action.steers else ""
        return role or action.why_not(self._view)

    def palette(self) -> None:
        """All actions; those of this screen that only steer are left out where it never does."""
        observes = self._screen.seat.role.observes
        actions = [each for each in REGISTRY if not (observes and each.steers)]
        self._screen.app.push_screen(Palette(actions, self.why_not), self._do)

    def command(self, draft: str = "") -> None:
        """A line for the name of an action and what it takes."""
        line = OneLine(
            ":", draft or self._draft, self._wrong, hint=self._hint,
            offers=lambda typed: complete(typed, self._view), earlier=self._lines,
        )  # fmt: skip
        self._screen.app.push_screen(line, lambda typed: self._send(line, typed))

    def filter(self) -> None:
        """A line for what the rows of this pane must match, or the words to look for in its text."""
        pane = self._screen.stand.here
        now = self._view.lens.filters.get(pane, "")
        language = pane in FILTERED or pane in ROWS
        line = OneLine(
            "/", now, _unreadable if language else lambda typed: "",
            hint=lambda typed: HELP if language else "words in this pane; n and N go from one to the next",
        )  # fmt: skip
        self._screen.app.push_screen(line, lambda typed: self._filtered(pane, typed))

    def clear(self) -> None:
        """Show all rows of this pane."""
        self._filtered(self._screen.stand.here, "")

    def next(self, step: int) -> None:
        """To the next match in this pane, or the one before."""
        words = self._view.lens.filters.get(self._screen.stand.here, "")
        if words:
            self._find(words, step)
        else:
            self.filter()

    def _find(self, words: str, step: int) -> None:
        if not self._screen.stand.find(step, self._view):
            self._screen.voice.tell(f"{words!r} is nowhere in this pane")

    @property
    def _view(self) -> View:
        return self._screen.follower.view()

    def _do(self, id_: str | None) -> None:
        if id_ is not None:
            self._screen.do(id_)

    def _wrong(self, line: str) -> str:
        found = understand(line)
        if isinstance(found, str):
            return found
        why = self.why_not(found[0])
        return f"{found[0].id}: {why}" if why else ""

    def _hint(self, line: str) -> str:
        """What a line will do; what it may become while it says nothing yet."""
        found = understand(line)
        if isinstance(found, str):
            offers = complete(line, self._view) if line.strip() else []
            return "  ".join(offers[:OFFERED]) if offers else found
        action = found[0]
        return f"{action.id} {action.takes}".rstrip() + f": {action.help}"

    def _send(self, window: OneLine, line: str | None) -> None:
        self._draft = window.typed if line is None else ""
        found = understand(line) if line else ""
        if line and not isinstance(found, str):
            self._lines = [*(each for each in self._lines if each != line), line]
            self._screen.do(found[0].id, found[1])

    def _filtered(self, pane: str, typed: str | None) -> None:
        if typed is None:
            return
        filters = {**self._view.lens.filters, pane: typed}
        self._screen.follower.look_through(filters=filters)
        self._screen.stand.section.home()
        if pane == "trace" or (typed and pane not in FILTERED):
            self._find(typed, 1)
        self._screen.draw()


def _unreadable(typed: str) -> str:
    found = parse(typed)
    return found if isinstance(found, str) else ""
