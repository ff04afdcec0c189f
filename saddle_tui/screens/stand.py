"""Where one stands: on which screen, in which pane, and how one came there."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from textual.widget import Widget

from saddle_tui import fields
from saddle_tui.fields import FILTERED
from saddle_tui.follower import Follower
from saddle_tui.screens.contents import LISTS
from saddle_tui.screens.rooms import OPENS, ROOMS
from saddle_tui.stage import held
from saddle_tui.view import View

if TYPE_CHECKING:
    from saddle_tui.screens.main import MainScreen
    from saddle_tui.screens.section import Section

COLUMNS, ROWS = 60, 18
"""In a smaller window one pane stands alone."""
WIDE, TALL = 180, 50
"""From here on there is room for a dashboard."""
FAR = 10**6
"""Lines or rows; further than any pane reaches."""
KEPT = 50
"""Places that one can go back to."""


class Place(NamedTuple):
    """Where one can be."""

    room: str = "live"
    pane: str = "rollouts"
    whole: bool = False
    """The pane has all the room."""
    about: str = ""
    """What is selected again by whoever comes back; empty leaves the selection as it is."""


class Stand:
    """Changes the screen, the focus and the selection; draws nothing."""

    def __init__(self, screen: MainScreen, follower: Follower) -> None:
        self._screen, self._follower = screen, follower
        self._place = Place()
        self._before = Place()
        self._trail: list[Place] = []
        self._panes = {room.id: room.panes[0] for room in ROOMS.values()}
        """By room, the pane that had the focus last."""

    @property
    def room(self) -> str:
        """The screen that is shown."""
        return self._place.room

    @property
    def here(self) -> str:
        """The pane that has the focus."""
        return self._place.pane

    @property
    def section(self) -> Section:
        """That pane."""
        return self._screen.sections[self._place.room, self._place.pane]

    def visible(self) -> list[str]:
        """Panes that are on the screen."""
        return [pane for pane in self._panes_in_order() if self._section(pane).display]

    def _panes_in_order(self) -> tuple[str, ...]:
        room = ROOMS[self.room]
        width, height = self._screen.app.size
        return room.dashboard if room.dashboard and width >= WIDE and height >= TALL else room.panes

    def _section(self, pane: str) -> Section:
        return self._screen.sections[self.room, pane]

    def arrange(self) -> None:
        """Show the screen; a pane that the window has no room for gets all of it when it is gone to."""
        place = self._place
        self._panes[place.room] = place.pane
        for room in ROOMS:
            container = self._screen.query_one(f"#{room}")
            container.display = room == place.room
            container.set_class(place.whole, "-whole")
        self._order()
        for (room, pane), section in self._screen.sections.items():
            section.set_class(room == place.room and pane == place.pane, "-here")
        self._reveal()
        self._screen.set_focus(self.section)
        if self._follower.lens.room != place.room:
            self._follower.look_through(room=place.room)

    def _order(self) -> None:
        """A grid is filled in the order of its panes."""
        container, order = self._screen.query_one(f"#{self.room}"), self._panes_in_order()
        wanted: list[Widget] = [self._section(pane) for pane in order]
        if list(container.children) != wanted:
            container.sort_children(key=wanted.index)

    def _reveal(self) -> None:
        """A pane that the window has no room for gets all of it; in a small one that is each."""
        app = self._screen.app
        app.stylesheet.apply(self.section)
        width, height = app.size
        if not self.section.display or width < COLUMNS or height < ROWS:
            self._screen.query_one(f"#{self.room}").add_class("-whole")

    def enter(self, room: str, view: View, pane: str = "") -> None:
        """Go to a screen; a held patch is what the patches are for."""
        waiting = held(view)
        if room == "patches" and not pane and waiting and view.patch not in waiting:
            self._follower.select(waiting[0])
        wanted = pane or self._panes[room]
        if room == "patches" and waiting and not pane:
            wanted = "patch"
        self._go(Place(room, wanted))

    def open(self, room: str, pane: str) -> None:
        """Go to a pane and give it the window."""
        self._go(Place(room, pane, whole=True))

    def focus(self, pane: str) -> None:
        """Go to a pane of this screen."""
        self._place = self._place._replace(pane=pane)
        self.arrange()

    def keep(self, about: str) -> None:
        """Whoever comes back here looks at this again."""
        self._place = self._place._replace(about=about)

    def find(self, step: int, view: View) -> bool:
        """Go to the next row or line that matches this pane's filter, or with -1 to the one before."""
        words = view.lens.filters.get(self.here, "")
        if self.here == "trace":  # all of it, also what is not read yet; its title tells
            self._follower.browse(lambda window: window.search(words, step > 0))
            return True
        if self.here in FILTERED:
            self._step(step, view)
            return True
        if self.here in LISTS and self.here in fields.ROWS:
            return self._find_row(step, view)
        return self.section.find(words, step, view)

    def _find_row(self, step: int, view: View) -> bool:
        of = LISTS[self.here]
        ids = [*of.ids(view)][::step]
        matching = {*fields.rows(self.here, view, ids)}
        now = ids.index(of.now(view)) if of.now(view) in ids else -1
        onward = [each for each in [*ids[now + 1 :], *ids[: now + 1]] if each in matching]
        if onward:
            of.choose(self._follower, onward[0])
        return bool(onward)

    def move(self, id_: str, view: View) -> None:
        """Move in the pane that has the focus, or between panes and places."""
        page = max(self.section.content_size.height, 1)
        match id_:
            case "next" | "previous":
                self._turn(1 if id_ == "next" else -1)
            case "drill":
                self._open(view)
            case "back":
                self._back()
            case "before":
                self._go(self._before)
            case "whole":
                self._go(self._place._replace(whole=not self._place.whole))
            case "up" | "down":
                self._step(-1 if id_ == "up" else 1, view)
            case "page_up" | "page_down":
                self._step(-page if id_ == "page_up" else page, view)
            case _:
                self._step(-FAR if id_ == "first" else FAR, view)

    def _go(self, place: Place) -> None:
        if place == self._place:
            return
        self._trail = [*self._trail[-KEPT:], self._place]
        self._before = self._place
        self._come(place)

    def _come(self, place: Place) -> None:
        if place.about:
            self._follower.select(place.about)
        self._place = place._replace(about="")
        self.arrange()

    def _turn(self, step: int) -> None:
        alone = self._screen.query_one(f"#{self.room}").has_class("-whole")
        panes = list(self._panes_in_order()) if alone else self.visible()
        at = panes.index(self.here) if self.here in panes else 0
        self.focus(panes[(at + step) % len(panes)])

    def _open(self, view: View) -> None:
        if self.here == "log" and view.log.rows:
            self._screen.open_record(view.log.cursor)
            return
        if self.here in LISTS and not view.selected:
            self._step(0, view)
        to = OPENS.get((self.room, self.here))
        self._go(Place(*to) if to else self._place._replace(whole=True))

    def _back(self) -> None:
        if self.here in FILTERED and self._follower.lens.filters.get(self.here):
            filters = {**self._follower.lens.filters, self.here: ""}
            self._follower.look_through(filters=filters)
        elif self._trail:
            self._come(self._trail.pop())
        else:
            self._follower.select("")
            for section in self._screen.sections.values():
                section.home()

    def _step(self, lines: int, view: View) -> None:
        if self.here in LISTS:
            self._pick(lines, view)
        elif self.here == "log":
            self._log(lines)
        elif self.here == "trace":
            self._follower.end() if lines == FAR else self._follower.scroll(-lines)
        else:
            self.section.move(lines)

    def _log(self, lines: int) -> None:
        """Move in the log; whom a record is about is selected everywhere."""
        log = self._follower.log
        if abs(lines) == FAR:
            log.window.end() if lines > 0 else log.go(1)
        elif subject := log.move(lines):
            self._follower.select(subject)

    def _pick(self, rows: int, view: View) -> None:
        rows_of = LISTS[self.here]
        if not (ids := rows_of.ids(view)):
            return
        now = rows_of.now(view)
        # With nothing selected one step leads to the first row, and End to the last one.
        place = ids.index(now) + rows if now in ids else rows - 1
        rows_of.choose(self._follower, ids[min(max(place, 0), len(ids) - 1)])
