"""Somebody in front of a terminal: it reads all the time, answers what terminals answer, and time is taken."""

import os
import threading
import time
from collections.abc import Callable
from typing import Self

from tests.tui.terminals import DEADLINE_S, Terminal

ASKED, ANSWER = b"\x1b[5n", b"\x1b[0n"


class Reader:
    """Reads a terminal until the end of the block, or until its program is gone."""

    def __init__(self, terminal: Terminal) -> None:
        self._terminal, self._over, self._news = terminal, threading.Event(), threading.Condition()
        self._thread = threading.Thread(target=self._read)

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(self, *failure: object) -> None:
        self._over.set()
        self._thread.join()

    @property
    def seen(self) -> bytes:
        """Everything so far."""
        return self._terminal.seen

    def wait_for(self, text: bytes, after: int = 0, seconds: float = DEADLINE_S) -> float:
        """Wait until a text was sent after so many bytes; how long it took, in seconds."""
        return self.wait(lambda: self.seen.find(text, after) >= 0, seconds, repr(text))

    def wait(self, holds: Callable[[], bool], seconds: float = DEADLINE_S, what: str = "") -> float:
        """Wait until something holds that depends on what is read; how long it took, in seconds."""
        since = time.monotonic()
        with self._news:
            assert self._news.wait_for(holds, seconds), f"no {what} in {self.seen[-2000:]!r}"
        return time.monotonic() - since

    def answer(self, keys: bytes, text: bytes) -> float:
        """Seconds from keys to a text."""
        before = len(self.seen)
        self._terminal.type(keys)
        return self.wait_for(text, before)

    def _read(self) -> None:
        while not self._over.is_set():
            before = len(self.seen)
            self._terminal.drain(0.05)
            asked = self.seen.count(ASKED, max(0, before - len(ASKED) + 1))
            if asked:
                try:
                    os.write(self._terminal.master, ANSWER * asked)
                except OSError:
                    return
            with self._news:
                self._news.notify_all()
