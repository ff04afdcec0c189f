"""What a viewer of a long run remembers of it: a file of the user's own that can be deleted at any time.

Whatever is odd about it (somebody else's, another version's, damaged, of another journal) is as if it
were not there: everything in it can be worked out again.
"""

import os
import sqlite3
import stat
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from typing import NamedTuple

from saddle_runs.blobs import digest_of

NAME = "views.db"
BUSY_S = 0.2
"""Nobody waits long for what can be done without."""
TABLES = """CREATE TABLE IF NOT EXISTS checkpoints (
    seq INTEGER NOT NULL, version TEXT NOT NULL, record TEXT NOT NULL, digest TEXT NOT NULL,
    body BLOB NOT NULL, PRIMARY KEY (version, seq)
) STRICT"""


class Checkpoint(NamedTuple):
    """Everything that was known after a record."""

    seq: int
    """Of that record."""
    record: str
    """Digest of that record: another journal has another one there."""
    body: bytes


class Views:
    """Checkpoints of one run by one version of the program.

    Args:
        folder: of this run alone, in the user's cache; made when something is kept.
        version: what wrote a checkpoint; others' are never read.
    """

    def __init__(self, folder: Path, version: str) -> None:
        self._folder, self._version = folder, version

    def nearest(self, upto: int | None = None) -> Checkpoint | None:
        """The last one, or the last one not after a record; None without any that can be used."""
        if not self._is_ours():
            return None
        with suppress(sqlite3.Error), self._opened("ro") as connection:
            row = connection.execute(
                "SELECT seq, record, digest, body FROM checkpoints WHERE version = ? AND seq <= ?"
                " ORDER BY seq DESC LIMIT 1",
                (self._version, 2**62 if upto is None else upto),
            ).fetchone()
            if row is not None and digest_of(row[3]) == row[2]:
                return Checkpoint(row[0], row[1], row[3])
        return None

    def keep(self, checkpoint: Checkpoint) -> None:
        """Add one; other versions' are dropped. Where it cannot be kept, nothing is."""
        seq, record, body = checkpoint
        with suppress(sqlite3.Error, OSError):
            self._make()
            if not self._is_ours():
                return
            with self._opened("rw") as connection, connection:
                connection.execute(TABLES)
                connection.execute("DELETE FROM checkpoints WHERE version != ?", (self._version,))
                connection.execute(
                    "INSERT OR REPLACE INTO checkpoints VALUES (?, ?, ?, ?, ?)",
                    (seq, self._version, record, digest_of(body), body),
                )

    def drop(self) -> None:
        """Forget everything: it proved to be of no use."""
        with suppress(OSError):
            (self._folder / NAME).unlink()

    @contextmanager
    def _opened(self, mode: str) -> Iterator[sqlite3.Connection]:
        path = f"{(self._folder / NAME).absolute().as_uri()}?mode={mode}"
        with closing(sqlite3.connect(path, uri=True, timeout=BUSY_S)) as connection:
            connection.execute("PRAGMA trusted_schema=OFF")
            yield connection

    def _make(self) -> None:
        self._folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        flags = os.O_CREAT | os.O_WRONLY | os.O_CLOEXEC | os.O_NOFOLLOW
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
