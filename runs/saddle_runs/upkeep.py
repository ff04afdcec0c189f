"""Looking after database files: checking, migrating, backing up."""

import os
import sqlite3
from pathlib import Path
from typing import TYPE_CHECKING

from saddle_engine.errors import JournalError

if TYPE_CHECKING:
    from sqlite_utils.migrations import Migrations


def check_pages(connection: sqlite3.Connection, path: Path) -> None:
    """Read the whole file, at most a few seconds for each GB.

    Raises:
        JournalError: it is damaged; the message tells where.
    """
    (finding,) = connection.execute("PRAGMA quick_check(1)").fetchone()
    if finding == "ok" and cut_short(connection, path):
        finding = "its end is missing"
    if finding != "ok":
        where = " ".join(finding.split())
        raise JournalError(
            f"{path} is damaged and was left as it was: {where}; restore it from a backup"
        )


def migrate(connection: sqlite3.Connection, migrations: "Migrations") -> None:
    """All steps in one transaction: a file is of the old version or of the new one."""
    from sqlite_utils import Database  # takes long to load, and few files have to be migrated

    database = Database(connection, execute_plugins=False)
    with database.atomic():
        migrations.apply(database)


def back_up(connection: sqlite3.Connection, path: Path, version: int) -> None:
    """A private copy beside the file, whole or not there."""
    backup = path.with_name(f"{path.name}.v{version}.backup")
    unfinished = backup.with_suffix(".unfinished")
    unfinished.unlink(missing_ok=True)
    os.close(os.open(unfinished, os.O_CREAT | os.O_EXCL | os.O_WRONLY | os.O_CLOEXEC, 0o600))
    copy = sqlite3.connect(unfinished)
    try:
        connection.backup(copy)
    finally:
        copy.close()
    unfinished.replace(backup)


def cut_short(connection: sqlite3.Connection, path: Path) -> bool:
    """Whether part of the last page is gone, which SQLite itself reads as zeros."""
    (pages,) = connection.execute("PRAGMA page_count").fetchone()
    (size,) = connection.execute("PRAGMA page_size").fetchone()
    # Looked at last: what was counted is in the file by then, or still in the log.
    log = path.with_name(f"{path.name}-wal")
    if log.exists() and log.stat().st_size:
        return False
    return path.stat().st_size < int(pages) * int(size)
