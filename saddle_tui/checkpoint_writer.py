"""Who has checkpoints of a run written: screens and engines. It is done by another process, one at a time."""

import os
import subprocess
import sys
from collections.abc import Callable

from saddle_engine.ports import Clock
from saddle_runs.folder import RunFolder

LOOK_S = 10.0
STEP = 20_000
"""Records at least between two checkpoints; a long run has them further apart."""
SHARE = 8
"""A checkpoint follows when the run has grown by this part of itself."""
ENVIRONMENT = ("PATH", "HOME", "XDG_CACHE_HOME", "PYTHONPATH", "LANG", "LC_ALL")
"""Of the process that writes: no key of a provider is its business."""


class Writer:
    """Has checkpoints of a run written by another process, one at a time."""

    def __init__(self, folder: RunFolder) -> None:
        self._folder = folder
        self.last = 0
        """Record of the newest one that is known of."""
        self._process: subprocess.Popen[bytes] | None = None

    def due(self, seq: int) -> bool:
        """Whether the next one should follow."""
        return seq - self.last >= max(STEP, seq // SHARE)

    def see_to(self, seq: int) -> None:
        """Have them written when one is due; costs a few milliseconds at most."""
        if self._process is not None and self._process.poll() is None:
            return
        if self.due(seq):
            self.last = seq
            words = [sys.executable, "-m", "saddle_tui.checkpoints", str(self._folder.path)]
            self._process = subprocess.Popen(
                [*words, self._folder.id, self._folder.name],
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
