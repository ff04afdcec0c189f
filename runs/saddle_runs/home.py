"""Where runs live: `.saddle/`, found upward like `.git`, private to its owner."""

import os
import stat
from collections.abc import Mapping
from pathlib import Path

from saddle_engine.errors import ConfigError
from saddle_runs.mounts import REMOTE, filesystem_of

NAME = ".saddle"
VARIABLE = "SADDLE_HOME"


def find_home(given: Path | None, environ: Mapping[str, str], start: Path) -> Path:
    """The home to use, which may not exist yet.

    `given`, else `SADDLE_HOME`, else the nearest `.saddle` in or above `start`, else a new one
    in `start`.
    """
    if given is not None:
        return given.expanduser().absolute()
    if environ.get(VARIABLE):
        return Path(environ[VARIABLE]).expanduser().absolute()
    start = start.absolute()
    found = (folder / NAME for folder in (start, *start.parents) if (folder / NAME).is_dir())
    return next(found, start / NAME)


def make_home(home: Path) -> None:
    """Create a home that only we can enter, or check the one that is there.

    Raises:
        ConfigError: it cannot be made, belongs to another user, or others can write to it.
    """
    try:
        home.mkdir(mode=0o700, parents=True, exist_ok=True)
        check_home(home)
        (home / "runs").mkdir(mode=0o700, exist_ok=True)
        # Run data is not for the repository around it.
        if not (home / ".gitignore").exists():
            (home / ".gitignore").write_text("*\n", encoding="ascii")
    except OSError as error:
        raise ConfigError(f"the run home {home} cannot be made: {error.strerror}") from error


def check_home(home: Path) -> None:
    """Refuse a home in which somebody else could plant a run.

    Raises:
        ConfigError: not a folder, another user's, writable by others, or on another machine.
    """
    # A link is as good as its owner; what it leads to is checked like any other folder.
    for seen in (home.lstat(), home.stat()):
        if seen.st_uid != os.getuid():
            raise ConfigError(
                f"the run home {home} belongs to the user with id {seen.st_uid}, not to you;"
                f" choose another one with --home or {VARIABLE}"
            )
    if not stat.S_ISDIR(seen.st_mode):
        raise ConfigError(f"the run home {home} is not a folder")
    if seen.st_mode & 0o022:
        raise ConfigError(
            f"the run home {home} can be written by others; run `chmod go-w` on it, or choose"
            f" another one with --home or {VARIABLE}"
        )
    if (kind := filesystem_of(home)) in REMOTE:
        raise ConfigError(
            f"the run home {home} is on a network file system ({kind}), where locks and the journal"
            f" are not safe; choose a local folder with --home or {VARIABLE}"
        )
