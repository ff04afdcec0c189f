"""Pauses: those that the engine makes itself, at a limit or when a provider does not serve, and who waits."""

import asyncio

from saddle_engine import events as ev
from saddle_engine.ports import Clock
from saddle_engine.stages.book import Book
from saddle_engine.state import RunState
from saddle_engine.types.steering import PauseMode, RunStatus

LEAVE_S = 20.0
"""Calls under way are paid for: an engine that leaves waits so long for their replies."""
LOOK_S = 0.1


class LimitStop(Exception):
    """The run is paused and nobody is there to resume it."""


class Halts:
    """Pauses the run once, however many callers meet the same wall at the same time."""

    def __init__(self, book: Book, *, waits: bool) -> None:
        """Pauses of one engine.

        Args:
            book: the run's.
            waits: wait for an operator; else what is under way ends, and `LimitStop` is raised.
        """
        self._book = book
        self._waits = waits
        self._leaving = False
        self.admitting = asyncio.Lock()
        """Held while a call takes its room and while a pause is journalled: none begins after it."""

    @property
    def closed(self) -> bool:
        """No call may begin now."""
        return self._leaving or halted(self._book.state)

    async def opened(self) -> None:
        """Wait until calls may begin."""
        await self._book.until(lambda _: not self.closed)

    async def halt(self, by: str, reason: str) -> None:
        """Pause, and return once the run goes on (or is to be sealed).

        Args:
            by: the name of a limit, or `provider`.
            reason: one sentence.

        Raises:
            LimitStop: nobody waits.
        """
        async with self.admitting, self._book.deciding:
            if not self._book.state.still:
                await self._book.append(ev.RunPaused(by=by, reason=reason))
        if not self._waits and _needs_somebody(self._book.state):
            await self._book.until(lambda state: not state.books.reserved)
            raise LimitStop(reason)
        await self._book.until(lambda state: not state.still)

    async def leave(self, clock: Clock, seconds: float = LEAVE_S) -> None:
        """Let no call begin any more, and wait for those under way, but not longer than `seconds`.

        Whoever asks a second time does not wait.
        """
        if self._leaving:
            return
        self._leaving = True
        ends = clock.monotonic() + seconds
        while self._book.state.books.reserved and clock.monotonic() < ends:
            await clock.sleep(LOOK_S)


def halted(state: RunState) -> bool:
    """Paused so that no call is made either, until somebody has done something."""
    holds = state.paused is not None and state.paused.mode is PauseMode.HOLD
    return _needs_somebody(state) or (state.status is RunStatus.PAUSED and holds)


def _needs_somebody(state: RunState) -> bool:
    """Paused, and not by an operator, who would be there to let it go on."""
    by = state.paused.by if state.paused else "operator"
    return state.status is RunStatus.PAUSED and by != "operator"
