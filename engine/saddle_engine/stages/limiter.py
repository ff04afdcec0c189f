"""Waiting for a provider, in sight: when it is asked too often, every caller holds back."""

from random import Random

from saddle_engine.ports import Clock, Journal

LOOK_S = 1.0
SPREAD_S = 2.0
"""After a wait for all, callers come back spread over so many seconds, not at once."""


class Limiter:
    """Shared by every call of an engine to one provider."""

    def __init__(self, clock: Clock, journal: Journal) -> None:
        self._clock = clock
        self._journal = journal
        self._until = 0.0
        self._why = ""

    def hold(self, seconds: float, why: str) -> None:
        """Nobody asks before so many seconds have passed."""
        until = self._clock.monotonic() + seconds
        if until > self._until:
            self._until, self._why = until, why

    @property
    def held(self) -> bool:
        """Nobody may ask now."""
        return self._until > self._clock.monotonic()

    async def passed(self, owner: str, rng: Random) -> None:
        """Wait until the provider may be asked, which each caller may a little later than the other."""
        while (left := self._until - self._clock.monotonic()) > 0:
            await self.sleep(left + rng.uniform(0, min(left, SPREAD_S)), self._why, owner)

    async def sleep(self, seconds: float, why: str, owner: str) -> None:
        """One caller's own wait, shown every second in its live line."""
        until = self._clock.monotonic() + seconds
        while (left := until - self._clock.monotonic()) > 0:
            self._journal.show(owner, f"waits {left:.0f} s for the provider: {why}")
            await self._clock.sleep(min(left, LOOK_S))
