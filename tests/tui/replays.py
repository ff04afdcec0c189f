"""A screen on a made-up run's past, with a clock that goes on when it is told."""

import asyncio
from collections.abc import AsyncIterator, Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path

from textual.pilot import Pilot

from saddle_engine.adapters.clock import SystemClock
from saddle_engine.types.rollout import Purpose
from saddle_runs.folder import RunFolder, create_run
from saddle_runs.journal import RunJournal
from saddle_tui.app import SaddleApp
from saddle_tui.replaying.beginning import past_of
from saddle_tui.replaying.follower import ReplayFollower
from saddle_tui.seat import Seat
from tests.tui.helms import DEADLINE_S, Watch, readable
from tests.tui.stories import BEGAN, Story
from tests.tui.views import TASKS

NAMED = {" ": "space", ":": "colon", "_": "underscore"}
"""Letters whose keys are called otherwise."""


def searched() -> Story:
    """Three iterations, of which two gave a node; sealed, tested and done. A record a second."""
    story = Story().start().seed().grow(0.75, "n0")
    story.iterate("n1")
    story.batch(Purpose.BEFORE, TASKS, 1)
    readable(story, "n1")
    story.finish("declined")
    story.grow(1.0, "n1")
    return story.seal("n2").test("n0", 0.4).test("n2", 0.6).done()


class Paced(SystemClock):
    """Told what time it is."""

    at = BEGAN

    def now(self) -> float:
        return self.at


def write_paced(home: Path, story: Story) -> RunFolder:
    """The story as a run on disk, a record a second."""
    folder, clock = create_run(home, "demo", SystemClock()), Paced()
    with RunJournal(folder.database, clock) as journal, ThreadPoolExecutor(1) as pool:
        for blob in story.blobs:
            journal.put(blob)
        for record in story.records():
            clock.at = record.at
            pool.submit(asyncio.run, journal.append(record.event)).result()
    return folder


@dataclass
class Rewound:
    """Everything that a test of a replay needs."""

    app: SaddleApp
    pilot: Pilot[None]
    follower: ReplayFollower
    watch: Watch

    @property
    def text(self) -> str:
        """What stands on the screen."""
        strips = self.app.screen._compositor.render_strips()
        return "\n".join("".join(each.text for each in strip).rstrip() for strip in strips)

    @property
    def seq(self) -> int:
        """The record that is shown."""
        return self.follower.state.seq

    async def press(self, *keys: str) -> None:
        await self.pilot.press(*keys)
        await self.pilot.pause()

    async def type(self, text: str) -> None:
        await self.press(*(NAMED.get(letter, letter) for letter in text), "enter")

    async def play(self, seconds: float) -> None:
        """Let so much time pass for the viewer."""
        for _ in range(round(seconds / 0.5)):
            self.watch.seconds += 0.5
            self.follower.pull()
        self.app.main.draw()
        await self.pilot.pause()

    async def until(self, holds: Callable[[], object]) -> None:
        async with asyncio.timeout(DEADLINE_S):
            while not holds():
                await self.pilot.pause(0.02)

    async def arrive(self, seq: int) -> None:
        """Wait until a record is shown."""
        await self.until(lambda: self.seq == seq)

    async def see(self, words: str) -> None:
        """Wait until it stands on the screen."""
        try:
            await self.until(lambda: words in " ".join(self.text.replace("│", " ").split()))
        except TimeoutError:
            raise AssertionError(f"{words!r} is not on the screen:\n{self.text}") from None


@asynccontextmanager
async def replayed(
    folder: RunFolder, size: tuple[int, int] = (80, 24), at: str = "start"
) -> AsyncIterator[Rewound]:
    """The replay of a run, which has been looked through."""
    watch = Watch()
    with past_of(folder, at, 1.0, monotonic=watch) as follower:
        app = SaddleApp(follower, Seat(folder, SystemClock(), replay=True), watch)
        async with app.run_test(size=size) as pilot:
            rewound = Rewound(app, pilot, follower, watch)
            await rewound.until(lambda: follower.index.timeline.seq >= follower.end_seq)
            app.look()
            await pilot.pause()
            yield rewound
