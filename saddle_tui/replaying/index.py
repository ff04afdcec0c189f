"""What is known of a whole run: its timeline, and its folds at many of its records."""

import gc
import time

from saddle_runs.past import PastViewer
from saddle_tui.checkpoints import END, Checkpoints, due, without_collecting
from saddle_tui.folds import Folds
from saddle_tui.layers import Layers
from saddle_tui.replaying.timeline import Timeline

LONG = 20_000
"""Records; to look through so many takes longer than to have it done by another process."""
SLICE_S = 0.03
LOOK_S = 0.1
"""Seconds between two looks at what another process has done."""
PAGE = 250
SWEEP = 200
"""Jumps between two looks through everything for garbage: each sets aside some more."""
WAIT_S = 0.02
"""To sleep where nothing new is known and nothing else is to be done."""


class Index:
    """Takes in what others have found out of a run, or looks through it itself, a little at each `refresh`.

    Args:
        viewer: of the run.
        checkpoints: of the run; without, all of it is looked through here.
    """

    def __init__(self, viewer: PastViewer, checkpoints: Checkpoints | None = None) -> None:
        self.timeline = Timeline()
        self._viewer, self._checkpoints = viewer, checkpoints
        self._layers = Layers()
        self._folds: Folds | None = None
        self._looked, self._jumps = 0.0, 0
        self._begun_at = -1
        """Record up to which all was known when another process was begun."""

    def refresh(self) -> bool:
        """Look on, for a moment; whether anything new is known.

        Raises:
            JournalError: the run cannot be read.
            ValueError: it contradicts itself.
        """
        before, until = self.timeline.seq, time.monotonic() + SLICE_S
        if self._checkpoints is None or not self._read(self._checkpoints, until):
            self._checkpoints = None
            self._look_through(until)
        return self.timeline.seq != before

    def before(self, seq: int) -> int:
        """The last record not after this one at which all is known; 0 for the beginning."""
        return self._layers.before(seq)

    def nearest(self, seq: int) -> Folds:
        """What was known at that record; it may be folded on."""
        self._jumps += 1
        if self._jumps % SWEEP == 0:
            gc.unfreeze()
            gc.collect()  # else what was garbage when it was set aside is never looked at again
        gc.collect(1)
        with without_collecting():
            folds = self._layers.at(seq)
            gc.freeze()  # nobody looks through all of it for garbage: it goes when the next one comes
        return folds

    def close(self) -> None:
        """Look no further."""

    def _read(self, checkpoints: Checkpoints, until: float) -> bool:
        """Take in what another process has kept; False when none keeps what is missing."""
        if (now := time.monotonic()) < self._looked + LOOK_S:
            return True
        # Asked before the look, so that nothing is missed of what it does last.
        at_work, before, more = checkpoints.writer.at_work, self._layers.seq, True
        with without_collecting():
            while more and now < until:
                more, now = checkpoints.read(self._layers, self.timeline), time.monotonic()
        if self._layers.seq > before:
            gc.freeze()  # what is known stays
        if more:
            return True
        self._looked = now
        if self._viewer.end() - self._layers.seq <= LONG:
            return False
        if not at_work:
            if self._begun_at == self._layers.seq:  # it came to nothing
                return False
            self._begun_at = self._layers.seq
            checkpoints.writer.begin()
        return True

    def _look_through(self, until: float) -> None:
        while time.monotonic() < until:
            if not (records := self._viewer.onward(self.timeline.seq, PAGE)):
                return
            folds = self._folds = self._folds or self._layers.at(END)
            for record in records:
                folds.apply(record)
                self.timeline.apply(record)
            if due(folds.seq, self._layers.seq):
                self._layers.add(folds)
