"""The file of decisions on patches: how it comes to be, and whose it is."""

import shutil
import sqlite3
from pathlib import Path
from tempfile import mkdtemp

from saddle_engine.errors import JournalError
from saddle_runs.appearing import appear
from saddle_runs.database import create, open_writer
from saddle_runs.schemas import TRIAGE

NAME = "triage.db"


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
