"""What a database says it is, where no folder's name tells."""

import re
from contextlib import closing
from pathlib import Path

from saddle_engine.errors import JournalError
from saddle_engine.events import RunStarted
from saddle_runs.database import explained
from saddle_runs.opening import open_run
from saddle_runs.records import read_records

ID = re.compile(r"[0-9a-hjkmnp-tv-z]{8}")
NAME = re.compile(r"[a-z0-9][a-z0-9._-]{0,63}")


def named(file: Path) -> tuple[str, str]:
    """Id and name of the run in a database; both can be parts of a path.

    Raises:
        JournalError: it cannot be opened, holds no run's beginning, or says an id that is none.
    """
    with closing(open_run(file)) as connection, explained(f"reading {file}"):
        records = read_records(connection, 0, limit=1)
    match [record.event for record in records]:
        case [RunStarted(run=run, name=name)]:
            if ID.fullmatch(run) and NAME.fullmatch(name):
                return run, name
            raise JournalError(f"{file} says it is the run {run!r}, {name!r}: no run is called so")
        case _:
            raise JournalError(f"{file} does not hold a run's beginning; name the run.db of a run")
