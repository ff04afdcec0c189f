"""Who has checkpoints of a run written: screens and engines. It is done by another process, one at a time."""

import os
import subprocess
import sys
from collections.abc import Callable

from saddle_engine.ports import Clock
from saddle_runs.folder import RunFolder
from saddle_runs.views import Views

LOOK_S = 10.0
STEP = 20_000
"""Records that a run has grown by, at least, when it is begun again; a long run by more."""
SHARE = 8
"""It is begun again when the run has grown by this part of itself."""
ENVIRONMENT = ("PATH", "HOME", "XDG_CACHE_HOME", "PYTHONPATH", "LANG", "LC_ALL")
"""Of the process that writes: no key of a provider is its business."""


class Writer:
    """Has checkpoints of a run written by another process, one at a time."""

    def __init__(self, folder: RunFolder, views: Views | None = None) -> None:
        self._folder, self._views = folder, views
        self.last = 0
        """Record of the newest one that is known of."""
        self._process: subprocess.Popen[bytes] | None = None

    @property
    def at_work(self) -> bool:
        """Whether some process writes them now."""
        ours = self._process is not None and self._process.poll() is None
        return ours or (self._views is not None and self._views.written)

    def due(self, seq: int) -> bool:
        """Whether they should be brought up to this record."""
        return seq - self.last >= max(STEP, seq // SHARE)

    def see_to(self, seq: int) -> None:
        """Have them written when that is due; costs a few milliseconds at most."""
        if self._process is not None and self._process.poll() is None:
            return
        if self.due(seq):
            self.last = seq
            self.begin()

    def begin(self) -> None:
        """Have them written up to the run's end; where another process does so, that one goes on alone."""
        run = self._folder
        words = [sys.executable, "-m", "saddle_tui.checkpoints", str(run.path), run.id, run.name]
        self._process = subprocess.Popen(
            words if run.file is None else [*words, str(run.file)],
            stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
            env={name: os.environ[name] for name in ENVIRONMENT if name in os.environ},
            start_new_session=True,
        )  # fmt: skip


async def remember(folder: RunFolder, seq: Callable[[], int], clock: Clock) -> None:
    """What an engine does for those who will look at its run; until cancelled."""
    writer = Writer(folder)
    while True:
        writer.see_to(seq())
        await clock.sleep(LOOK_S)
