"""The engine's journal: its only writer."""

import threading
from collections.abc import Sequence
from contextlib import ExitStack, closing
from pathlib import Path
from typing import Self

from saddle_engine.errors import JournalError
from saddle_engine.events import AnyEvent, Record
from saddle_engine.ports import Clock
from saddle_engine.types.base import Digest
from saddle_runs import records
from saddle_runs.blobs import LARGEST, digest_of, read_blob
from saddle_runs.committer import Committer
from saddle_runs.database import explained, open_reader, open_writer
from saddle_runs.schemas import RUN
from saddle_runs.transaction import RunWriter
from saddle_runs.waiting import Append

LIVE_CHARACTERS = 20_000
"""A live line keeps its end; nobody watches more of a reply that is still being written."""


class RunJournal:
    """The ports `Journal` and `Blobs` over `run.db`; hold the run's lock before opening it.

    Opening fences off any earlier engine: its next commit is refused. After a failed commit
    (a full disk, say) nothing more is written and every call says why.
    """

    def __init__(self, database: Path, clock: Clock) -> None:
        """Open an existing database for writing.

        Raises:
            JournalError: it is missing, damaged, locked, or of a newer saddle-tui.
        """
        self._clock = clock
        self._reading = threading.Lock()
        with ExitStack() as undo, explained("taking over the run"):
            writer = undo.enter_context(closing(open_writer(database, RUN)))
            self._reader = undo.enter_context(closing(open_reader(database, RUN)))
            self._committer = Committer(RunWriter(writer, clock))
            undo.pop_all()
        self._committer.start()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *failure: object) -> None:
        self.close()

    async def append(self, *events: AnyEvent) -> list[Record]:
        """Commit events, all or none; returns when they are on disk, in order.

        A cancelled call still waits for the commit and then raises `CancelledError`: the events
        are in the journal exactly once.

        Raises:
            JournalError: they could not be committed (disk full, another writer, closed).
        """
        append = Append(events, self._clock.now())
        self._committer.submit(append)
        return await append.outcome()

    def read(self, *, after: int = 0, subject: str | None = None) -> Sequence[Record]:
        """Committed records in order, of one subject or of all.

        Raises:
            JournalError: a record is missing or cannot be read.
        """
        with self._reading, explained("reading the journal"):
            return records.read_records(self._reader, after, subject)

    def show(self, subject: str, text: str) -> None:
        """Overwrite the live line of an open rollout or session; its last 20,000 characters."""
        self._committer.show(records.text(subject), records.text(text[-LIVE_CHARACTERS:]))

    def hide(self, subject: str) -> None:
        """Drop the live line."""
        self._committer.show(records.text(subject), None)

    def put(self, content: bytes) -> Digest:
        """Keep a blob; it is on disk no later than the next `append` returns.

        Raises:
            JournalError: it is larger than 512 MB, or the journal takes no more.
        """
        if len(content) > LARGEST:
            raise JournalError(f"a blob of {len(content)} bytes is larger than {LARGEST}")
        digest = digest_of(content)
        self._committer.put(digest, content)
        return digest

    def get(self, digest: Digest) -> bytes:
        """The blob, also before it is on disk.

        Raises:
            JournalError: it is not there, or its content has another digest.
        """
        queued = self._committer.queued(digest)
        if queued is not None:
            return queued
        with self._reading, explained("reading a blob"):
            return read_blob(self._reader, digest)

    def close(self) -> None:
        """Commit what is queued and let the database go; later appends are refused."""
        # The writer leaves last: only a connection that may write can fold the log into the file.
        with self._reading:
            self._reader.close()
        self._committer.close()
