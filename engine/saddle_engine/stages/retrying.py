"""When a call is tried again, and when a person has to look. Pure."""

from random import Random

from saddle_engine.errors import TryRefused, TryUnknown

MAX_TRIES = 6
MAX_UNKNOWN = 2
"""A try that came to nothing has been paid for, perhaps: it is repeated once."""
PATIENCE_S = 900.0
"""Since the first trouble of a call."""
BASE_S = 4.0
"""Waits may grow by this factor: 4, 16, 60, 60, 60 seconds at the most."""
LONGEST_S = 60.0
SHORTEST_S = 0.1
RETRY_AFTER_S = 120.0
"""A provider is waited for as long as it asks for, up to this."""


class Patience:
    """One call's troubles so far."""

    def __init__(self, rng: Random) -> None:
        """Begin.

        Args:
            rng: of this call alone.
        """
        self._rng = rng
        self._since: float | None = None
        self._refused = 0
        self._unknown = 0

    def wait_s(self, trouble: TryRefused | TryUnknown, now: float) -> float | None:
        """Seconds until the next try, jittered; None when there shall be none.

        Args:
            trouble: of the try that just ended.
            now: monotonic seconds.
        """
        self._since = now if self._since is None else self._since
        if now - self._since > PATIENCE_S:
            return None
        if isinstance(trouble, TryUnknown):
            self._unknown += 1
            return self._jittered(1) if self._unknown < MAX_UNKNOWN else None
        if trouble.final:
            return None
        if trouble.retry_after_s is not None:
            asked = min(max(trouble.retry_after_s, 0.0), RETRY_AFTER_S)
            return asked + self._rng.uniform(0, 1)
        self._refused += 1
        return self._jittered(self._refused) if self._refused < MAX_TRIES else None

    def _jittered(self, failures: int) -> float:
        """Anywhere up to the longest: those who failed together come back apart."""
        return self._rng.uniform(SHORTEST_S, min(LONGEST_S, BASE_S**failures))
