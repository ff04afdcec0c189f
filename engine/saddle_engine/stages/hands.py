"""Who is at work in this engine, and who of them only waits until the run goes on."""

from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager


class Hands:
    """Rollouts and sessions by their ids."""

    def __init__(self) -> None:
        """Nobody is at work."""
        self._at_work: Counter[str] = Counter()
        self._waiting: Counter[str] = Counter()

    @property
    def free(self) -> bool:
        """Nobody does anything: whoever is at work waits with a call that may not begin."""
        return not (self._at_work.keys() - self._waiting.keys())

    @contextmanager
    def at_work(self, owner: str) -> Iterator[None]:
        """A rollout or session is under way."""
        with _counted(self._at_work, owner):
            yield

    @contextmanager
    def waits(self, owner: str) -> Iterator[None]:
        """It cannot go on before the run does."""
        with _counted(self._waiting, owner):
            yield


@contextmanager
def _counted(those: Counter[str], owner: str) -> Iterator[None]:
    those[owner] += 1
    try:
        yield
    finally:
        those[owner] -= 1
        if not those[owner]:
            del those[owner]
