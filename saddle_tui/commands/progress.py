"""How far a command is, on stderr."""

import sys
import time
from typing import Self

from saddle_tui.text.safe import clean

AGAIN_S = 1.0
"""Between two lines about how far it is."""


class Progress:
    """On a terminal one line that changes; else a line now and then."""

    def __init__(self) -> None:
        self._due, self._open = time.monotonic() + AGAIN_S, False
        self._to = sys.stderr  # an app without a terminal puts its own in that place

    def __enter__(self) -> Self:
        return self

    def __call__(self, what: str) -> None:
        if time.monotonic() < self._due:
            return
        self._due = time.monotonic() + AGAIN_S
        if self._to.isatty():
            self._open = True
            print(f"\r{clean(what)}\x1b[K", end="", file=self._to, flush=True)
        else:
            print(clean(what), file=self._to)

    def __exit__(self, *failure: object) -> None:
        """What is printed next has a line of its own."""
        if self._open:
            print("\r\x1b[K", end="", file=self._to, flush=True)
