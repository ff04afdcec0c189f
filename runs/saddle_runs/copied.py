"""A database read from a copy, which is gone as soon as it is open."""

import shutil
import sqlite3
import tempfile
from contextlib import closing, suppress
from pathlib import Path

from saddle_engine.errors import JournalError
from saddle_runs.database import Schema, explained, open_reader, open_writer
from saddle_runs.places import cache_of

PARTS = ("", "-wal", "-journal")
"""The file, and what SQLite may have left beside it. The index of the log is made anew."""
TRIES = 3


def open_copy(path: Path, schema: Schema) -> sqlite3.Connection:
    """A reading connection to a copy with everything that was committed, in the latest schema.

    Raises:
        JournalError: it cannot be copied, or is damaged.
    """
    base = cache_of("copies")
    with explained(f"copying {path} to {base}, because it cannot be read in its place,"):
        base.mkdir(mode=0o700, parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=base) as scratch:
            copy = Path(scratch) / "run.db"
            copy_parts(path, copy)
            try:
                with closing(open_writer(copy, schema)) as writer:
                    writer.execute("PRAGMA journal_mode=DELETE")
                return open_reader(copy, schema)  # an open file stays when its name goes
            except JournalError as error:
                raise JournalError(str(error).replace(str(copy), str(path))) from error


def copy_parts(path: Path, to: Path) -> list[str]:
    """Copy a database, or any other file, as it is at one moment; which of its parts there were.

    Raises:
        JournalError: somebody writes it.
        OSError: it cannot be copied.
    """
    for _ in range(TRIES):
        before = _looks(path)
        with suppress(FileNotFoundError):  # a log that went meanwhile
            for part in PARTS:
                Path(f"{to}{part}").unlink(missing_ok=True)
            for part in before:
                shutil.copyfile(f"{path}{part}", f"{to}{part}")
        if _looks(path) == before:
            return [*before]
    raise JournalError(f"{path} changes while it is copied; wait until nobody writes it")


def _looks(path: Path) -> dict[str, tuple[int, int]]:
    parts = ((part, Path(f"{path}{part}")) for part in PARTS)
    found = {part: each.stat() for part, each in parts if each.is_file()}
    return {part: (each.st_size, each.st_mtime_ns) for part, each in found.items()}
