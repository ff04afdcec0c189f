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
from saddle_tui.replaying.bookmarks import Bookmarks
from saddle_tui.replaying.index import Index
from saddle_tui.replaying.mark import MarkKind
from saddle_tui.replaying.place import is_time, place
from saddle_tui.replaying.player import Player
from saddle_tui.replaying.replay import Replay
from saddle_tui.view import Engine, View

ELSEWHERE = -1
"""No version of a file: what is shown is another part of it."""
LONGEST_S = 0.5
"""Of a tick: a terminal that was away is not caught up with."""


class ReplayFollower(Follower):
    """A follower that can also go back."""

    doing = "replay"

    def __init__(
        self,
        folder: RunFolder,
        viewer: PastViewer,
        clock: Clock,
        player: Player,
        index: Index | None = None,
        monotonic: Callable[[], float] = time.monotonic,
        bookmarks: Bookmarks | None = None,
    ) -> None:
        """Stand at the beginning of a run.

        Raises:
            JournalError: the journal cannot be read.
        """
        super().__init__(folder, viewer, clock)
        self.player = player
        self.index = index or Index(viewer)
        self.bookmarks = bookmarks or Bookmarks()
        self.kind: MarkKind | None = None
        """The marks that one goes to; None for all."""
        self.past = viewer
        self.lost: Callable[[str], None] = lambda why: None
        """Hears why the place where to begin cannot be gone to."""
        self._monotonic = monotonic
        self._ticked = monotonic()
        self._end, self._end_at = 0, 0.0
        self._growing, self._following = engine_alive(folder), False
        self._look_at_end()
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
            if self.behind and known and self.past.upto > self.index.timeline.seq:
                return True  # it comes nearer, and need not be folded twice
            if self.behind:
                self._leap(self.past.upto)
            else:
                self._play(passed)
        except (JournalError, ValueError, KeyError) as error:
            return self._complain(self._unreadable(error))
        if why_not := self.arrive():
            self.lost(why_not)
        changed = super().pull()
        self._arrive()
        return changed or known or self.player.playing

    def seek(self, seq: int) -> None:
        """Be at a record, whatever was shown before."""
        seq = min(max(seq, 1), max(self._end, 1))
        self._following, self._wanted = False, ""
        self._leap(seq)
        self.past.upto, self._version = seq, ELSEWHERE
        self.player.jump(seq, 0.0)
        super().pull()
        self._arrive()

    def _leap(self, seq: int) -> None:
        """To what is known near a record, where that is nearer than what is shown."""
        if seq < self.state.seq or self.index.before(seq) > self.state.seq:
            self._folds = self.index.nearest(seq)
            self._look_anew()

    def start(self, text: str) -> None:
        """Begin at a place, as soon as so much of the run has been looked through; see `place`."""
        self.seek(1)
        self._wanted = text

    @property
    def waits(self) -> bool:
        """The place where to begin is still being looked for."""
        return bool(self._wanted)

    def arrive(self) -> str:
        """Go where to begin once that can be told; why there is no such place, or empty."""
        if not self._wanted:
            return ""
        found = self.find(self._wanted)
        exact = isinstance(found, int) and not is_time(self._wanted)
        if not exact and self.index.timeline.seq < self._end:
            return ""
        self._wanted = ""
        if isinstance(found, str):
            return found
        self.seek(found)
        return ""

    def go(self, text: str) -> str:
        """Seek what was typed, see `place`; why it cannot be, or empty."""
        found = self.find(text)
        if isinstance(found, str):
            return found
        self.seek(found)
        return ""

    def find(self, text: str) -> int | str:
        """The record that is meant, see `place`, or has a bookmark of this name; or why none is."""
        try:
            found = place(text, self.index.timeline, self._first, self._end)
        except JournalError as error:
            return str(error)
        return (self.bookmarks.named(text.strip()) or found) if isinstance(found, str) else found

    def play(self, playing: bool) -> None:
        """Play on from here, or stay."""
        self.player.playing = playing
        self._following = self._following and playing

    def to_end(self) -> None:
        """Show the run as it stands now; and on with what is still being written."""
        self.look()
        self.seek(self._end)
        self._following = self.player.playing = self._growing

    def look(self) -> bool:
        """Look whether the run has grown, about once a second."""
        if lost := self._lost():
            return self._complain(lost)
        before = self._end, self._growing
        try:
            self._look_at_end()
            self._growing = engine_alive(self.folder)
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
            end_at=max(self._end_at, self.index.timeline.at),
            playing=self.player.playing,
            speed=self.player.speed,
            following=self._following,
            growing=self._growing,
            kind=self.kind,
            bookmarks=self.bookmarks.all,
        )

    def settle(self) -> None:
        """Read all that is wanted for the place where one is; for pictures without a terminal."""
        while self.behind:
            super().pull()
        self._arrive()
        while super().pull() or not self._settled_down():
            pass

    def close(self) -> None:
        self.index.close()
        super().close()

    def _settled_down(self) -> bool:
        self._sight.settle(self.state, self._folds.recent)
        self._shelf.settle()
        self._others.settle()
        if self.lens.room == "log":
            self.log.settle(self.state.seq, self.lens.filters.get("log", ""))
        return True

    def _play(self, seconds: float) -> None:
        if not self.player.playing:
            return
        if self._following:
            self._look_at_end()
            self.past.upto = self._end
            self.player.jump(self._end, self._clock.now())
            return
        self.past.upto = self.player.tick(seconds, self.past.times)
        if self.past.upto < self._end:
            return
        if self._growing:  # the run's own clock is the fastest that there is then
            self.player.at = min(self.player.at, self._clock.now())
        else:
            self.player.playing, self.player.at = False, 0.0

    def _look_at_end(self) -> None:
        before, self._end = self._end, self.past.end()
        if self._end != before or not self._end_at:
            self._end_at = next((at for _, at in self.past.times(self._end - 1, 1)), 0.0)

    def _arrive(self) -> None:
        """What belongs to the place where one is."""
        left = self.state.seq >= self._end and not self._growing
        self._engine = Engine(alive=self.state.left is None and not left)
        if not self.behind and not (self.player.playing and self.player.at):
            self.player.at = self.state.at

    def _first(self, subject: str) -> int | None:
        return self.past.first(subject) or None

    def _elapsed_s(self) -> float:
        return max(0.0, (self.player.at or self.state.at) - self._folds.recent.began)
