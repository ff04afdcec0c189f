"""Where a file that belongs to a run, and is none of its own, can be written: beside it where possible."""

import os
import tempfile
from contextlib import closing, suppress
from pathlib import Path

from saddle_engine.errors import ConfigError
from saddle_runs.appearing import appear
from saddle_runs.copied import copy_parts
from saddle_runs.database import connect, explained
from saddle_runs.folder import RunFolder
from saddle_runs.places import state_of


def beside(folder: RunFolder, name: str) -> Path:
    """The path of a file such as `triage.db`, which may not exist yet; its folder does.

    In the run's folder, or beside a lone file as `FILE.triage.db`. Where that cannot be written to, and
    for the example, the user's own folder for the run's id; what stands beside the run is copied there once.
    What was kept there once is gone on with there, unless there is something beside the run.

    Raises:
        ConfigError: neither place can be used.
        JournalError: what stands beside the run is damaged, or written while it is copied.
    """
    here, kept = folder.at(name), state_of(folder.id) / name
    if not folder.shipped and _can_be_written(here) and (here.exists() or not kept.exists()):
        return here
    try:
        kept.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        if here.is_file() and not kept.exists():
            _copy(here, kept)
    except OSError as error:
        raise ConfigError(
            f"{name} of the run {folder.name} can be kept neither beside it, in {here.parent}, nor in"
            f" {kept.parent}: {error.strerror}; set XDG_STATE_HOME to a folder that can be written to"
        ) from error
    return kept


def _can_be_written(path: Path) -> bool:
    """A database also needs room for a log beside it; a link may be a stranger's, and lead anywhere."""
    there = os.access(path.parent, os.W_OK) and not path.is_symlink()
    return there and (not path.exists() or os.access(path, os.W_OK))


def _copy(here: Path, kept: Path) -> None:
    """Whole, with what stands in a database's log alone; whoever was quicker has made the one that counts."""
    with tempfile.TemporaryDirectory(prefix=".copy-", dir=kept.parent) as scratch:
        copy = Path(scratch) / kept.name
        if len(copy_parts(here, copy)) > 1:
            with explained(f"copying {here}"), closing(connect(copy, "rw")) as connection:
                connection.execute("PRAGMA journal_mode=DELETE")
        copy.chmod(0o600)
        with suppress(FileExistsError):
            appear(copy, kept)
