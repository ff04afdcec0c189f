"""Opening SQLite files so that they are private, durable, and refused in a sentence when unfit.

Nothing but SQLite ever opens such a file once it exists. Closing any other descriptor of it would
drop this process's POSIX locks, and the next process to close the database would take itself for
the last one and delete the live write-ahead log, with committed records in it.
"""

import os
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from saddle_engine.errors import JournalError
from saddle_runs.upkeep import back_up, check_pages, migrate

if TYPE_CHECKING:
    from sqlite_utils.migrations import Migrations


class Older(JournalError):
    """Written by an older saddle-tui; a copy of it can be brought up to date."""


BUSY_S = 30.0
"""How long a writer waits for another one's lock; operators' shells may hold it for a while."""
DAMAGED = "; the file is damaged and was left as it was: restore it from a backup"
QUOTED = " with text '"
"""Before a text that is no UTF-8, and which is not told."""


@dataclass(frozen=True)
class Schema:
    """What a file must be. A migration sets `user_version` to its own number, counted from 1."""

    migrations: Callable[[], "Migrations"]
    """What brings an older one up to date: loaded when one is."""
    latest: int
    tables: frozenset[str] = frozenset()
    """Those that a file of this kind has, of whatever version."""
    no: str = "no such file of saddle-tui"
    """What one without them is, and what to do."""


def create(path: Path, schema: Schema) -> None:
    """Make a new, empty database that only its owner can read.

    Raises:
        JournalError: the file exists or cannot be made.
    """
    with explained(f"creating {path.name}"):
        # SQLite gives -wal and -shm the mode of the database, so this settles all three.
        os.close(os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY | os.O_CLOEXEC, 0o600))
        connection = connect(path, "rw")
        try:
            connection.execute("PRAGMA journal_mode=WAL")
            migrate(connection, schema.migrations())
        finally:
            connection.close()


def open_writer(path: Path, schema: Schema, busy_s: float = BUSY_S) -> sqlite3.Connection:
    """A checked connection that commits through to the disk; older files are migrated.

    Raises:
        JournalError: missing, damaged, or written by a newer saddle-tui. The file stays as it is.
    """
    with _opened(path, "rw", busy_s) as connection:
        version = _readable_version(connection, path, schema)
        check_pages(connection, path)
        connection.execute("PRAGMA journal_mode=WAL")  # a run that was over has none
        connection.execute("PRAGMA synchronous=FULL")
        if version < schema.latest:
            back_up(connection, path, version)
            migrate(connection, schema.migrations())
    return connection


def open_reader(path: Path, schema: Schema, busy_s: float = 2.0) -> sqlite3.Connection:
    """A connection that can only read, and never keeps a writer waiting.

    Raises:
        Older: written by an older saddle-tui.
        JournalError: missing, damaged, or of a newer one.
    """
    with _opened(path, "ro", busy_s) as connection:
        if _readable_version(connection, path, schema) < schema.latest:
            raise Older(
                f"{path} was written by an older saddle-tui; resume the run once to bring it up to date"
            )
    return connection


@contextmanager
def explained(doing: str) -> Iterator[None]:
    """Turn what SQLite and the disk report into a `JournalError` that says what was being done."""
    try:
        yield
    except (sqlite3.Error, OSError) as error:
        said = str(error).partition(QUOTED)[0]
        raise JournalError(f"{doing} failed: {said}{_advice(error)}") from error


def _advice(error: Exception) -> str:
    match getattr(error, "sqlite_errorname", ""):
        case "SQLITE_FULL":
            return "; free some disk space, then resume the run"
        case "SQLITE_CORRUPT" | "SQLITE_NOTADB":
            return DAMAGED
        case "SQLITE_BUSY":
            return "; another process holds the database locked"
        case name if name.startswith("SQLITE_IOERR"):
            return "; the disk may be full, read-only or failing"
        case _:
            return DAMAGED if QUOTED in str(error) else ""


@contextmanager
def _opened(path: Path, mode: str, busy_s: float) -> Iterator[sqlite3.Connection]:
    if not path.is_file():
        raise JournalError(f"there is no database at {path}")
    with explained(f"opening {path}"):
        connection = connect(path, mode, busy_s)
        try:
            yield connection
        except BaseException:
            connection.close()
            raise


def connect(path: Path, mode: str, busy_s: float = BUSY_S) -> sqlite3.Connection:
    """A connection as all of ours are, to a file that may be anybody's; its `mode` is SQLite's.

    Raises:
        sqlite3.Error: it cannot be opened.
    """
    connection = sqlite3.connect(
        f"{path.absolute().as_uri()}?mode={mode}",
        uri=True,
        timeout=busy_s,
        isolation_level=None,
        check_same_thread=False,
    )
    connection.execute("PRAGMA trusted_schema=OFF")
    connection.execute("PRAGMA cell_size_check=ON")
    return connection


def _tables(connection: sqlite3.Connection) -> set[str]:
    rows = connection.execute("SELECT name FROM sqlite_schema WHERE type = 'table'")
    return {name for (name,) in rows}


def _readable_version(connection: sqlite3.Connection, path: Path, schema: Schema) -> int:
    version = int(connection.execute("PRAGMA user_version").fetchone()[0])
    if version and not _tables(connection) >= schema.tables:
        raise JournalError(f"{path} is {schema.no}")
    if version > schema.latest:
        raise JournalError(
            f"{path} was written by a newer saddle-tui (schema {version}, this one reads up to"
            f" {schema.latest}); update saddle-tui"
        )
    if version == 0:
        raise JournalError(f"{path} is empty or not a saddle-tui file; it was left as it was")
    return version
