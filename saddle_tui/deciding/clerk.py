"""Decisions are written down on a thread, and read again when another screen has written some."""

from __future__ import annotations

import asyncio
import threading
import time
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple, TypeVar

from saddle_engine.errors import SaddleError
from saddle_engine.ports import Clock
from saddle_engine.state import RunState
from saddle_engine.types.steering import RunStatus
from saddle_runs.beside import beside
from saddle_runs.folder import RunFolder
from saddle_runs.triage import Triage as Store
from saddle_runs.triage_file import NAME
from saddle_tui.actor import actor
from saddle_tui.deciding.shown import Together, Triage
from saddle_tui.reading import begun, catch_up, open_viewer
from saddle_tui.trace.background import Background

if TYPE_CHECKING:
    from saddle_tui.triage.desk import Desk

AGAIN_S = 0.5
"""Between two looks for what other screens have decided."""
BLINK_S = 0.005
"""Most writing takes less."""
OVER = {RunStatus.DONE, RunStatus.ABORTED}
"""Nothing follows."""
Read = TypeVar("Read")
Word = Callable[[Store, str], str]
"""Writes something down in somebody's name; what to tell of it."""


class Heard(NamedTuple):
    """What became of a word."""

    text: str
    """Hostile text is possible."""
    done: bool


class Clerk:
    """Of one run. Nothing is opened before it is asked for."""

    def __init__(
        self, folder: RunFolder, clock: Clock, monotonic: Callable[[], float] = time.monotonic
    ) -> None:
        self.shown = Triage()
        self.me = actor()
        """In whose name this screen decides."""
        self._folder, self._clock, self._monotonic = folder, clock, monotonic
        self._store: Store | None = None
        self._elsewhere = ""
        """Where decisions are kept that cannot be kept beside the run; until it was told."""
        self._words: deque[Word] = deque()
        self._heard: list[Heard] = []
        self._writer = Background[tuple[Triage, Heard | None]]()
        self._composer = Background[Together]()
        self._reading, self._opening = threading.Lock(), threading.Lock()
        self._state: RunState | None = None
        self._due = 0.0

    def say(self, word: Word) -> None:
        """Have a word written down, after those that were said before it."""
        self._words.append(word)
        self.refresh()
        self._writer.wait(BLINK_S)
        self.refresh()

    def refresh(self, *, looks: bool = False, over: RunState | None = None) -> bool:
        """Take what was done, begin with the next; whether anything looks different.

        Args:
            looks: the decisions are on the screen.
            over: the run, where nothing of it changes any more; another one is read for this.
        """
        self._state = over or self._state
        before = self.shown, len(self._heard)
        self._take()
        if self._writer.idle and self._words:
            word = self._words.popleft()
            self._writer.start(lambda: self._write(word))
        elif self._writer.idle and looks and self._monotonic() >= self._due:
            self._due = self._monotonic() + AGAIN_S
            self._writer.start(self._look)
        if looks:
            self._put_together()
        return before != (self.shown, len(self._heard))

    def heard(self) -> list[Heard]:
        """What became of words, once."""
        heard, self._heard = self._heard, []
        return heard

    async def ask(self, work: Callable[[Desk], Read]) -> Read:
        """What takes the run and its decisions, on another thread.

        Raises:
            SaddleError: they cannot be read, or what `work` raises.
        """

        def there() -> Read:
            with self._desk() as desk:
                return work(desk)

        return await asyncio.to_thread(there)

    def settle(self) -> None:
        """Until everything is written down."""
        while self._words or not self._writer.idle:
            self._writer.wait()
            self.refresh()

    def close(self) -> None:
        """Whatever was said is on disk; then let the file go."""
        self.settle()
        for each in (self._writer, self._composer):
            each.wait()
            each.close()
        if self._store is not None:
            self._store.close()

    def _take(self) -> None:
        if isinstance(done := self._writer.take(), tuple):
            read, heard = done
            self.shown = replace(read, together=self.shown.together)
            self._heard += [heard] if heard is not None else []
        if isinstance(together := self._composer.take(), Together):
            self.shown = replace(self.shown, together=together)

    def _write(self, word: Word) -> tuple[Triage, Heard | None]:
        """On the thread."""
        try:
            store = self._opened()
            told = f"{word(store, self.me)}{self._elsewhere}"
            self._elsewhere = ""  # once is enough
            return Triage(store.decisions()), Heard(told, done=True)
        except (SaddleError, OSError) as error:
            return replace(self.shown, trouble=str(error)), Heard(str(error), done=False)

    def _look(self) -> tuple[Triage, None]:
        """On the thread."""
        try:
            return Triage(self._opened().decisions()), None
        except (SaddleError, OSError) as error:
            return replace(self.shown, trouble=str(error)), None

    def _put_together(self) -> None:
        """When something was decided since it was done last."""
        shown, words = self.shown, self.shown.words
        done = shown.together.words if shown.together else 0
        if self._composer.idle and words != done and not shown.trouble:
            self._composer.start(lambda: self._together(words))

    def _together(self, words: int) -> Together:
        """On a thread of its own: it may take a second."""
        from saddle_tui.triage.composing import composition_of  # with all that reads harnesses

        try:
            with self._desk() as desk:
                return Together(words, composition_of(desk))
        except (SaddleError, OSError) as error:
            return Together(words, trouble=str(error))

    @contextmanager
    def _desk(self) -> Iterator[Desk]:
        """On a thread. What was read of a run is kept: a long one takes seconds."""
        from saddle_tui.triage.desk import Desk

        with self._reading, open_viewer(self._folder) as viewer:
            if self._state is None:
                self._state = begun(self._folder, viewer)
            elif self._state.status not in OVER:
                catch_up(viewer, self._state)
            yield Desk(self._folder, self._state, viewer, self._opened())

    def _opened(self) -> Store:
        with self._opening:
            if self._store is None:
                place = beside(self._folder, NAME)
                self._store = Store(place, self._folder.id, self._clock)
                if place != self._folder.at(NAME):
                    self._elsewhere = f"; kept in {place}, not beside the run"
            return self._store
