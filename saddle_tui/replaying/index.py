"""One pass over a run: its timeline, and what was known at some of its records."""

import pickle
import time
import zlib
from bisect import bisect_right

from saddle_runs.past import PastViewer
from saddle_tui.folds import Folds
from saddle_tui.replaying.timeline import Timeline

STEP = 1_000
"""Records between two places whose state is kept."""
SLICE_S = 0.03
PAGE = 250


class Index:
    """Looks through the run a little at each `refresh`; so far it is known, and quick to go to."""

    def __init__(self, viewer: PastViewer) -> None:
        self.timeline = Timeline()
        self._viewer = viewer
        self._folds = Folds()
        self._kept: list[tuple[int, bytes]] = []

    def refresh(self) -> bool:
        """Look on, for a moment; whether anything new is known.

        Raises:
            JournalError: the run cannot be read.
            ValueError: it contradicts itself.
        """
        before, until = self.timeline.seq, time.monotonic() + SLICE_S
        while time.monotonic() < until:
            records = self._viewer.onward(self.timeline.seq, PAGE)
            for record in records:
                self._folds.apply(record)
                self.timeline.apply(record)
            if not records:
                break
            if self._folds.seq - self.before(self._folds.seq) >= STEP:
                self._keep()
        return self.timeline.seq != before

    def before(self, seq: int) -> int:
        """The last record not after this one whose state is kept; 0 for the beginning."""
        place = bisect_right(self._kept, seq, key=lambda kept: kept[0])
        return self._kept[place - 1][0] if place else 0

    def nearest(self, seq: int) -> Folds:
        """What was known at that record."""
        place = bisect_right(self._kept, seq, key=lambda kept: kept[0])
        if not place:
            return Folds()
        folds: Folds = pickle.loads(zlib.decompress(self._kept[place - 1][1]))
        return folds

    def close(self) -> None:
        """Look no further."""

    def _keep(self) -> None:
        body = zlib.compress(pickle.dumps(self._folds, pickle.HIGHEST_PROTOCOL), 1)
        self._kept.append((self._folds.seq, body))
