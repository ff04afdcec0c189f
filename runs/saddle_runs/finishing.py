"""A run that is over is one file: nothing of it is left in a log beside it, and none is needed to open it."""

import logging
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager

from saddle_runs.database import connect
from saddle_runs.folder import RunFolder

log = logging.getLogger(__name__)

ENDS = ("RunFinished", "RunAborted")
LAST = 1000
"""Records from the end; a run that is over gets a few more at most."""
WAIT_S = 0.2
"""For others that have the file open; the last of them to leave comes here as well."""


@contextmanager
def leaving(folder: RunFolder) -> Iterator[None]:
    """For whoever watches a run: the one who leaves last may be the one who can finish it."""
    try:
        yield
    finally:
        finish(folder)


def finish(folder: RunFolder) -> None:
    """Fold the log of a run that is over into its file, and do without one from now on.

    Everybody who leaves a run calls it: its engine, and those who watched. While others have the file
    open it keeps its log, which is empty then. A run that is not over is left alone. Nothing is raised:
    a run that keeps its log can be read all the same.
    """
    if folder.file is not None:
        return
    try:
        with closing(connect(folder.database, "rw", WAIT_S)) as connection:
            (mode,) = connection.execute("PRAGMA journal_mode").fetchone()
            if mode == "wal" and _is_over(connection):
                connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
                connection.execute("PRAGMA journal_mode=DELETE")
    except sqlite3.Error as error:
        log.debug("%s keeps its log: %s", folder.database, error)


def _is_over(connection: sqlite3.Connection) -> bool:
    recent = "SELECT kind FROM journal WHERE seq > (SELECT max(seq) FROM journal) - ?"
    return any(kind in ENDS for (kind,) in connection.execute(recent, (LAST,)))
