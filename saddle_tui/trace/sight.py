"""What the operator looks at: a selection, and what has been read of it."""

from collections.abc import Callable
from contextlib import suppress
from functools import partial

from saddle_engine.errors import JournalError
from saddle_engine.events import PatchProposed, Record
from saddle_engine.state import RunState
from saddle_engine.types.base import SessionId
from saddle_tui.recent import Recent
from saddle_tui.text.safe import clean
from saddle_tui.trace.background import Background
from saddle_tui.trace.patch_text import PatchText, read_patch
from saddle_tui.trace.reader import Recordings
from saddle_tui.trace.subject import session_of, shown_patch, subject_of
from saddle_tui.trace.window import Job, Window
from saddle_tui.trace.work import Work

BLINK_S = 0.005  # most reading takes less; nobody should see that it was going on
OLD_WORK = 5_000  # records that are read of a session whose work is no longer kept


class Sight:
    """Reads what is looked at on a thread of its own; keeps the screen waiting for a blink at most."""

    def __init__(self, source: Recordings) -> None:
        self.selected = ""
        self.window = Window(source)
        self.patch: PatchText | None = None
        self.work: Work | None = None
        """Of a session that `Recent` no longer knows."""
        self._source = source
        self._reader = Background[Callable[[], None]]()

    def select(self, id_: str) -> None:
        """Look at something else, at its end."""
        self.selected = id_
        self.window.end()

    def close(self) -> None:
        """Read nothing more."""
        self._reader.close()

    def hear(self, record: Record) -> None:
        """Note that there may be more to read."""
        self.window.hear(record.event.subject, record.seq)

    def refresh(self, state: RunState, recent: Recent) -> bool:
        """Take what has been read, begin to read what is missing; whether anything looks different."""
        changed = self._take(state, recent)
        if self._reader.idle and (job := self._missing(state, recent)) is not None:
            self._reader.start(job)
            self._reader.wait(BLINK_S)
            changed = self._take(state, recent) or changed
        return changed

    def _take(self, state: RunState, recent: Recent) -> bool:
        match self._reader.take():
            case None:
                return False
            case JournalError() as error:
                subject = subject_of(self.selected, state, recent)
                self.window.fail(subject, f"cannot be read: {error}")
            case done:
                done()
        return True

    def settle(self, state: RunState, recent: Recent) -> None:
        """Read until nothing is missing; for tests and pictures."""
        self.refresh(state, recent)
        while not self._reader.idle:
            self._reader.wait()
            self.refresh(state, recent)

    def _missing(self, state: RunState, recent: Recent) -> Job | None:
        if job := self.window.missing(subject_of(self.selected, state, recent)):
            return job
        patch = shown_patch(self.selected, state)
        if patch and (self.patch is None or self.patch.patch != patch):
            return partial(self._read_patch, state.patches[patch].proposed)
        session = session_of(self.selected, state, recent)
        if session and session not in recent.work and not self._knows(session):
            return partial(self._read_work, session)
        return None

    def _knows(self, session: SessionId) -> bool:
        return self.work is not None and self.work.session == session

    def _read_patch(self, proposed: PatchProposed) -> Callable[[], None]:
        """What cannot be read is told where it would stand, and not tried again."""
        try:
            patch = read_patch(self._source, proposed)
        except JournalError as error:
            patch = PatchText(proposed.patch, trouble=clean(f"cannot be read: {error}"))
        return partial(setattr, self, "patch", patch)

    def _read_work(self, session: SessionId) -> Callable[[], None]:
        work = Work(session)
        with suppress(JournalError):
            for record in self._source.records(session, limit=OLD_WORK):
                work.apply(record.event)
        return partial(setattr, self, "work", work)
