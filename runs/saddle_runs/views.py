"""What a viewer of a long run remembers of it: a file of the user's own that can be deleted at any time.

Whatever is odd about it (somebody else's, another version's, damaged, of another journal) is as if it
were not there: everything in it can be worked out again.
"""

import fcntl
import os
import sqlite3
import stat
import time
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from typing import NamedTuple

from saddle_runs.blobs import digest_of

NAME, LOCK = "views.db", "views.lock"
READ_S, WRITE_S = 0.2, 5.0
"""Nobody waits long for what can be done without; whoever has worked it out waits longer."""
LOOKS, LOOK_S = 3, 0.01
TABLES = """CREATE TABLE IF NOT EXISTS layers (
    seq INTEGER NOT NULL, after INTEGER NOT NULL, version TEXT NOT NULL, record TEXT NOT NULL,
    digest TEXT NOT NULL, layer BLOB NOT NULL, rest BLOB NOT NULL, PRIMARY KEY (version, seq)
) STRICT"""
NEWEST = """CREATE TABLE IF NOT EXISTS newest (
    seq INTEGER NOT NULL, version TEXT PRIMARY KEY, record TEXT NOT NULL,
    digest TEXT NOT NULL, body BLOB NOT NULL
) STRICT"""


class Checkpoint(NamedTuple):
    """Everything that was known after a record, given all the checkpoints before it."""

    seq: int
    """Of that record."""
    after: int
    """Of the checkpoint before it; 0 for the first."""
    record: str
    """Digest of that record: another journal has another one there."""
    layer: bytes
    """What is needed of all checkpoints up to the one that is wanted."""
    rest: bytes
    """What is needed of that one alone."""


class Whole(NamedTuple):
    """Everything that was known after a record, by itself: quicker to read than all checkpoints before it."""

    seq: int
    record: str
    """Digest of that record."""
    body: bytes


class Views:
    """Checkpoints of one run by one version of the program.

    Args:
        folder: of this run alone, in the user's cache; made when something is kept.
        version: what wrote a checkpoint; others' are never read.
    """

    def __init__(self, folder: Path, version: str) -> None:
        self._folder, self._version = folder, version

    def read(self, after: int, limit: int) -> list[Checkpoint]:
        """The next ones that follow the checkpoint of a record, or 0; none where none can be used."""
        found: list[Checkpoint] = []
        if not self._is_ours():
            return found
        with suppress(sqlite3.Error), self._opened("ro", READ_S) as connection:
            for *values, digest in connection.execute(
                "SELECT seq, after, record, layer, rest, digest FROM layers"
                " WHERE version = ? AND seq > ? ORDER BY seq LIMIT ?",
                (self._version, after, limit),
            ):
                checkpoint = Checkpoint(*values)
                if checkpoint.after != after or _digest(checkpoint) != digest:
                    break
                found.append(checkpoint)
                after = checkpoint.seq
        return found

    def add(self, checkpoints: Sequence[Checkpoint]) -> bool:
        """Keep more of them, in place of all that come after what they follow; other versions' are dropped.

        False where they cannot be kept, or what they follow is no longer there.
        """
        with suppress(OSError):
            self._make()
            if self._is_ours():
                try:
                    with self._opened("rw", WRITE_S) as connection, connection:
                        return self._add(connection, checkpoints)
                except sqlite3.OperationalError:  # locked, or there is no room
                    return False
                except sqlite3.Error:
                    (self._folder / NAME).unlink()  # it is damaged
                    return not checkpoints[0].after and self.add(checkpoints)
        return False

    def newest(self) -> Whole | None:
        """What was known where the last one who wrote came to the end; None without any that can be used."""
        if self._is_ours():
            with suppress(sqlite3.Error), self._opened("ro", READ_S) as connection:
                row = connection.execute(
                    "SELECT seq, record, body, digest FROM newest WHERE version = ?",
                    (self._version,),
                ).fetchone()
                if row is not None and digest_of(row[2]) == row[3]:
                    return Whole(*row[:3])
        return None

    def keep(self, whole: Whole) -> None:
        """Keep it in place of the one before; where it cannot be kept, nothing is."""
        with suppress(OSError, sqlite3.Error):
            self._make()
            if self._is_ours():
                with self._opened("rw", WRITE_S) as connection, connection:
                    connection.execute(NEWEST)
                    connection.execute("DELETE FROM newest")
                    connection.execute(
                        "INSERT INTO newest VALUES (?, ?, ?, ?, ?)",
                        (whole.seq, self._version, whole.record, digest_of(whole.body), whole.body),
                    )

    @contextmanager
    def writing(self) -> Iterator[bool]:
        """Be the only one who writes, until the block or the process ends; False when another one is."""
        try:
            self._make()
            descriptor = os.open(self._folder / LOCK, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
        except OSError:
            yield False
            return
        try:
            yield any(_locked(descriptor) for _ in _looks())
        finally:
            os.close(descriptor)

    @property
    def written(self) -> bool:
        """Whether somebody writes now."""
        try:
            descriptor = os.open(self._folder / LOCK, os.O_RDWR | os.O_CLOEXEC)
        except OSError:
            return False
        try:
            return not _locked(descriptor)
        finally:
            os.close(descriptor)

    def _add(self, connection: sqlite3.Connection, checkpoints: Sequence[Checkpoint]) -> bool:
        connection.execute("DROP TABLE IF EXISTS checkpoints")  # of earlier versions
        connection.execute(TABLES)
        after = checkpoints[0].after
        known = connection.execute(
            "SELECT 1 FROM layers WHERE version = ? AND seq = ?", (self._version, after)
        ).fetchone()
        if after and known is None:
            return False
        connection.execute(
            "DELETE FROM layers WHERE version != ? OR seq > ?", (self._version, after)
        )
        for each in checkpoints:
            connection.execute(
                "INSERT INTO layers VALUES (?, ?, ?, ?, ?, ?, ?)",
                (each.seq, each.after, self._version, each.record, _digest(each), each.layer, each.rest),
            )  # fmt: skip
        return True

    @contextmanager
    def _opened(self, mode: str, seconds: float) -> Iterator[sqlite3.Connection]:
        path = f"{(self._folder / NAME).absolute().as_uri()}?mode={mode}"
        with closing(sqlite3.connect(path, uri=True, timeout=seconds)) as connection:
            connection.execute("PRAGMA trusted_schema=OFF")
            yield connection

    def _make(self) -> None:
        self._folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        flags = os.O_CREAT | os.O_EXCL | os.O_WRONLY | os.O_CLOEXEC
        with suppress(FileExistsError):  # one that is there is opened by SQLite alone
            os.close(os.open(self._folder / NAME, flags, 0o600))

    def _is_ours(self) -> bool:
        """Folder and file are this user's own, and nobody else can write or read them."""
        try:
            folder, file = self._folder.lstat(), (self._folder / NAME).lstat()
        except OSError:
            return False
        kinds = stat.S_ISDIR(folder.st_mode) and stat.S_ISREG(file.st_mode)
        return kinds and all(
            each.st_uid == os.getuid() and not each.st_mode & 0o077 for each in (folder, file)
        )


def _looks() -> Iterator[None]:
    """Somebody may just look whether anybody writes."""
    for _ in range(LOOKS):
        yield
        time.sleep(LOOK_S)


def _locked(descriptor: int) -> bool:
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        return False
    return True


def _digest(checkpoint: Checkpoint) -> str:
    return digest_of(checkpoint.layer + checkpoint.rest)
