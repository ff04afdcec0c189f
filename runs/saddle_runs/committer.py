"""One thread that writes a run's database, so that nothing else in the engine waits for a disk.

Commits group themselves: while one is on its way to the disk the next one's appends queue up.
"""

import os
import sqlite3
import threading
import time
from collections.abc import Mapping

from saddle_engine.errors import JournalError
from saddle_engine.events import Record
from saddle_engine.ports import Clock
from saddle_engine.types.base import Digest
from saddle_runs.blobs import write_blob
from saddle_runs.database import explained
from saddle_runs.waiting import Append

BEAT_S = 1.0
LIVE_S = 0.2
"""Live lines reach the disk at most five times a second."""


class Committer(threading.Thread):
    """Owns the writing connection; stops for good at the first failure."""

    def __init__(self, connection: sqlite3.Connection, clock: Clock) -> None:
        super().__init__(name="journal", daemon=True)
        self._connection = connection
        self._clock = clock
        self._wake = threading.Condition()
        self._appends: list[Append] = []
        self._blobs: dict[Digest, bytes] = {}
        self._live: dict[str, str | None] = {}
        self._beat_due = self._live_due = 0.0
        self._closing = False
        self._refusal = ""
        self._epoch, self._last = _take_over(connection, clock.now())

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
                self._commit_until_closed()
            refusal = "the journal is closed"
        except JournalError as error:
            refusal = str(error)
        finally:
            self._refuse(refusal)
            self._connection.close()

    def _commit_until_closed(self) -> None:
        while True:
            with self._wake:
                while not self._due():
                    self._wake.wait(self._idle_s())
                appends, blobs, live = list(self._appends), dict(self._blobs), self._take_live()
                last_round = self._closing
            records = self._commit(appends, blobs, live, beat=not last_round)
            with self._wake:
                del self._appends[: len(appends)]
                for digest in blobs:
                    del self._blobs[digest]
            for append, committed in zip(appends, records, strict=True):
                append.succeed(committed)
            if last_round:
                return

    def _commit(
        self,
        appends: list[Append],
        blobs: Mapping[Digest, bytes],
        live: Mapping[str, str | None],
        *,
        beat: bool,
    ) -> list[list[Record]]:
        connection = self._connection
        # Live lines and heartbeats may be lost with the power; waiting for the disk is for events.
        connection.execute("PRAGMA synchronous=FULL" if appends else "PRAGMA synchronous=NORMAL")
        connection.execute("BEGIN IMMEDIATE")
        self._check_epoch()
        for digest, content in blobs.items():
            write_blob(connection, digest, content)
        records = [self._insert(append) for append in appends]
        now = self._clock.now()
        for subject, text in live.items():
            _write_live(connection, subject, text, now)
        pid = os.getpid() if beat else None
        connection.execute("UPDATE engine SET pid = ?, beat = ?", (pid, now if beat else None))
        connection.execute("COMMIT")
        self._beat_due = time.monotonic() + BEAT_S
        return records

    def _insert(self, append: Append) -> list[Record]:
        records = append.records(self._last + 1)
        self._connection.executemany(
            "INSERT INTO journal (seq, at, kind, subject, body) VALUES (?, ?, ?, ?, ?)",
            [
                (record.seq, record.at, record.event.kind, record.event.subject, body)
                for record, body in zip(records, append.bodies, strict=True)
            ],
        )
        self._last += len(records)
        return records

    def _check_epoch(self) -> None:
        (epoch,) = self._connection.execute("SELECT epoch FROM engine").fetchone()
        if epoch != self._epoch:
            raise JournalError(
                "another engine took over this run; this one must not write any more"
            )

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


def _take_over(connection: sqlite3.Connection, now: float) -> tuple[int, int]:
    """Fence off any earlier engine and drop its live lines: the new epoch, and the last record."""
    connection.execute("BEGIN IMMEDIATE")
    connection.execute("UPDATE engine SET epoch = epoch + 1, pid = ?, beat = ?", (os.getpid(), now))
    connection.execute("DELETE FROM live")
    (epoch,) = connection.execute("SELECT epoch FROM engine").fetchone()
    (last,) = connection.execute("SELECT coalesce(max(seq), 0) FROM journal").fetchone()
    connection.execute("COMMIT")
    return epoch, last


def _write_live(connection: sqlite3.Connection, subject: str, text: str | None, now: float) -> None:
    if text is None:
        connection.execute("DELETE FROM live WHERE subject = ?", (subject,))
    else:
        connection.execute(
            "INSERT OR REPLACE INTO live (subject, text, at) VALUES (?, ?, ?)", (subject, text, now)
        )
