"""What can still be read of a run's file, whatever is wrong with it: for reports, never to go on with.

Nothing is checked: rows come as they are stored, and what cannot be read is left out and counted.
"""

import sqlite3
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple, Self

from saddle_engine.errors import JournalError
from saddle_engine.types.base import Digest
from saddle_runs.blobs import read_blob

SQLITE = sqlite3.sqlite_version
PAGE = 200
BUSY_S = 2.0
GIVE_UP = 50
"""Pages without a row, where the file does not tell how many there are."""


class Row(NamedTuple):
    """A record as it is stored; its body may be anything."""

    seq: int
    at: float
    kind: str
    body: str


class Salvage:
    """A file opened to take from it what is there."""

    def __init__(self, database: Path) -> None:
        """Open it; there may be no file, or no database in it."""
        self.trouble: list[str] = []
        """What could not be read, in words; hostile text is possible."""
        self._connection = self._open(database)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *failure: object) -> None:
        if self._connection is not None:
            self._connection.close()

    def last(self) -> int | None:
        """Number of the last record; None where it cannot be told."""
        found = self._rows("SELECT max(seq) FROM journal")
        return int(found[0][0] or 0) if found else None

    def records(self, first: int, last: int | None) -> Iterator[Row]:
        """Every record from `first` to `last` that can be read, in order; to the end for None."""
        empty = 0
        while self._connection and empty < GIVE_UP and (last is None or first <= last):
            end = first + PAGE - 1 if last is None else min(first + PAGE - 1, last)
            rows = self._between(first, end)
            empty = 0 if rows else empty + 1
            yield from rows
            first = end + 1

    def _between(self, first: int, end: int) -> list[Row]:
        """A page; where it is damaged, row by row."""
        ask = "SELECT seq, at, kind, body FROM journal WHERE seq BETWEEN ? AND ? ORDER BY seq"
        found = self._rows(ask, first, end, quietly=True)
        if found is None:
            each = (self._rows(ask, seq, seq) for seq in range(first, end + 1))
            found = [row for rows in each if rows for row in rows]
        return [Row(*row) for row in found]

    def blob(self, digest: str) -> bytes | None:
        """A text; None where it is not there, or damaged."""
        if self._connection is None:
            return None
        try:
            return read_blob(self._connection, Digest(digest))
        except (sqlite3.Error, JournalError, ValueError) as error:
            self.trouble.append(str(error))
            return None

    def _rows(self, ask: str, *given: object, quietly: bool = False) -> list[Any] | None:
        """None where SQLite cannot read them; said once for each complaint of it."""
        if self._connection is None:
            return None
        try:
            return self._connection.execute(ask, given).fetchall()
        except (sqlite3.Error, ValueError, OverflowError) as error:
            if not quietly and str(error) not in self.trouble:
                self.trouble.append(str(error))
            return None

    def _open(self, database: Path) -> sqlite3.Connection | None:
        """As others read it; on a medium that cannot be written to, as a file that nobody changes."""
        trouble = "it is not there"
        for how in ("mode=ro", "mode=ro&immutable=1") if database.is_file() else ():
            try:
                connection = sqlite3.connect(
                    f"{database.absolute().as_uri()}?{how}", uri=True, timeout=BUSY_S
                )
                connection.text_factory = lambda raw: raw.decode("utf-8", "replace")
                connection.execute("PRAGMA trusted_schema=OFF")
                connection.execute("SELECT count(*) FROM sqlite_schema").fetchall()
            except sqlite3.Error as error:
                trouble = str(error)
            else:
                return connection
        self.trouble.append(trouble)
        return None
