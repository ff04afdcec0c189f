"""An operator's word on a rollout: its work is cut short, and it ends cancelled or waits to run anew."""

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import dataclass, field

from saddle_engine import events as ev
from saddle_engine.stages.book import Book
from saddle_engine.state import RunState
from saddle_engine.types.base import RolloutId
from saddle_engine.types.rollout import Outcome
from saddle_engine.types.wire import Door

CALLS_S = 20.0
"""Calls under way are paid for: their replies are waited for so long."""


def wished(state: RunState, rollout: RolloutId) -> bool:
    """Whether the operator wants it ended or run anew, and it is not done yet."""
    return rollout in state.wishes.rollouts


@dataclass(frozen=True)
class Heeding:
    """Of one batch: what only waits costs nothing when something is journalled."""

    book: Book
    _at_work: dict[RolloutId, asyncio.Task[None]] = field(default_factory=dict)

    async def unless_wished(self, rollout: RolloutId, work: Callable[[], Awaitable[None]]) -> None:
        """Work on a rollout until that is done, or cut short by the operator's word."""
        if wished(self.book.state, rollout):
            return
        try:
            async with asyncio.TaskGroup() as group:
                self._at_work[rollout] = group.create_task(_awaited(work), name=rollout)
        finally:
            del self._at_work[rollout]

    async def watch(self) -> None:
        """Cut work short until cancelled."""
        async with asyncio.TaskGroup() as group:
            heeded = set[asyncio.Task[None]]()
            while True:
                await self.book.until(lambda state: bool(self._due(state) - heeded))
                for rollout, task in list(self._at_work.items()):
                    if task not in heeded and wished(self.book.state, rollout):
                        heeded.add(task)
                        group.create_task(_cut_short(self.book, rollout, task))

    def _due(self, state: RunState) -> set[asyncio.Task[None]]:
        wanted = (self._at_work.get(each) for each in state.wishes.rollouts)
        return {task for task in wanted if task is not None}


async def grant(book: Book, rollout: RolloutId) -> None:
    """Do what the operator asked of a rollout that nobody works on; nothing where nothing was asked."""
    await book.append()  # what was still being written of it comes first
    match book.state.wishes.rollouts.get(rollout):
        case ev.CancelAsked() as asked:
            async with book.deciding:
                await book.append(_cancelled(book, asked))
        case ev.RequeueAsked():
            await book.append(ev.RolloutRequeued(rollout=rollout))
        case None:
            pass


async def _awaited(work: Callable[[], Awaitable[None]]) -> None:
    await work()


async def _cut_short(book: Book, rollout: RolloutId, task: asyncio.Task[None]) -> None:
    with suppress(TimeoutError):
        async with asyncio.timeout(CALLS_S):
            await book.until(lambda state: not _asks(state, rollout))
    task.cancel()


def _asks(state: RunState, rollout: RolloutId) -> bool:
    return any(call.owner == rollout for call in state.books.reserved.values())


def _cancelled(book: Book, asked: ev.CancelAsked) -> ev.RolloutFinished:
    """What its open try has taken is what it took."""
    rollout = asked.rollout
    tries = book.state.rollouts[rollout].tries
    answered = [
        event
        for record in book.read(subject=rollout)
        if isinstance(event := record.event, ev.RequestAnswered) and event.tries == tries
    ]
    return ev.RolloutFinished(
        rollout=rollout,
        outcome=Outcome.CANCELLED,
        score=None,
        reason=f"cancelled by {asked.by}{f': {asked.reason}' if asked.reason else ''}",
        steps=sum(each.door is Door.MODEL for each in answered),
        seconds=sum(each.seconds for each in answered),
        tokens=sum(each.usage.total for each in answered),
        cost=sum(each.cost for each in answered),
    )
