"""One app that shows any view, on any screen, in any size: for pictures of moments that need no run on disk."""

from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace
from typing import Any, cast

from textual.pilot import Pilot

from saddle_tui.app import SaddleApp
from saddle_tui.deciding.clerk import Clerk
from saddle_tui.follower import Follower
from saddle_tui.lens import Lens
from saddle_tui.screens.section import Section
from saddle_tui.seat import DRIVER, REPLAY, Role, Seat
from saddle_tui.trace.log_window import LogWindow
from saddle_tui.view import View
from tests.tui.stories import StoppedClock

CALM = 2
"""Looks at the screen between which nothing changes."""


class _Log:
    def __init__(self) -> None:
        self.window = LogWindow()


class Still:
    """Stands in for a follower: it shows the view that it was given, looked at through its lens."""

    behind = False

    def __init__(self, view: View) -> None:
        self.shown, self.lens, self.log = view, Lens(), _Log()
        self.folder = view.folder
        self.clerk = Clerk(view.folder, StoppedClock())

    def view(self) -> View:
        rows = self.shown.log._replace(rows=self.shown.log.rows[-self.log.window.height :])
        return replace(self.shown, lens=self.lens, log=rows)

    def look_through(self, **changes: Any) -> None:
        self.lens = replace(self.lens, **changes)

    def select(self, id_: str) -> None:
        self.shown = replace(self.shown, selected=id_)

    def browse(self, move: Callable[[Any], None]) -> None: ...

    def room(self, width: int, height: int) -> None: ...

    def pull(self) -> bool:
        return False

    def look(self) -> bool:
        return False


class _Driving(Seat):
    """Its keys steer, without a run to steer."""

    def renew(self) -> Role:
        self.role = REPLAY if self.role == REPLAY else DRIVER
        return self.role


@dataclass
class Gallery:
    """The app and what it shows."""

    app: SaddleApp
    pilot: Pilot[None]
    still: Still

    async def picture(self, view: View, room: str, size: tuple[int, int], pane: str = "") -> str:
        """The screen as text, its lines without blanks at their ends."""
        if self.app.size != size:
            await self.pilot.resize_terminal(*size)
        self.still.shown, self.still.lens = view, replace(view.lens, room=self.still.lens.room)
        self.app.main.stand.enter(room, view, pane)
        before, calm = "", 0
        while calm < CALM:
            self.app.main.draw()
            await self.pilot.pause()
            now = self.text
            before, calm = now, calm + 1 if now == before else 0
        return before

    @property
    def text(self) -> str:
        """What stands on the screen."""
        strips = self.app.screen._compositor.render_strips()
        lines = ("".join(segment.text for segment in strip).rstrip() for strip in strips)
        return "\n".join(lines) + "\n"

    def panes(self) -> list[Section]:
        """That are on the screen."""
        main = self.app.main
        return [main.sections[main.stand.room, pane] for pane in main.stand.visible()]


@asynccontextmanager
async def gallery(view: View) -> AsyncIterator[Gallery]:
    """An app that pulls nothing."""
    still = Still(view)
    seat = _Driving(view.folder, StoppedClock(), replay=view.replay is not None)
    app = SaddleApp(cast(Follower, still), seat)
    async with app.run_test(size=(80, 24)) as pilot:
        yield Gallery(app, pilot, still)
