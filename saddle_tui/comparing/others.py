"""Other runs of the same home, read on a thread of their own, one at a time."""

import threading
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path

from saddle_engine.adapters.clock import SystemClock
from saddle_engine.errors import JournalError, SaddleError
from saddle_engine.events import Record
from saddle_runs.folder import find_run
from saddle_runs.viewer import RunViewer
from saddle_tui.comparing.known import Known
from saddle_tui.trace.background import Background

AGAIN_S = 1.0
"""Between two looks for what is new."""
MOST = 10_000
"""Records that are added at one look."""
FORGOTTEN_S = 10.0
"""After which nobody looks at it any more."""


class Others:
    """Keeps the run that was asked for last, up to date while it is looked at."""

    def __init__(self, home: Path, monotonic: Callable[[], float] = time.monotonic) -> None:
        """Nothing is opened before it is asked for.

        Args:
            home: where runs are looked for.
            monotonic: seconds that only grow.
        """
        self.version = 0
        self._home, self._monotonic = home, monotonic
        self._name = ""
        self._found: Known | str | None = None
        self._viewer: RunViewer | None = None
        self._reader = Background[Callable[[], None]]()
        self._asked = self._due = 0.0
        self._left = threading.Event()

    def run(self, name: str) -> Known | str | None:
        self._asked = self._monotonic()
        if name != self._name:
            self._forget()
            self._name, self._due = name, 0.0
        return self._found

    def refresh(self) -> bool:
        """Take what has been read, begin to read what is new; whether anything looks different."""
        before = self.version
        self._finish()
        now = self._monotonic()
        if self._reader.idle and self._wanted(now):
            self._due = now + AGAIN_S
            self._reader.start(self._job())
        return self.version != before

    def settle(self) -> None:
        """Read until nothing is missing; for tests and pictures."""
        self._due = 0.0
        self.refresh()
        while not self._reader.idle:
            self._reader.wait()
            self.refresh()

    def close(self) -> None:
        """Let go of what is open; a reading under way ends soon."""
        self._left.set()
        self._reader.wait()
        self._finish()
        self._reader.close()
        self._forget()

    def _finish(self) -> None:
        match self._reader.take():
            case JournalError() | None:  # errors come as what is to be said
                pass
            case done:
                done()

    def _wanted(self, now: float) -> bool:
        looked_at = self._name and now - self._asked < FORGOTTEN_S
        return bool(looked_at and now >= self._due and not isinstance(self._found, str))

    def _job(self) -> Callable[[], Callable[[], None]]:
        """To be done on the thread: it reads, and what it returns is done on this one."""
        name, known, viewer = self._name, self._found, self._viewer
        if isinstance(known, Known) and viewer is not None:
            return lambda: self._more(name, known, viewer)
        return lambda: self._opened(name)

    def _more(self, name: str, known: Known, viewer: RunViewer) -> Callable[[], None]:
        try:
            records = viewer.tail(known.state.seq, MOST)
        except JournalError as error:
            return partial(self._say, str(error), name)
        return lambda: self._add(known, records)

    def _add(self, known: Known, records: list[Record]) -> None:
        if known is not self._found or not records:
            return
        self.version += 1
        try:
            known.take(records)
        except JournalError as error:
            self._found = str(error)

    def _opened(self, name: str) -> Callable[[], None]:
        try:
            folder = find_run(self._home, name)
            viewer = RunViewer(folder.database, SystemClock())
        except SaddleError as error:
            return partial(self._say, str(error), name)
        try:
            known = self._read(Known(folder), viewer)
        except JournalError as error:
            viewer.close()
            return partial(self._say, str(error), name)
        return lambda: self._keep(name, known, viewer)

    def _read(self, known: Known, viewer: RunViewer) -> Known:
        while not self._left.is_set() and (records := viewer.tail(known.state.seq)):
            known.take(records)
        return known

    def _keep(self, name: str, known: Known, viewer: RunViewer) -> None:
        if name != self._name or self._left.is_set():
            viewer.close()
            return
        self._found, self._viewer = known, viewer
        self.version += 1

    def _say(self, why: str, name: str) -> None:
        if name == self._name:
            self._found = why
            self.version += 1

    def _forget(self) -> None:
        if self._viewer is not None:
            self._viewer.close()
        self._name, self._found, self._viewer = "", None, None
