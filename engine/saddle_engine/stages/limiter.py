"""One wait for all: when a provider says that it is asked too often, every caller holds back."""

from collections.abc import Callable

from saddle_engine.ports import Clock

LOOK_S = 1.0


class Limiter:
    """Shared by every call of an engine to one provider."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._until = 0.0
        self._why = ""

    def hold(self, seconds: float, why: str) -> None:
        """Nobody asks before so many seconds have passed."""
        until = self._clock.monotonic() + seconds
        if until > self._until:
            self._until, self._why = until, why

    async def passed(self, say: Callable[[str], None]) -> None:
        """Wait until the provider may be asked, saying so once a second."""
        while (left := self._until - self._clock.monotonic()) > 0:
            say(waiting(self._why, left))
            await self._clock.sleep(min(left, LOOK_S))

    async def sleep(self, seconds: float, why: str, say: Callable[[str], None]) -> None:
        """One caller's own wait."""
        until = self._clock.monotonic() + seconds
        while (left := until - self._clock.monotonic()) > 0:
            say(waiting(why, left))
            await self._clock.sleep(min(left, LOOK_S))


def waiting(why: str, seconds: float) -> str:
    """What is waited for, in words."""
    return f"waits {seconds:.0f} s for the provider: {why}"
