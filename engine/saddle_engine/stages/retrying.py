"""When a call is tried again, and when a person has to look. Pure."""

from random import Random

from saddle_engine.errors import TryRefused, TryUnknown

MAX_TRIES = 6
MAX_UNKNOWN = 2
"""A try that came to nothing has been paid for, perhaps: it is repeated once."""
PATIENCE_S = 900.0
LONGEST_S = 60.0
RETRY_AFTER_S = 120.0
"""A provider is waited for as long as it asks for, up to this."""


class Patience:
    """One call's tries so far."""

    def __init__(self, now: float, rng: Random) -> None:
        """Begin.

        Args:
            now: monotonic seconds.
            rng: of this call alone.
        """
        self._began = now
        self._rng = rng
        self._refused = 0
        self._unknown = 0

    def wait_s(self, trouble: TryRefused | TryUnknown, now: float) -> float | None:
        """Seconds until the next try, jittered; None when there shall be none."""
        if now - self._began > PATIENCE_S:
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
        return self._rng.uniform(0.1, min(LONGEST_S, 2.0**failures))
