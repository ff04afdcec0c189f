"""The clock of a rollout: recorded seconds for what is answered from a recording, then real ones."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from saddle_engine.errors import TryRefused, TryUnknown


class Elapsed:
    """Advances with every answer; limits are charged by it, so that a replay is no advantage.

    The sum of the seconds of all answered exchanges is exactly `total`, live and replayed alike.
    """

    def __init__(self, monotonic: Callable[[], float]) -> None:
        self._monotonic = monotonic
        self._mark = monotonic()
        self._still: float | None = None
        self._pauses = 0
        self.tries = 0
        """Under way at a provider: what they take counts only if they come to something."""
        self.total = 0.0
        """Seconds at the last answer."""

    def now(self) -> float:
        """Seconds at this moment."""
        return self.total + self._time() - self._mark

    def tick(self) -> float:
        """Close an answer; seconds since the one before it."""
        seconds = max(0.0, self.now() - self.total)
        self.total += seconds
        self._mark = self._time()
        return seconds

    def replay(self, total: float) -> None:
        """An answer came from the recording, where it stood at `total`."""
        self.total = max(self.total, total)
        self._mark = self._time()

    @contextmanager
    def paused(self) -> Iterator[None]:
        """Time that is not the harness's: opening boxes, waiting for a provider. May be nested."""
        if not self._pauses:
            self._still = self._monotonic()
        self._pauses += 1
        try:
            yield
        finally:
            self._pauses -= 1
            if not self._pauses and self._still is not None:
                self._mark += self._monotonic() - self._still
                self._still = None

    @contextmanager
    def forgiving(self) -> Iterator[None]:
        """Around a try at a provider: when it comes to nothing, its time is given back."""
        begun = self.now()
        self.tries += 1
        try:
            yield
        except (TryRefused, TryUnknown):
            self._mark = min(self._mark + self.now() - begun, self._time())
            raise
        finally:
            self.tries -= 1

    def _time(self) -> float:
        return self._monotonic() if self._still is None else self._still
