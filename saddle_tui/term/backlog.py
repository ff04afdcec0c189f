"""How much the terminal has still to read: drawing more would only make it later."""

from typing import Any, NamedTuple

from textual.app import App
from textual.driver import Driver


class Backlog(NamedTuple):
    """What may be on its way."""

    writes: int
    """That the system has not taken."""
    seconds: float
    """That the terminal at the other end of SSH is behind."""


FULL = Backlog(2, 0.5)
"""Beyond it a frame is left out and its data kept for the next one."""
MOST = Backlog(8, 3.0)
"""Beyond it nothing at all is sent. Textual's own queue would keep the whole screen waiting at 30."""


def clogged(app: App[Any], most: Backlog = FULL) -> bool:
    """The terminal reads more slowly than we write, and more than so much waits."""
    driver = app._driver  # noqa: SLF001 - Textual has no public way
    if driver is None:
        return False
    behind_s: float = getattr(driver, "behind_s", 0.0)
    return waiting(driver) > most.writes or behind_s > most.seconds


def waiting(driver: Driver) -> int:
    """Writes that the terminal has not taken yet."""
    writer = getattr(driver, "_writer_thread", None)
    queue = getattr(writer, "_queue", None)
    return 0 if queue is None else queue.qsize()
