"""How much the terminal has still to read: drawing more would only make it later."""

from typing import Any

from textual.app import App
from textual.driver import Driver

FULL = 2
"""Writes that wait; beyond these a frame is left out and its data kept for the next one."""


MOST = 8
"""Writes; beyond these nothing at all is sent. Textual's own queue would keep the whole screen waiting at 30."""


def clogged(app: App[Any], most: int = FULL) -> bool:
    """The terminal reads more slowly than we write, and more than so many writes wait."""
    driver = app._driver  # noqa: SLF001 - Textual has no public way
    return driver is not None and waiting(driver) > most


def waiting(driver: Driver) -> int:
    """Writes that the terminal has not taken yet."""
    writer = getattr(driver, "_writer_thread", None)
    queue = getattr(writer, "_queue", None)
    return 0 if queue is None else queue.qsize()
