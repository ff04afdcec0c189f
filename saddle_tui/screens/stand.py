"""Where one stands on the live screen: which panes are there, which has the focus, what is selected."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

from saddle_tui.follower import Follower
from saddle_tui.screens.contents import PICKS
from saddle_tui.screens.layout import roomy, shown
from saddle_tui.stage import held
from saddle_tui.view import View

if TYPE_CHECKING:
    from saddle_tui.screens.live import LiveScreen

FAR = 10**6
"""Lines or rows; further than any pane reaches."""
OPENS = {"rollouts": "trace", "dag": "patch", "diagnosis": "trace"}
"""What opening a row of a list leads to."""
NEEDS_ROOM = frozenset({"patch"})
"""To judge a patch is to read it: it gets the whole window at once."""


class _Place(NamedTuple):
    called: str = ""
    """The pane that was called last."""
    whole: str = ""
    """The pane that has the whole window."""
    here: str = "rollouts"
    """The pane that has the focus."""


class Stand:
    """Changes the layout, the focus and the selection; draws nothing."""

    def __init__(self, screen: LiveScreen, follower: Follower) -> None:
        self._screen, self._follower = screen, follower
        self._place = _Place()
        self._trail: list[_Place] = []

    @property
    def here(self) -> str:
        """The pane that has the focus."""
        return self._place.here

    def arrange(self) -> None:
        """Show the panes that the window has room for; the one that has the focus is always there."""
        screen, visible = self._screen, self._visible()
        if self.here not in visible:
            self._place = self._place._replace(called=self.here)
            visible = self._visible()
        for id_, section in screen.sections.items():
            section.display = id_ in visible
        body, numbers = screen.query_one("#body"), screen.query_one("#numbers")
        body.set_class(bool(self._place.whole), "-whole")
        body.set_class(roomy(*screen.app.size), "-roomy")
        numbers.display = any(each.display for each in numbers.children)
        screen.set_focus(screen.sections[self.here])

    def _visible(self) -> Sequence[str]:
        return shown(*self._screen.app.size, self._place.called, self._place.whole)

    def call(self, id_: str, view: View) -> None:
        """Go to a pane; a held patch is what the patch pane is for."""
        waiting = held(view)
        if id_ == "patch" and waiting and view.patch not in waiting:
            self._follower.select(waiting[0])
        self._go(id_)

    def move(self, id_: str, view: View) -> None:
        """Move in the pane that has the focus, or between panes."""
        rows = max(self._screen.sections[self.here].content_size.height, 1)
        match id_:
            case "next" | "previous":
                self._turn(1 if id_ == "next" else -1)
            case "drill":
                self._open(view)
            case "back":
                self._back()
            case "up" | "down":
                self._step(-1 if id_ == "up" else 1, view)
            case "page_up" | "page_down":
                self._step(-rows if id_ == "page_up" else rows, view)
            case _:
                self._step(-FAR if id_ == "first" else FAR, view)

    def _go(self, id_: str) -> None:
        if id_ == self.here and not (id_ in NEEDS_ROOM and not self._place.whole):
            return
        if not self._screen.sections[id_].display or id_ in NEEDS_ROOM:
            self._trail.append(self._place)
            self._place = _Place(id_, id_ if id_ in NEEDS_ROOM else "", id_)
        else:
            self._place = self._place._replace(here=id_)
        self.arrange()

    def _turn(self, step: int) -> None:
        visible = [id_ for id_, each in self._screen.sections.items() if each.display]
        here = visible[(visible.index(self.here) + step) % len(visible)]
        self._place = self._place._replace(here=here)
        self.arrange()

    def _open(self, view: View) -> None:
        to = OPENS.get(self.here, self.here)
        if to != self.here:
            if not view.selected:
                self._step(0, view)
            self._go(to)
        elif not self._place.whole:
            self._trail.append(self._place)
            self._place = self._place._replace(whole=self.here)
            self.arrange()

    def _back(self) -> None:
        if self._trail:
            self._place = self._trail.pop()
            self.arrange()
        else:
            self._follower.select("")
            for section in self._screen.sections.values():
                section.home()

    def _step(self, lines: int, view: View) -> None:
        if self.here in PICKS:
            self._pick(lines, PICKS[self.here](view), view)
        elif self.here == "trace":
            self._follower.end() if lines == FAR else self._follower.scroll(-lines)
        else:
            self._screen.sections[self.here].move(lines)

    def _pick(self, rows: int, ids: list[str], view: View) -> None:
        if not ids:
            return
        now = next((id_ for id_ in (view.selected, view.subject) if id_ in ids), None)
        # With nothing selected one step leads to the first row, and End to the last one.
        place = ids.index(now) + rows if now is not None else rows - 1
        self._follower.select(ids[min(max(place, 0), len(ids) - 1)])
