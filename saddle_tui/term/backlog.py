"""How much the terminal has still to read: drawing more would only make it later.

The only place that knows the insides of Textual's drivers.
"""

from typing import Any

from textual.app import App

FULL = 2
"""Writes that wait; beyond these a frame is left out and its data kept for the next one."""


def clogged(app: App[Any]) -> bool:
    """The terminal reads more slowly than we write."""
    writer = getattr(app._driver, "_writer_thread", None)  # noqa: SLF001 - Textual has no public way
    queue = getattr(writer, "_queue", None)
    return queue is not None and queue.qsize() > FULL
