"""Finding things: the command line, the palette, filters, and going somewhere by its name."""

from __future__ import annotations

from typing import TYPE_CHECKING

from saddle_tui.actions import Action
from saddle_tui.actions.naming import complete, understand
from saddle_tui.fields import FILTERED, ROWS
from saddle_tui.filtering import HELP, parse
from saddle_tui.screens.line import OneLine
from saddle_tui.screens.offered import offered
from saddle_tui.screens.palette import Palette
from saddle_tui.view import View

if TYPE_CHECKING:
    from saddle_tui.screens.main import MainScreen

IN_TEXT = "words in this pane; n and N go from one to the next"
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

    def why_not(self, action: Action, text: str = "") -> str:
        """Why an action cannot be done here and now, with what stands behind its name."""
        role = self._screen.seat.role.why_not if action.steers else ""
        return role or self._screen.helm.why_not(action, self._view, text)

    def palette(self) -> None:
        """All actions; those of this screen that only steer are left out where it never does."""
        actions = offered(self._screen.follower.view(), self._screen.seat.role)
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
        line = OneLine(
            "/", self._view.lens.filters.get(pane, ""), lambda typed: _unreadable(pane, typed),
            hint=lambda typed: HELP if _is_list(pane) else IN_TEXT,
        )  # fmt: skip
        self._screen.app.push_screen(line, lambda typed: self._filtered(pane, typed))

    def filter_by(self, text: str) -> None:
        """The same with what was typed behind a command."""
        pane = self._screen.stand.here
        if wrong := _unreadable(pane, text):
            self._screen.voice.tell(f"filter: {wrong}")
        else:
            self._filtered(pane, text)

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
        found = self._understand(line)
        if isinstance(found, str):
            return found
        why = self.why_not(*found)
        return f"{found[0].id}: {why}" if why else ""

    def _understand(self, line: str) -> tuple[Action, str] | str:
        return understand(line, replay=self._view.replay is not None)

    def _hint(self, line: str) -> str:
        """What a line will do; what it may become while it says nothing yet."""
        found = self._understand(line)
        if isinstance(found, str):
            offers = complete(line, self._view) if line.strip() else []
            return "  ".join(offers[:OFFERED]) if offers else found
        action = found[0]
        return f"{action.id} {action.takes}".rstrip() + f": {action.help}"

    def _send(self, window: OneLine, line: str | None) -> None:
        self._draft = window.typed if line is None else ""
        found = self._understand(line) if line else ""
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


def _is_list(pane: str) -> bool:
    return pane in FILTERED or pane in ROWS


def _unreadable(pane: str, typed: str) -> str:
    """What is wrong with a filter; a text may be looked through for any words."""
    found = parse(typed) if _is_list(pane) else ""
    return found if isinstance(found, str) else ""
