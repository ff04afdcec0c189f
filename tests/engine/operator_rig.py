"""An operator beside a run: waits for a state, sends commands, hears the answers."""

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, replace
from itertools import count
from typing import Any

from saddle_engine.commands import Command, Verb
from saddle_engine.loop import Loop
from saddle_engine.stages.book import Book
from saddle_engine.stages.edits import check_edits
from saddle_engine.stages.inbox import serve
from saddle_engine.stages.staging import Staging
from saddle_engine.state import RunState
from saddle_engine.testing import FakeClock, MemoryInbox, MemoryJournal
from saddle_engine.types.base import PatchId
from saddle_engine.types.patch import PatchStatus
from tests.engine.loop_rig import CONFIG, CutJournal, World

DEADLINE_S = 20.0
TICKS = 10_000


class Operator:
    """Sends commands through an inbox."""

    def __init__(self, book: Book, inbox: MemoryInbox) -> None:
        self._book = book
        self._inbox = inbox
        self._ids = count(len(book.state.commands) + 1)

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
        return await self.ask(Command(id=id_, verb=verb, arguments=arguments))

    async def ask(self, command: Command) -> tuple[bool, str]:
        """The same for a whole command."""
        self._inbox.send(command)
        return await answer(self._inbox, command.id)


@dataclass(frozen=True)
class Word:
    """A command that is sent once the state is as it says."""

    when: Callable[[RunState], bool]
    verb: Verb
    arguments: dict[str, Any]


def word(when: Callable[[RunState], bool], verb: Verb, **arguments: Any) -> Word:
    return Word(when, verb, arguments)


def says_once(*words: Word) -> Callable[[Operator], Awaitable[None]]:
    """An operator who says one word after the other, and after a crash goes on where that was."""

    async def act(operator: Operator) -> None:
        for number, each in enumerate(words, start=1):
            id_ = f"{each.verb}-{number}"
            if id_ not in operator.state.commands:
                await operator.until(each.when)
                said = Command(id=id_, verb=each.verb, arguments=each.arguments, actor="maria")
                assert await operator.ask(said) == (True, "")

    return act


def has(patch: str, status: PatchStatus = PatchStatus.HELD) -> Callable[[RunState], bool]:
    return lambda run: patch in run.patches and run.patches[PatchId(patch)].status is status


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
    staging: Staging | None = None,
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
        parts = replace(parts, staging=staging or parts.staging)
        beside = [
            group.create_task(serve(book, journal, inbox, FakeClock())),
            group.create_task(check_edits(parts)),
        ]
        group.create_task(acting(book))
        await Loop(parts).run()
        for task in beside:
            task.cancel()
    return journal
