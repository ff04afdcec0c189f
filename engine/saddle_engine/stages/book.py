"""Write, then fold: the one way in which an engine changes anything."""

import asyncio
from collections.abc import Callable, Sequence
from typing import Self

from saddle_engine.errors import JournalError
from saddle_engine.events import AnyEvent, Record
from saddle_engine.ports import Journal
from saddle_engine.stages.hands import Hands
from saddle_engine.state import RunState

_Waiting = tuple[Sequence[AnyEvent], asyncio.Future[list[Record]]]


class Book:
    """A journal together with the state folded from it; itself a `Journal`.

    One task writes for everybody, so that records are applied in their order and what a caller has
    asked for is written even when that caller is cancelled. What queues up during a commit shares
    the next one.
    """

    def __init__(self, journal: Journal, state: RunState) -> None:
        self.state = state
        self._journal = journal
        self._queue: asyncio.Queue[_Waiting | None] = asyncio.Queue()
        self._closed = False
        self.deciding = asyncio.Lock()
        """Held from looking at the state until what follows from it is journalled, where two such
        decisions must not cross: calls take room under it, limits and pauses change under it."""
        self.hands = Hands()
        """Who is at work for the run in this engine."""
        self._changed = asyncio.Event()
        self._tasks = asyncio.TaskGroup()

    async def __aenter__(self) -> Self:
        await self._tasks.__aenter__()
        self._tasks.create_task(self._write_all(), name="book")
        return self

    async def __aexit__(self, *failure: object) -> None:
        self._closed = True
        self._queue.put_nowait(None)
        # The body's own exception passes unwrapped: the group only ever holds the writer.
        await self._tasks.__aexit__(None, None, None)

    async def append(self, *events: AnyEvent) -> list[Record]:
        """Commit and apply events, all or none.

        Raises:
            JournalError: they could not be committed, or the book is closed.
            ValueError: they contradict the state; the run cannot go on.
        """
        if self._closed:
            raise JournalError("the book is closed")
        done: asyncio.Future[list[Record]] = asyncio.get_running_loop().create_future()
        self._queue.put_nowait((events, done))
        return await done

    async def decide(self, decision: Callable[[RunState], Sequence[AnyEvent]]) -> None:
        """Journal what follows from the state, if anything does; no other decision crosses it."""
        async with self.deciding:
            if events := decision(self.state):
                await self.append(*events)

    def read(self, *, after: int = 0, subject: str | None = None) -> Sequence[Record]:
        """Committed records."""
        return self._journal.read(after=after, subject=subject)

    def show(self, subject: str, text: str) -> None:
        """Overwrite a live line."""
        self._journal.show(subject, text)

    def hide(self, subject: str) -> None:
        """Drop a live line."""
        self._journal.hide(subject)

    async def until(self, holds: Callable[[RunState], bool]) -> None:
        """Wait until the state satisfies a condition."""
        while not holds(self.state):
            self._changed.clear()
            await self._changed.wait()

    async def _write_all(self) -> None:
        closing = False
        while not closing:
            waiting = [await self._queue.get()]
            while not self._queue.empty():
                waiting.append(self._queue.get_nowait())
            closing = None in waiting
            await self._write([each for each in waiting if each is not None])

    async def _write(self, waiting: Sequence[_Waiting]) -> None:
        try:
            records = await self._journal.append(
                *(event for events, _ in waiting for event in events)
            )
            for record in records:
                self.state.apply(record)
        except Exception as error:  # noqa: BLE001 - it goes to every caller who waits
            for _, done in waiting:
                if not done.done():
                    done.set_exception(error)
            return
        start = 0
        for events, done in waiting:
            if not done.done():
                done.set_result(records[start : start + len(events)])
            start += len(events)
        self._changed.set()
