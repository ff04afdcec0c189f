"""What one commit writes, and the engine's right to write at all."""

import os
import sqlite3
from collections.abc import Mapping, Sequence

from saddle_engine.errors import JournalError
from saddle_engine.events import Record
from saddle_engine.ports import Clock
from saddle_engine.types.base import Digest
from saddle_runs.blobs import write_blob
from saddle_runs.waiting import Append


class RunWriter:
    """The writing connection; whoever made the latest one is the only one to commit."""

    def __init__(self, connection: sqlite3.Connection, clock: Clock) -> None:
        """Fence off any earlier engine, and drop its live lines."""
        self._connection = connection
        self._clock = clock
        connection.execute("BEGIN IMMEDIATE")
        connection.execute("UPDATE engine SET epoch = epoch + 1")
        connection.execute("DELETE FROM live")
        self._beat(alive=True)
        (self._epoch,) = connection.execute("SELECT epoch FROM engine").fetchone()
        (self._last,) = connection.execute("SELECT coalesce(max(seq), 0) FROM journal").fetchone()
        connection.execute("COMMIT")

    def commit(
        self,
        appends: Sequence[Append],
        blobs: Mapping[Digest, bytes],
        live: Mapping[str, str | None],
        *,
        alive: bool,
    ) -> list[list[Record]]:
        """Everything in one transaction, through to the disk if there are events in it.

        Returns:
            The records of each append.

        Raises:
            JournalError: another engine took over.
            sqlite3.Error: the disk or the file failed; the connection must not be used again.
        """
        connection = self._connection
        # Live lines and heartbeats may be lost with the power; waiting for the disk is for events.
        connection.execute("PRAGMA synchronous=FULL" if appends else "PRAGMA synchronous=NORMAL")
        connection.execute("BEGIN IMMEDIATE")
        self._check_epoch()
        for digest, content in blobs.items():
            write_blob(connection, digest, content)
        records = [self._insert(append) for append in appends]
        for subject, text in live.items():
            self._write_live(subject, text)
        self._beat(alive=alive)
        connection.execute("COMMIT")
        return records

    def close(self) -> None:
        """Let the database go; what was not committed is undone."""
        self._connection.close()

    def _check_epoch(self) -> None:
        (epoch,) = self._connection.execute("SELECT epoch FROM engine").fetchone()
        if epoch != self._epoch:
            raise JournalError(
                "another engine took over this run; this one must not write any more"
            )

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

    def _write_live(self, subject: str, text: str | None) -> None:
        if text is None:
            self._connection.execute("DELETE FROM live WHERE subject = ?", (subject,))
            return
        self._connection.execute(
            "INSERT OR REPLACE INTO live (subject, text, at) VALUES (?, ?, ?)",
            (subject, text, self._clock.now()),
        )

    def _beat(self, *, alive: bool) -> None:
        pid, beat = (os.getpid(), self._clock.now()) if alive else (None, None)
        self._connection.execute("UPDATE engine SET pid = ?, beat = ?", (pid, beat))
