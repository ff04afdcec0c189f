"""The engine's private folder: sockets, staged trees, boxes. Short, because a socket's path must be."""

import fcntl
import os
import shutil
import stat
import tempfile
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path

LONGEST_BASE = 60
"""Bytes: the system takes sockets up to 107, and one's name in here has about 40."""
BOXES = "b"
"""Where boxes are; what a dead engine left there still has processes, which the reaper ends."""


@contextmanager
def private_folder(before: str, run: str) -> Iterator[Path]:
    """A folder of mode 0700 that only this user reaches, and until the end of the block only we use.

    A resumed engine gets the path of the one `before` it where that is possible, so that paths which
    an agent has seen stay true. All but its boxes is removed. A first engine gets a path with the id
    of its `run`, so that the next one finds what it left even if it died before it could note it.
    Engines of two copies of a run get two folders.
    """
    with ExitStack() as held:
        yield _taken(before, run, held)


def _taken(before: str, run: str, held: ExitStack) -> Path:
    # Not $XDG_RUNTIME_DIR: it goes with the user's last login, and a run goes on without one.
    temporary = Path(tempfile.gettempdir())
    base = next(filter(_usable, (temporary, Path("/tmp"))), temporary)
    for wanted in (Path(before), base / f"saddle-{run}"):
        if _usable(wanted.parent) and _reclaim(wanted, held):
            return wanted
    fresh = Path(tempfile.mkdtemp(prefix="saddle-", dir=base))
    _hold(fresh, held)
    return fresh


def _usable(base: Path) -> bool:
    """A folder that can be written to, and whose path leaves room for a socket's."""
    short = base.is_absolute() and len(os.fsencode(base)) <= LONGEST_BASE
    return short and base.is_dir() and os.access(base, os.W_OK)


def _reclaim(folder: Path, held: ExitStack) -> bool:
    try:
        with suppress(FileExistsError):
            folder.mkdir(mode=0o700)
        if not _ours(folder) or not _hold(folder, held):
            return False
        for found in folder.iterdir():
            if found.name != BOXES:
                _remove(found)
    except OSError:
        return False
    return True


def _hold(folder: Path, held: ExitStack) -> bool:
    """Lock it, as long as we live; whether nobody else had."""
    flags = os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW | os.O_CLOEXEC
    descriptor = os.open(folder, flags)
    held.callback(os.close, descriptor)
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True


def _remove(path: Path) -> None:
    if path.is_dir() and not path.is_symlink():
        shutil.rmtree(path)
    else:
        path.unlink()


def _ours(folder: Path) -> bool:
    """A real folder of this user that nobody else can enter."""
    found = folder.lstat()
    return stat.S_ISDIR(found.st_mode) and found.st_uid == os.getuid() and not found.st_mode & 0o077
