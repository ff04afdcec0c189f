"""One thread that writes a run's database, so that nothing else in the engine waits for a disk.

Commits group themselves: while one is on its way to the disk the next one's appends queue up.
"""

import threading
import time

from saddle_engine.errors import JournalError
from saddle_engine.types.base import Digest
from saddle_runs.database import explained
from saddle_runs.transaction import RunWriter
from saddle_runs.waiting import Append

BEAT_S = 1.0
LIVE_S = 0.2
"""Live lines reach the disk at most five times a second."""


class Committer(threading.Thread):
    """Owns the writer; stops for good at the first failure."""

    def __init__(self, writer: RunWriter) -> None:
        super().__init__(name="journal", daemon=True)
        self._writer = writer
        self._wake = threading.Condition()
        self._appends: list[Append] = []
        self._blobs: dict[Digest, bytes] = {}
        self._live: dict[str, str | None] = {}
        self._beat_due = self._live_due = 0.0
        self._closing = False
        self._refusal = ""

    def submit(self, append: Append) -> None:
        """Queue events; `append` hears of their commit, or of the failure.

        Raises:
            JournalError: the journal is closed, or broke earlier.
        """
        with self._wake:
            self._check_open()
            self._appends.append(append)
            self._wake.notify()

    def put(self, digest: Digest, content: bytes) -> None:
        """Queue a blob for the next commit.

        Raises:
            JournalError: the journal is closed, or broke earlier.
        """
        with self._wake:
            self._check_open()
            self._blobs.setdefault(digest, content)

    def queued(self, digest: Digest) -> bytes | None:
        """A blob that may not be on disk yet."""
        with self._wake:
            return self._blobs.get(digest)

    def show(self, subject: str, text: str | None) -> None:
        """Note a live line, or None to drop it; forgotten when the journal is no longer open."""
        with self._wake:
            if not self._refusal:
                self._live[subject] = text
                self._wake.notify()

    def close(self) -> None:
        """Commit what is queued and end the thread."""
        with self._wake:
            self._closing = True
            self._wake.notify()
        self.join()

    def run(self) -> None:
        """Commit until closed or broken; whoever waits is told in either case."""
        refusal = "the journal's writer ended unexpectedly"
        try:
            with explained("writing the journal"):
                while self._commit_next():
                    pass
            refusal = "the journal is closed"
        except JournalError as error:
            refusal = str(error)
        finally:
            self._refuse(refusal)
            self._writer.close()

    def _commit_next(self) -> bool:
        """Wait for something to do and do it; whether there may be more."""
        with self._wake:
            while not self._due():
                self._wake.wait(self._idle_s())
            appends, blobs, live = list(self._appends), dict(self._blobs), self._take_live()
            more = not self._closing
        records = self._writer.commit(appends, blobs, live, alive=more)
        with self._wake:
            self._beat_due = time.monotonic() + BEAT_S
            del self._appends[: len(appends)]
            for digest in blobs:
                del self._blobs[digest]
        for append, committed in zip(appends, records, strict=True):
            append.succeed(committed)
        return more

    def _check_open(self) -> None:
        if self._refusal or self._closing:
            raise JournalError(self._refusal or "the journal is closed")

    def _refuse(self, reason: str) -> None:
        with self._wake:
            self._refusal = reason
            appends, self._appends = self._appends, []
        for append in appends:
            append.fail(reason)

    def _take_live(self) -> dict[str, str | None]:
        now = time.monotonic()
        if now < self._live_due and not self._closing:
            return {}
        live, self._live = self._live, {}
        if live:
            self._live_due = now + LIVE_S
        return live

    def _due(self) -> bool:
        return bool(self._appends) or self._closing or self._idle_s() <= 0

    def _idle_s(self) -> float:
        due = min(self._beat_due, self._live_due) if self._live else self._beat_due
        return due - time.monotonic()
