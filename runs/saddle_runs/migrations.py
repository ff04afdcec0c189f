"""The tables of a run, as steps that only ever grow in number. Loading them takes long: see `schemas`."""

from sqlite_utils import Database
from sqlite_utils.migrations import Migrations

from saddle_runs.schemas import LARGEST_WORD

run_steps = Migrations("saddle run")
control_steps = Migrations("saddle control")
triage_steps = Migrations("saddle triage")


@run_steps()
def first_run_tables(db: Database) -> None:
    """Journal, blobs, live lines, and the one row that tells which engine may write."""
    db.execute(
        """CREATE TABLE journal (
            seq INTEGER PRIMARY KEY,
            at REAL NOT NULL,
            kind TEXT NOT NULL,
            subject TEXT NOT NULL,
            body TEXT NOT NULL
        ) STRICT"""
    )
    db.execute("CREATE INDEX journal_by_subject ON journal (subject)")
    db.execute(
        """CREATE TRIGGER journal_keeps_records BEFORE UPDATE ON journal
           BEGIN SELECT raise(ABORT, 'journal records never change'); END"""
    )
    db.execute(
        """CREATE TRIGGER journal_keeps_all BEFORE DELETE ON journal
           BEGIN SELECT raise(ABORT, 'journal records are never deleted'); END"""
    )
    db.execute(
        """CREATE TABLE blobs (
            digest TEXT PRIMARY KEY,
            size INTEGER NOT NULL,
            content BLOB NOT NULL
        ) STRICT"""
    )
    db.execute(
        "CREATE TABLE live (subject TEXT PRIMARY KEY, text TEXT NOT NULL, at REAL NOT NULL) STRICT"
    )
    db.execute(
        """CREATE TABLE engine (
            one INTEGER PRIMARY KEY CHECK (one = 1),
            epoch INTEGER NOT NULL,
            pid INTEGER,
            beat REAL
        ) STRICT"""
    )
    db.execute("INSERT INTO engine (one, epoch) VALUES (1, 0)")
    db.execute("PRAGMA user_version = 1")


@control_steps()
def first_control_tables(db: Database) -> None:
    """Commands and what became of them."""
    db.execute(
        """CREATE TABLE commands (
            number INTEGER PRIMARY KEY,
            id TEXT NOT NULL UNIQUE,
            body TEXT NOT NULL CHECK (length(body) <= 65536),
            accepted INTEGER CHECK (accepted IN (0, 1)),
            reason TEXT NOT NULL DEFAULT ''
        ) STRICT"""
    )
    db.execute("CREATE INDEX unanswered ON commands (number) WHERE accepted IS NULL")
    db.execute("PRAGMA user_version = 1")


@control_steps()
def driver_lease(db: Database) -> None:
    """The one row that tells which screen has keys that steer; it binds no command."""
    db.execute(
        """CREATE TABLE driver (
            one INTEGER PRIMARY KEY CHECK (one = 1),
            seat TEXT NOT NULL CHECK (length(seat) <= 100),
            name TEXT NOT NULL CHECK (length(name) <= 200),
            until REAL NOT NULL
        ) STRICT"""
    )
    db.execute("INSERT INTO driver (one, seat, name, until) VALUES (1, '', '', 0)")
    db.execute("PRAGMA user_version = 2")


@triage_steps()
def first_triage_tables(db: Database) -> None:
    """Words in a row, contents of files, and which run they are about."""
    db.execute(
        f"""CREATE TABLE decisions (
            seq INTEGER PRIMARY KEY,
            at REAL NOT NULL,
            by TEXT NOT NULL,
            body TEXT NOT NULL CHECK (length(body) <= {LARGEST_WORD})
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
