"""An operator beside a run: waits for a state, sends commands, hears the answers."""

import asyncio
from collections.abc import Awaitable, Callable
from itertools import count
from typing import Any

from saddle_engine.commands import Command, Verb
from saddle_engine.loop import Loop
from saddle_engine.stages.book import Book
from saddle_engine.stages.edits import check_edits
from saddle_engine.stages.inbox import serve
from saddle_engine.state import RunState
from saddle_engine.testing import FakeClock, MemoryInbox, MemoryJournal
from tests.engine.loop_rig import CONFIG, CutJournal, World

DEADLINE_S = 20.0
TICKS = 10_000


class Operator:
    """Sends commands through an inbox."""

    def __init__(self, book: Book, inbox: MemoryInbox) -> None:
        self._book = book
        self._inbox = inbox
        self._ids = count(1)

    @property
    def state(self) -> RunState:
        return self._book.state

    async def until(self, holds: Callable[[RunState], bool]) -> None:
        await self._book.until(holds)

    async def idle(self) -> None:
        """Let everybody work who can."""
        for _ in range(100):
            await asyncio.sleep(0)

    async def send(self, verb: Verb, **arguments: Any) -> tuple[bool, str]:
        """Send a command and wait for its answer."""
        id_ = f"{verb}-{next(self._ids)}"
        self._inbox.send(Command(id=id_, verb=verb, arguments=arguments))
        return await answer(self._inbox, id_)


async def answer(inbox: MemoryInbox, command: str) -> tuple[bool, str]:
    """What became of a command, once that is known."""
    for _ in range(TICKS):
        if command in inbox.answers:
            return inbox.answers[command]
        await asyncio.sleep(0)
    raise TimeoutError(f"{command} was not answered")


async def steered(
    world: World,
    act: Callable[[Operator], Awaitable[None]],
    journal: MemoryJournal | None = None,
    inbox: MemoryInbox | None = None,
) -> MemoryJournal:
    """A run to its end with an engine that waits at limits, steered by `act`."""
    journal, inbox = journal or CutJournal(), inbox or MemoryInbox()
    journal.put(CONFIG)
    if not journal.read():
        await journal.append(world.started())

    async def acting(book: Book) -> None:
        await act(Operator(book, inbox))

    async with (
        asyncio.timeout(DEADLINE_S),
        Book(journal, RunState().fold(journal.read())) as book,
        asyncio.TaskGroup() as group,
    ):
        parts = world.parts(book, journal, waits=True)
        beside = [
            group.create_task(serve(book, journal, inbox, FakeClock())),
            group.create_task(check_edits(parts)),
        ]
        group.create_task(acting(book))
        await Loop(parts).run()
        for task in beside:
            task.cancel()
    return journal
