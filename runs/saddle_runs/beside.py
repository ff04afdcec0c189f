"""Where a file that belongs to a run, and is none of its own, can be written: beside it where possible."""

import os
import shutil
from pathlib import Path

from saddle_engine.errors import ConfigError
from saddle_runs.folder import RunFolder
from saddle_runs.places import state_of


def beside(folder: RunFolder, name: str) -> Path:
    """The path of a file such as `triage.db`, which may not exist yet; its folder does.

    In the run's folder, or beside a lone file as `FILE.triage.db`. Where that cannot be written to, and
    for the example, the user's own folder for the run's id; what stands beside the run is copied there once.

    Raises:
        ConfigError: neither place can be used.
    """
    here = folder.at(name)
    if not folder.shipped and _can_be_written(here):
        return here
    kept = state_of(folder.id) / name
    try:
        kept.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        if here.is_file() and not kept.exists():
            _take_along(here, kept)
    except OSError as error:
        raise ConfigError(
            f"{name} of the run {folder.name} can be kept neither beside it, in {here.parent}, nor in"
            f" {kept.parent}: {error.strerror}; set XDG_STATE_HOME to a folder that can be written to"
        ) from error
    return kept


def _can_be_written(path: Path) -> bool:
    """A database also needs room for a log beside it."""
    there = os.access(path.parent, os.W_OK)
    return there and (not path.exists() or os.access(path, os.W_OK))


def _take_along(here: Path, to: Path) -> None:
    """A file, with the log of a database; the file itself comes last and appears whole."""
    unfinished = to.with_name(f".{to.name}.{os.getpid()}")
    for part in ("-wal", ""):
        if Path(f"{here}{part}").is_file():
            shutil.copyfile(f"{here}{part}", unfinished)
            unfinished.chmod(0o600)
            unfinished.replace(f"{to}{part}")
