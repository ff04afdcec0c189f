"""A screen at the helm of a made-up run, and an engine that answers what it is asked."""

import asyncio
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass, field

from textual.pilot import Pilot

from saddle_engine import events as ev
from saddle_engine.adapters.clock import SystemClock
from saddle_engine.commands import Command
from saddle_engine.state import RunState
from saddle_engine.steering import decide
from saddle_engine.types.base import PatchId
from saddle_runs.folder import RunFolder
from saddle_runs.inbox import ControlInbox
from saddle_runs.journal import RunJournal
from saddle_runs.viewer import RunViewer
from saddle_tui.app import SaddleApp
from saddle_tui.follower import Follower
from saddle_tui.seat import Seat
from tests.tui.moments import DIFF, proposal
from tests.tui.stories import Story, engine

DEADLINE_S = 20.0


def held() -> Story:
    """A patch waits for the operator."""
    story = Story().start(limits={"rollouts": 400}).seed().grow(0.75, "n0")
    story.iterate("n1")
    return story.add(ev.ApprovalAsked(patch=readable(story, "n1")))


def readable(story: Story, *parents: str, diff: str = DIFF) -> PatchId:
    """A patch whose proposal and diff can be read."""
    given = story.keep(proposal("stops too early").model_dump_json())
    return story.propose(*parents, proposal=given, diff=story.keep(diff))


class Watch:
    """A clock that stands still until it is told to go on."""

    seconds = 0.0

    def __call__(self) -> float:
        return self.seconds


@dataclass
class Helmed:
    """Everything that a test at the helm needs."""

    app: SaddleApp
    pilot: Pilot[None]
    follower: Follower
    journal: RunJournal
    inbox: ControlInbox
    watch: Watch
    asked: list[Command] = field(default_factory=list)

    @property
    def text(self) -> str:
        """What stands on the screen."""
        strips = self.app.screen._compositor.render_strips()
        return "\n".join("".join(each.text for each in strip).rstrip() for strip in strips)

    async def press(self, *keys: str) -> None:
        await self.pilot.press(*keys)
        await self.pilot.pause()

    async def type(self, text: str) -> None:
        await self.press(*("space" if letter == " " else letter for letter in text))

    async def until(self, holds: Callable[[], object]) -> None:
        async with asyncio.timeout(DEADLINE_S):
            while not holds():
                await self.pilot.pause(0.02)

    async def see(self, words: str) -> None:
        """Wait until it stands on the screen, wherever its lines are broken."""
        try:
            await self.until(lambda: words in " ".join(self.text.replace("│", " ").split()))
        except TimeoutError:
            raise AssertionError(f"{words!r} is not on the screen:\n{self.text}") from None

    async def calm(self) -> None:
        """Look for as long as keys that judge need."""
        calm = self.app.main.helm.calm
        await self.until(lambda: calm._what is not None or self.app.screen is not self.app.main)
        self.watch.seconds += 1

    async def answer_as_stored(self) -> Command:
        """As the engine would, which keeps edits as a blob."""
        return await self.answer(edits=self.journal.put(b"[]"))

    async def answer(self, **stored: str) -> Command:
        """As the engine would; `stored` stands in place of what was sent."""
        await self.until(self.inbox.pending)
        sent = self.inbox.pending()[0]
        command = sent.model_copy(update={"arguments": {**sent.arguments, **stored}})
        self.asked.append(sent)
        with RunViewer(self.app.main.folder.database, SystemClock()) as viewer:
            decided = decide(RunState().fold(viewer.tail(0, 10**6)), command)
        if isinstance(decided, str):
            self.inbox.answer(command.id, accepted=False, reason=decided)
        else:
            await self.journal.append(*decided)
            self.inbox.answer(command.id, accepted=True)
        return sent


@asynccontextmanager
async def at_helm(
    folder: RunFolder, size: tuple[int, int] = (80, 24), *, observe: bool = False
) -> AsyncIterator[Helmed]:
    """An app on the run, an engine at work on it."""
    clock = SystemClock()
    with engine(folder) as journal, _opened(folder) as (viewer, inbox):
        follower = Follower(folder, viewer, clock)
        seat = Seat(folder, clock, observe=observe)
        watch = Watch()
        app = SaddleApp(follower, seat, watch)
        async with app.run_test(size=size) as pilot:
            helmed = Helmed(app, pilot, follower, journal, inbox, watch)
            await helmed.until(lambda: not follower.behind and seat.role.mark)
            app.look()
            await pilot.pause()
            yield helmed
        seat.leave()


@contextmanager
def _opened(folder: RunFolder) -> Iterator[tuple[RunViewer, ControlInbox]]:
    with RunViewer(folder.database, SystemClock()) as viewer, ControlInbox(folder.control) as inbox:
        yield viewer, inbox
