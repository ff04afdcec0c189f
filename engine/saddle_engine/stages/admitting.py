"""Before a try is sent: wait for the provider, for whoever paused the run, and for room; then take it."""

import asyncio
from collections.abc import Callable
from dataclasses import dataclass
from random import Random

from saddle_engine.ledger import refusal
from saddle_engine.stages.book import Book
from saddle_engine.stages.halting import Halts, halted
from saddle_engine.stages.limiter import Limiter
from saddle_engine.stages.tries import Try
from saddle_engine.state import RunState
from saddle_engine.types.price import Bound

GOES_ON = "waits until the run goes on"


@dataclass(frozen=True)
class Gate:
    """One for all calls of an engine, whichever model they are for."""

    book: Book
    halts: Halts
    limiter: Limiter

    async def admit(self, one: Try, chance: Random) -> None:
        """Return once the try is booked: it may be sent, and must be closed.

        Raises:
            LimitStop: the run is paused, and nobody waits.
        """
        with one.call.idle():
            while not one.number:
                if over := await self._take(one, chance):
                    await self.halt(one.call.owner, *over)

    async def opened(self, owner: str) -> None:
        """Return once calls may begin."""
        if self.halts.closed:
            self.book.show(owner, GOES_ON)
            with self.book.hands.waits(owner):
                await self.halts.opened()

    async def halt(self, owner: str, by: str, reason: str) -> None:
        """Pause the run for a caller, and return once it goes on; see `Halts.halt`."""
        self.book.show(owner, f"{GOES_ON}: {reason}")
        with self.book.hands.waits(owner):
            await self.halts.halt(by, reason)

    async def _take(self, one: Try, chance: Random) -> tuple[str, str] | None:
        """Take room; or the limit that is in the way, and why. Neither, when it has to wait again."""
        await self.opened(one.call.owner)
        await self.limiter.passed(one.call.owner, chance)
        async with self.halts.admitting:
            while not (self.halts.closed or self.limiter.held):
                over = await self._room(one)
                if over is None:
                    return None
                # What is under way may settle for less than its worst; else a person has to decide.
                under_way = len(self.book.state.books.reserved)
                if not under_way:
                    return over
                self.book.show(one.call.owner, f"waits for calls under way: {over[1]}")
                await self.book.until(_changed(under_way, one.bound))
        return None

    async def _room(self, one: Try) -> tuple[str, str] | None:
        """Book it where it fits and calls may still begin; else the limit that is in the way, and why."""
        async with self.book.deciding:
            if self.halts.closed:
                return None
            over = refusal(self.book.state, one.bound)
            if over is None:
                await self._book(one)
            return over

    async def _book(self, one: Try) -> None:
        one.number = self.book.state.books.tries[one.call.id] + 1
        try:
            await self.book.append(one.reserved())
        except asyncio.CancelledError:  # the book writes it all the same, and nothing was sent
            await self.book.append(one.refused("given_up", "it was not sent"))
            raise


def _changed(under_way: int, worst: Bound) -> Callable[[RunState], bool]:
    """A call has ended, a limit was raised, or the run was paused."""
    return lambda state: (
        len(state.books.reserved) < under_way or refusal(state, worst) is None or halted(state)
    )
