"""Keeps a state in step with a run's journal; a screen asks it and computes nothing itself."""

import gc
import time
from collections.abc import Callable
from dataclasses import replace
from typing import Any

from saddle_engine.errors import JournalError
from saddle_engine.events import Record
from saddle_engine.ports import Clock
from saddle_engine.state import RunState
from saddle_engine.types.base import RolloutId
from saddle_engine.types.steering import RunStatus
from saddle_runs.folder import RunFolder
from saddle_runs.viewer import RunViewer
from saddle_tui.checkpoints import Checkpoints
from saddle_tui.comparing.others import Others
from saddle_tui.deaths import cause
from saddle_tui.deciding.clerk import OVER, Clerk
from saddle_tui.folds import Folds
from saddle_tui.hints import on_run
from saddle_tui.last_words import last_words
from saddle_tui.lens import Lens
from saddle_tui.liveness import engine_alive
from saddle_tui.presence import identity
from saddle_tui.shelf import Shelf
from saddle_tui.text.safe import SafeText, clean
from saddle_tui.trace.log import Log
from saddle_tui.trace.sight import Sight
from saddle_tui.trace.whole_record import whole_record
from saddle_tui.trace.window import Window
from saddle_tui.view import Engine, View

PAGE = 250
SETTLE = 5_000
"""Records after which what has been folded is put aside."""
SLICE_S = 0.03  # of one pull, so that catching up with a long journal never freezes the screen


class Follower:
    """Pulls records; nothing is pushed into widgets."""

    doing = "attach"
    """The command that begins the same on another file."""

    def __init__(
        self,
        folder: RunFolder,
        viewer: RunViewer,
        clock: Clock,
        checkpoints: Checkpoints | None = None,
    ) -> None:
        """Follow a run from its beginning, or from what is remembered of it.

        Raises:
            JournalError: the journal cannot be read.
        """
        self.folder = folder
        self._checkpoints = checkpoints
        self._folds = checkpoints.nearest() if checkpoints else Folds()
        self._settled = 0
        """Record up to which what is folded is no longer looked through for garbage."""
        self._length = 0
        self.behind = True
        """Whether records are left that the last pull had no time for."""
        self._clock = clock
        self._viewer = viewer
        self._opened = identity(folder.database)
        self._version: int | None = None
        self._live: dict[str, str] = {}
        self._engine = Engine()
        self._trouble: SafeText | None = None
        self._broken = False
        self._sight = Sight(viewer)
        self._shelf = Shelf(viewer)
        self._others = Others(folder.home)
        self.log = Log(viewer, self._rollout)
        """All records, page by page."""
        self.clerk = Clerk(folder, clock)
        """Decisions on patches, which are kept beside the run."""
        self.lens = Lens()
        """How the operator looks at the run."""

    @property
    def state(self) -> RunState:
        """The run's, as far as it has been read."""
        return self._folds.state

    def look_through(self, **changes: Any) -> None:
        """Look at the run in another way; see `Lens` for what can change."""
        self.lens = replace(self.lens, **changes)

    def select(self, id_: str) -> None:
        """Look at a rollout, session, patch or node; empty follows the newest activity."""
        self._sight.select(id_)
        self._look_closer()

    def browse(self, move: Callable[[Window], None]) -> None:
        """Move in the trace, and read what that needs."""
        move(self._sight.window)
        self._look_closer()

    def scroll(self, lines: int) -> None:
        """Move so many lines back in the trace, forward when negative; stops at its ends."""
        self.browse(lambda window: window.move(lines))

    def end(self) -> None:
        """Back to the end of the trace, and on with it."""
        self.browse(Window.end)

    def room(self, width: int, height: int) -> None:
        """How large the pane of the trace is: there a move stops, and so far is read ahead."""
        self._sight.window.width, self._sight.window.height = max(width, 1), max(height, 1)

    def pull(self) -> bool:
        """Fold what is new, for a moment at most; False when nothing can look different."""
        if self._broken:
            return False
        try:
            changed = self._pull()
            return self._look_closer() or changed
        except JournalError as error:
            return self._complain(self._unreadable(error))
        except (ValueError, KeyError) as error:
            # What follows a record that contradicts the ones before it would be shown wrongly.
            self._broken, self.behind = True, False
            return self._complain(self._unreadable(f"the journal contradicts itself: {error}"))

    def look(self) -> bool:
        """Look after the engine, about once a second; whether it changed its ways."""
        if lost := self._lost():
            return self._complain(lost)
        try:
            silent_s = self._viewer.heartbeat_age()
        except JournalError as error:
            return self._complain(self._unreadable(error))
        before, alive = self._engine, engine_alive(self.folder)
        words, how = ("", "") if alive else (before.words, before.cause)
        if before.alive and not alive:
            words, how = last_words(self.folder.log), cause(self.folder)
        self._engine = Engine(alive, silent_s, words, how)
        return before != self._engine

    def close(self) -> None:
        """Read nothing more, and let go of everything."""
        for each in (self._others, self._sight, self._shelf, self.log, self.clerk):
            each.close()
        gc.unfreeze()  # nobody looks at what was folded any more

    def view(self) -> View:
        """Everything that there is to show."""
        return View(
            folder=self.folder,
            state=self.state,
            recent=self._folds.recent,
            live=self._live if self._engine.alive else {},
            told=self._folds.told,
            engine=self._engine,
            elapsed_s=self._elapsed_s(),
            behind=self.behind,
            length=self._length,
            trouble=self._trouble,
            selected=self._sight.selected,
            trace=self._sight.window.transcript,
            scroll=self._sight.window.scroll,
            following=self._sight.window.following,
            unread=self._sight.window.unread,
            hunt=self._sight.window.hunt,
            patch_text=self._sight.patch,
            old_work=self._sight.work,
            tally=self._folds.tally,
            shelf=self._shelf,
            others=self._others,
            triage=self.clerk.shown,
            lens=self.lens,
            log=self.log.shown(),
        )

    def record(self, seq: int) -> list[str]:
        """A record with everything it holds; waits for the disk. Hostile text."""
        return whole_record(self._viewer, seq)

    def _lost(self) -> str:
        """What became of the file since it was opened; empty while it is there. An open one can still be read."""
        there = identity(self.folder.database)
        if there is None:
            return f"{self.folder.file or self.folder.path} was removed or moved"
        if there == self._opened:
            return ""
        again = on_run(self.folder, self.doing)
        return f"{self.folder.database} was replaced by another file; look at that with: {again}"

    def _look_anew(self) -> None:
        """Forget what was read: another part of the run is shown. The selection stays."""
        old = self._sight
        for each in (old, self._shelf, self.log):
            each.close()
        self._sight, self._shelf = Sight(self._viewer), Shelf(self._viewer)
        self.log = Log(self._viewer, self._rollout)
        self._sight.selected = old.selected
        self.room(old.window.width, old.window.height)

    def _rollout(self, id_: str) -> dict[str, str]:
        """The task of a rollout, and whose it is; empty for anything else."""
        rollout = self.state.rollouts.get(RolloutId(id_))
        if rollout is None:
            return {}
        who = self._folds.recent.names.get(rollout.order.tree, "")
        return {"task": rollout.order.task, "node": who}

    def _look_closer(self) -> bool:
        if self.behind:
            return False
        read = self._shelf.refresh() | self._others.refresh()
        over = self.state if self.state.status in OVER else None
        read |= self.clerk.refresh(looks=self.lens.room == "triage", over=over)
        if self.lens.room == "log":
            read |= self.log.refresh(self.state.seq, self.lens.filters.get("log", ""))
        return self._sight.refresh(self.state, self._folds.recent) or read

    def _pull(self) -> bool:
        version = self._viewer.version()
        if version == self._version:
            return False
        before = self.state.seq, self.behind, self._live, self._trouble
        self.behind = not self._fold()
        if self.behind:
            self._length = self._length or self._viewer.last()
            gc.freeze()  # what is folded stays
        else:
            self._version, self._length = version, 0
            self._settle()
            busy = self._folds.recent.open or self._folds.recent.session
            self._live = self._viewer.live() if busy else {}
            self._trouble = None
        # A sign of life alone changes the file, and nothing that is shown.
        return before != (self.state.seq, self.behind, self._live, self._trouble)

    def _fold(self) -> bool:
        until = time.monotonic() + SLICE_S
        while True:
            records = self._viewer.tail(self.state.seq, PAGE)
            for record in records:
                self._take(record)
            if len(records) < PAGE:
                return True
            if time.monotonic() > until:
                return False

    def _take(self, record: Record) -> None:
        self._folds.apply(record)
        if self._version is not None:  # until then nothing of it has been looked at
            self._sight.hear(record)

    def _settle(self) -> None:
        """What was folded stays; looking through all of it for garbage would hold the screen up."""
        if self.state.seq - self._settled < SETTLE:
            return
        if self._settled:
            gc.collect(1)
        gc.freeze()
        self._settled = self.state.seq
        if self._checkpoints is not None:
            self._checkpoints.writer.see_to(self.state.seq)

    def _elapsed_s(self) -> float:
        """Since the run began; stands still while nobody works on it."""
        working = self._engine.alive and self.state.status is not RunStatus.DONE
        now = self._clock.now() if working else self.state.at
        return max(0.0, now - self._folds.recent.began)

    def _unreadable(self, why: object) -> str:
        return f"{self.folder.database}: {why}; check it with: {on_run(self.folder, 'verify')}"

    def _complain(self, trouble: str) -> bool:
        before, self._trouble = self._trouble, clean(trouble)
        return before != self._trouble
