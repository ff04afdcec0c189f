"""A run as every process but its engine sees it."""

import re
import threading
from pathlib import Path
from typing import Self

from saddle_engine.errors import JournalError
from saddle_engine.events import Record
from saddle_engine.ports import Clock
from saddle_engine.types.base import Digest
from saddle_runs.blobs import digest_of, read_beginning, read_blob
from saddle_runs.database import explained
from saddle_runs.opening import open_run
from saddle_runs.records import EVERYTHING, read_earlier, read_records
from saddle_runs.upkeep import check_pages

PAGE = 1000
COST = """SELECT coalesce(sum(json_extract(body, '$.cost')), 0) FROM journal
    WHERE kind IN ('CallSettled', 'CallUnknown')"""


class RunViewer:
    """Reads `run.db` while an engine writes it; never keeps the engine waiting.

    Every call is one short transaction, and may come from any thread.
    """

    def __init__(self, database: Path, clock: Clock) -> None:
        """Open an existing database for reading.

        Raises:
            JournalError: it is missing, no run's, damaged, or of a newer saddle-tui.
        """
        self._clock = clock
        self._database = database
        self._connection = open_run(database)
        self._reading = threading.Lock()
        self._end = (-1, -1)
        """Version of the file and record up to which there was nothing more to read."""

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *failure: object) -> None:
        self.close()

    def version(self) -> int:
        """A number that differs whenever the file may have changed since the last call.

        Raises:
            JournalError: the database cannot be read.
        """
        with self._reading, explained("reading the journal"):
            return self._version()

    def tail(self, after: int, limit: int = PAGE) -> list[Record]:
        """At most `limit` records that follow record `after`; cheap while the file is unchanged.

        Raises:
            JournalError: a record is missing or cannot be read.
        """
        with self._reading, explained("reading the journal"):
            version = self._version()
            if self._end == (version, after):
                return []
            records = read_records(self._connection, after, limit=limit)
            if len(records) < limit:
                self._end = (version, records[-1].seq if records else after)
            return records

    def records(self, subject: str, after: int = 0, limit: int = EVERYTHING) -> list[Record]:
        """The recording of one rollout or session: its first records after record `after`.

        Raises:
            JournalError: a record cannot be read.
        """
        with self._reading, explained("reading the journal"):
            return read_records(self._connection, after, subject, limit)

    def earlier(self, subject: str, before: int, limit: int) -> list[Record]:
        """The last `limit` records of a rollout or session before record `before`, oldest first.

        Raises:
            JournalError: a record cannot be read.
        """
        with self._reading, explained("reading the journal"):
            return read_earlier(self._connection, subject, before, limit)

    def blob(self, digest: Digest) -> bytes:
        """A text by its digest.

        Raises:
            JournalError: it is not there, or its content has another digest.
        """
        with self._reading, explained("reading a blob"):
            return read_blob(self._connection, digest)

    def beginning(self, digest: Digest, limit: int) -> tuple[bytes, int]:
        """At most the first `limit` bytes of a text, and the size of the whole in bytes.

        Raises:
            JournalError: it is not there, or damaged.
        """
        with self._reading, explained("reading a blob"):
            return read_beginning(self._connection, digest, limit)

    def cost(self) -> int:
        """Nano-dollars of all calls that are settled, or may have been charged; reads every record.

        Raises:
            JournalError: the journal cannot be read.
        """
        with self._reading, explained("adding up what calls cost"):
            (cost,) = self._connection.execute(COST).fetchone()
        return int(cost)

    def digest(self, seq: int) -> str:
        """Of a record as it is stored; empty when there is none of that number.

        Raises:
            JournalError: the database cannot be read.
        """
        with self._reading, explained("reading the journal"):
            row = self._connection.execute(
                "SELECT at, body FROM journal WHERE seq = ?", (seq,)
            ).fetchone()
        return "" if row is None else digest_of(f"{seq} {row[0]!r} {row[1]}".encode())

    def packed(self) -> Digest | None:
        """The pack of all harnesses, where the run's end was written down with them; it can be part of a path.

        Raises:
            JournalError: the database cannot be read, or says what is no digest.
        """
        with self._reading, explained("looking for the harnesses"):
            row = self._connection.execute(
                "SELECT json_extract(body, '$.pack') FROM journal WHERE kind = 'HarnessesPacked'"
                " ORDER BY seq DESC LIMIT 1"
            ).fetchone()
        if row is not None and not re.fullmatch(r"[0-9a-f]{64}", str(row[0])):
            raise JournalError(f"{self._database} is damaged: its harnesses are called {row[0]!r}")
        return None if row is None else Digest(row[0])

    def last(self) -> int:
        """Number of the last record; 0 for an empty journal.

        Raises:
            JournalError: the database cannot be read.
        """
        with self._reading, explained("reading the journal"):
            (seq,) = self._connection.execute("SELECT max(seq) FROM journal").fetchone()
        return int(seq or 0)

    def live(self) -> dict[str, str]:
        """Partial replies of open rollouts and sessions; hostile text.

        Raises:
            JournalError: the database cannot be read.
        """
        with self._reading, explained("reading live lines"):
            return dict(self._connection.execute("SELECT subject, text FROM live").fetchall())

    def heartbeat_age(self) -> float | None:
        """Seconds since the engine's last sign of life; None when none has the run open.

        A live engine gives one every second. After a crash the age grows without end.

        Raises:
            JournalError: the database cannot be read.
        """
        with self._reading, explained("reading the heartbeat"):
            (beat,) = self._connection.execute("SELECT beat FROM engine").fetchone()
        return None if beat is None else max(0.0, self._clock.now() - beat)

    def check(self) -> None:
        """Read the whole file for damage, at most a few seconds for each GB.

        Raises:
            JournalError: it is damaged; the message tells where.
        """
        with self._reading, explained("checking the journal"):
            check_pages(self._connection, self._database)

    def close(self) -> None:
        """Let the database go."""
        with self._reading:
            self._connection.close()

    def _version(self) -> int:
        (version,) = self._connection.execute("PRAGMA data_version").fetchone()
        return int(version)
