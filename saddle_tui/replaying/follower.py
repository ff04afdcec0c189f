"""Follows a cursor in a run's past instead of the run's end; panes see no difference."""

import time
from collections.abc import Callable
from dataclasses import replace

from saddle_engine.errors import JournalError
from saddle_engine.ports import Clock
from saddle_runs.folder import RunFolder
from saddle_runs.past import PastViewer
from saddle_tui.follower import Follower
from saddle_tui.liveness import engine_alive
from saddle_tui.replaying.index import Index
from saddle_tui.replaying.mark import MarkKind
from saddle_tui.replaying.place import place
from saddle_tui.replaying.player import Player
from saddle_tui.replaying.replay import Replay
from saddle_tui.view import Engine, View

ELSEWHERE = -1
"""No version of a file: what is shown is another part of it."""
LONGEST_S = 0.5
"""Of a tick: a terminal that was away is not caught up with."""


class ReplayFollower(Follower):
    """A follower that can also go back."""

    def __init__(
        self,
        folder: RunFolder,
        viewer: PastViewer,
        clock: Clock,
        player: Player,
        index: Index | None = None,
        monotonic: Callable[[], float] = time.monotonic,
    ) -> None:
        """Stand at the beginning of a run.

        Raises:
            JournalError: the journal cannot be read.
        """
        super().__init__(folder, viewer, clock)
        self.player = player
        self.index = index or Index(viewer)
        self.kind: MarkKind | None = None
        """The marks that one goes to; None for all."""
        self._past, self._monotonic = viewer, monotonic
        self._ticked = monotonic()
        self._end = viewer.end()
        self._growing = False
        self._wanted = ""
        """Where to go once so much of the run is known."""

    @property
    def end_seq(self) -> int:
        """The run's last record."""
        return self._end

    def pull(self) -> bool:
        """Play on, look further through the run, and fold up to where one is; see `Follower`."""
        now = self._monotonic()
        passed, self._ticked = min(now - self._ticked, LONGEST_S), now
        try:
            known = self.index.refresh()
            if self.player.playing and not self.behind:
                self._past.upto = self.player.tick(passed, self._past.times)
        except (JournalError, ValueError, KeyError) as error:
            return self._complain(self._unreadable(error))
        if self._wanted and self.index.timeline.seq >= self._end:
            wanted, self._wanted = self._wanted, ""
            if why_not := self.go(wanted):
                return self._complain(why_not)
        changed = super().pull()
        self._arrive()
        return changed or known or self.player.playing

    def seek(self, seq: int) -> None:
        """Be at a record, whatever was shown before."""
        seq = min(max(seq, 1), max(self._end, 1))
        near = self.index.before(seq)
        if seq < self.state.seq or near > self.state.seq:
            self._folds = self.index.nearest(seq)
            self._look_anew()
        self._past.upto, self._version = seq, ELSEWHERE
        self.player.jump(seq, 0.0)
        super().pull()
        self._arrive()

    def start(self, text: str) -> None:
        """Begin at a place, as soon as so much of the run has been looked through; see `place`."""
        self._wanted = text
        self.seek(1)

    def go(self, text: str) -> str:
        """Seek what was typed, see `place`; why it cannot be, or empty."""
        found = place(text, self.index.timeline, self._first, self._end)
        if isinstance(found, str):
            return found
        self.seek(found)
        return ""

    def look(self) -> bool:
        """Look whether the run has grown, about once a second."""
        before = self._end, self._growing
        try:
            self._end, self._growing = self._past.end(), engine_alive(self.folder)
        except JournalError as error:
            return self._complain(self._unreadable(error))
        return before != (self._end, self._growing)

    def view(self) -> View:
        """See `Follower`."""
        return replace(super().view(), replay=self.replay())

    def replay(self) -> Replay:
        """Where the replay is."""
        return Replay(
            timeline=self.index.timeline,
            seq=self.state.seq,
            at=self.player.at or self.state.at,
            end=self._end,
            playing=self.player.playing,
            speed=self.player.speed,
            growing=self._growing,
            kind=self.kind,
        )

    def close(self) -> None:
        self.index.close()
        super().close()

    def _arrive(self) -> None:
        """What belongs to the place where one is."""
        self._engine = Engine(alive=self.state.engine is not None)
        if not self.behind and not (self.player.playing and self.player.at):
            self.player.at = self.state.at

    def _first(self, subject: str) -> int | None:
        return self._past.first(subject) or None

    def _elapsed_s(self) -> float:
        return max(0.0, (self.player.at or self.state.at) - self._folds.recent.began)
