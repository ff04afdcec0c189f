"""Opening a run's database wherever it lies and whatever befell it, for reading alone.

The file itself is opened by SQLite and by nothing else, as long as SQLite can: see `database`. Where it
cannot (a medium that cannot be written to, an older schema, an engine that was killed), a copy of the
file and its log is read, so that nothing committed is missed and nothing is written near the original.
"""

import os
import sqlite3
import stat
from pathlib import Path

from saddle_engine.errors import JournalError
from saddle_runs.copied import open_copy
from saddle_runs.database import Older, Schema, explained, open_reader
from saddle_runs.schemas import RUN
from saddle_runs.upkeep import cut_short

NEEDS_COPY = ("SQLITE_CANTOPEN", "SQLITE_READONLY")
"""What SQLite says of a log that it would have to write beside the file."""
KINDS = {
    stat.S_IFDIR: "a folder",
    stat.S_IFIFO: "a pipe",
    stat.S_IFSOCK: "a socket",
    stat.S_IFCHR: "a device",
    stat.S_IFBLK: "a device",
}


def open_run(path: Path, schema: Schema = RUN) -> sqlite3.Connection:
    """A connection that can only read a run's database.

    Raises:
        JournalError: one sentence: what it is or what is wrong with it, and what can be done.
    """
    _check_kind(path)
    try:
        return _whole(open_reader(path, schema), path)
    except Older:
        pass
    except JournalError as error:
        said = getattr(error.__cause__, "sqlite_errorname", "")
        if not said.startswith(NEEDS_COPY):
            raise
    return open_copy(path, schema)


def _check_kind(path: Path) -> None:
    try:
        found = path.stat()
    except FileNotFoundError:
        raise JournalError(f"there is no database at {path}") from None
    except (OSError, RuntimeError) as error:
        raise JournalError(f"{path} cannot be looked at: {error}") from error
    if kind := KINDS.get(stat.S_IFMT(found.st_mode)):
        raise JournalError(f"{path} is {kind}, not a file; name the run.db of a run")
    if not os.access(path, os.R_OK):
        raise JournalError(
            f"{path} belongs to the user with id {found.st_uid} and you may not read it; ask for a copy"
        )
    if not found.st_size:
        raise JournalError(
            f"{path} is empty and was left as it was; copy it again from where it comes"
        )


def _whole(connection: sqlite3.Connection, path: Path) -> sqlite3.Connection:
    """The same connection; closed where the end of the file is missing."""
    with explained(f"opening {path}"):
        if not cut_short(connection, path):
            return connection
    connection.close()
    raise JournalError(f"{path} is damaged: its end is missing; copy it again from where it comes")
