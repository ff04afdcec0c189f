"""A screen without a terminal, which shows what it is told to, when it is told."""

from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from pathlib import Path, PurePath
from typing import Any, ClassVar, NamedTuple

from textual.pilot import Pilot

from saddle_engine.adapters.clock import SystemClock
from saddle_tui import app
from saddle_tui.app import SaddleApp
from saddle_tui.replaying.cells import Cell, cells_of
from saddle_tui.replaying.follower import ReplayFollower
from saddle_tui.seat import Seat
from saddle_tui.taste import Taste

CALM = 3
"""Looks at the screen between which nothing changes."""
MOST = 50
"""Looks; a screen that never comes to rest is taken as it is."""


class Shape(NamedTuple):
    """What a picture shows of a run."""

    size: tuple[int, int] = (120, 40)
    """Columns and rows."""
    room: str = "live"
    chosen: Mapping[str, Any] = {}
    """What the command line says about the screen, by field of `Taste`."""


class Stage(SaddleApp):
    """Whoever holds it pulls and draws."""

    CSS_PATH: ClassVar[list[str | PurePath]] = [  # where its parent's are
        Path(app.__file__).with_name(str(name)) for name in SaddleApp.CSS_PATH
    ]

    def pull(self) -> None:
        """Nothing comes by itself."""

    def look(self) -> None:
        """Nobody looks at a clock."""

    def rows(self) -> list[list[Cell]]:
        """The screen, line by line."""
        strips = self.screen._compositor.render_strips()  # noqa: SLF001 - Textual has no public way
        return [cells_of(strip) for strip in strips]


@asynccontextmanager
async def staged(
    follower: ReplayFollower, shape: Shape
) -> AsyncIterator[tuple[Stage, Pilot[None]]]:
    """The screen of a replay, at rest."""
    seat = Seat(follower.folder, SystemClock(), replay=True)
    stage = Stage(follower, seat, taste=Taste.model_validate(shape.chosen))
    async with stage.run_test(size=shape.size) as pilot:
        await pilot.pause()
        stage.main.do(shape.room)
        before: list[list[Cell]] = []
        calm = 0
        for _ in range(MOST):
            follower.settle()
            stage.main.draw()
            await pilot.pause()
            now = stage.rows()
            before, calm = now, calm + 1 if now == before else 0
            if calm == CALM:
                break
        yield stage, pilot
