"""The file of decisions on patches: its tables, how it comes to be, and whose it is."""

import shutil
import sqlite3
from pathlib import Path
from tempfile import mkdtemp

from sqlite_utils import Database
from sqlite_utils.migrations import Migrations

from saddle_engine.errors import JournalError
from saddle_runs.appearing import appear
from saddle_runs.database import Schema, create, open_writer

NAME = "triage.db"
LARGEST = 65_536
"""Characters of one word; contents of files are kept apart."""
triage_steps = Migrations("saddle triage")


@triage_steps()
def first_triage_tables(db: Database) -> None:
    """Words in a row, contents of files, and which run they are about."""
    db.execute(
        f"""CREATE TABLE decisions (
            seq INTEGER PRIMARY KEY,
            at REAL NOT NULL,
            by TEXT NOT NULL,
            body TEXT NOT NULL CHECK (length(body) <= {LARGEST})
        ) STRICT"""
    )
    for what in ("UPDATE", "DELETE"):
        db.execute(
            f"""CREATE TRIGGER decisions_keep_all_{what} BEFORE {what} ON decisions
               BEGIN SELECT raise(ABORT, 'decisions are only ever added'); END"""
        )
    db.execute(
        """CREATE TABLE blobs (
            digest TEXT PRIMARY KEY,
            size INTEGER NOT NULL,
            content BLOB NOT NULL
        ) STRICT"""
    )
    db.execute("CREATE TABLE about (one INTEGER PRIMARY KEY CHECK (one = 1), run TEXT) STRICT")
    db.execute("INSERT INTO about (one) VALUES (1)")
    db.execute("PRAGMA user_version = 1")


TRIAGE = Schema(
    triage_steps,
    latest=1,
    tables=frozenset({"decisions", "blobs", "about"}),
    no="no file of decisions on patches; move it away, and it was left as it was",
)


def open_triage(database: Path, run: str) -> sqlite3.Connection:
    """A checked connection to the decisions on a run.

    Raises:
        JournalError: damaged, of a newer saddle-tui, another run's, or none of ours; it stays as it is.
    """
    connection = open_writer(database, TRIAGE)
    try:
        (about,) = connection.execute("SELECT run FROM about").fetchone()
    except (sqlite3.Error, TypeError):
        about = None
    if about != run:
        connection.close()
        whose = f"is about the run {about}" if about else "holds no decisions on patches"
        raise JournalError(
            f"{database} {whose}, not about {run}; move it away, and it was left as it was"
        )
    return connection


def make_triage(database: Path, run: str) -> None:
    """A file that appears whole: of two screens that begin at once one makes it."""
    if database.exists():
        return
    database.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    scratch = Path(mkdtemp(prefix=".triage-", dir=database.parent))
    unfinished = scratch / NAME
    try:
        create(unfinished, TRIAGE)
        connection = open_writer(unfinished, TRIAGE)
        connection.execute("UPDATE about SET run = ?", (run,))
        connection.close()
        appear(unfinished, database)
    except FileExistsError:
        pass
    finally:
        shutil.rmtree(scratch, ignore_errors=True)
