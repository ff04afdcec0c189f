"""How far behind the terminal is at the other end of SSH, which takes megabytes that it passes on much later."""

import threading
import time
from collections.abc import Callable, Mapping

ASK, ANSWER = "\x1b[5n", "\x1b[0n"
"""A terminal answers that it is well, as soon as it has read so far."""
LOST_S = 10.0
"""An answer that has not come by then is not waited for."""
LEAVING_S = 1.0
"""How long an answer is waited for that would come to the shell instead."""


def far(environ: Mapping[str, str]) -> bool:
    """Whether frames pass through SSH and nothing there looks after the line, as tmux does."""
    return "SSH_CONNECTION" in environ and not {"TMUX", "STY"} & set(environ)


class Sounding:
    """Asks after a frame, and not again until the answer is here; a terminal that never answers is asked once."""

    def __init__(self, monotonic: Callable[[], float] = time.monotonic) -> None:
        self._monotonic = monotonic
        self._answers = False
        self._asked: float | None = None
        self._free_at = 0.0
        self._heard = threading.Event()

    def question(self) -> str:
        """What to send after a frame; empty while an answer is on its way."""
        now = self._monotonic()
        if self._asked is not None and not (self._answers and now > self._asked + LOST_S):
            return ""
        self._heard.clear()
        self._asked = now
        return ASK

    def hear(self) -> None:
        """The terminal has answered."""
        now = self._monotonic()
        if self._asked is not None:
            self._free_at = now + (now - self._asked)
        self._answers, self._asked = True, None
        self._heard.set()

    @property
    def behind_s(self) -> float:
        """How old the oldest frame may be that the terminal has not read; 0.0 where it does not tell."""
        asked = self._asked
        if asked is None or not self._answers:
            return 0.0
        late = self._monotonic() - asked
        return late if late <= LOST_S else 0.0

    @property
    def free(self) -> bool:
        """Nothing is on its way, and the line has had for keys as long as it took; True where it does not tell."""
        out = self._asked is not None and self._monotonic() <= self._asked + LOST_S
        return not self._answers or not (out or self._monotonic() < self._free_at)

    def wait(self) -> None:
        """Until nothing is on its way that would be taken for typing, for a moment at most."""
        if self._answers and self._asked is not None:
            self._heard.wait(LEAVING_S)
