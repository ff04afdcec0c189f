"""The folders that a run writes to: its home, and the private one of its engine."""

import fcntl
import os
import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path

from saddle_engine.errors import ConfigError
from saddle_runs.home import check_home
from saddle_runs.mounts import REMOTE, filesystem_of
from saddle_tui.doctor.finding import Finding, missing, ok, warning
from saddle_tui.doctor.needs import Needs

LOCAL = "choose a local folder with --home or SADDLE_HOME"
NEEDED, WANTED = 200 << 20, 2 << 30
"""Bytes: a run's databases and store have some 10 to 500 MB."""


def home(needs: Needs) -> Iterator[Finding]:
    """Whether runs can be kept there."""
    there = _nearest(needs.home)
    yield _owned(needs.home, there)
    if os.access(there, os.W_OK | os.X_OK):
        yield locks(there)
    yield room("disk", there)
    temporary = Path(tempfile.gettempdir())
    yield room("temporary", temporary)


def _owned(wanted: Path, there: Path) -> Finding:
    try:
        if wanted.is_dir():
            check_home(wanted)
    except ConfigError as why:
        return missing("home", str(why), LOCAL)
    if not there.is_dir() or not os.access(there, os.W_OK | os.X_OK):
        return missing("home", f"{wanted} cannot be written: {there} does not let you", LOCAL)
    if (kind := filesystem_of(there)) in REMOTE:
        return missing("home", f"{wanted} is on a network file system ({kind})", LOCAL)
    return ok("home", f"{wanted}{'' if wanted.is_dir() else ', which will be made'}")


def locks(folder: Path) -> Finding:
    """Whether a second engine would be kept out. The file has no name, so that none is left."""
    kind = filesystem_of(folder) or "unknown file system"
    try:
        with tempfile.TemporaryFile(dir=folder) as file:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            with open(f"/proc/self/fd/{file.fileno()}", "rb") as second:
                fcntl.flock(second, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return ok("locks", f"file locks work ({kind})")
    except OSError as why:
        return missing("locks", f"no file can be locked in {folder}: {why.strerror}", LOCAL)
    return missing("locks", f"a file can be locked twice in {folder} ({kind})", LOCAL)


def room(name: str, folder: Path) -> Finding:
    """Whether there is space, and an inode for a file."""
    free = shutil.disk_usage(folder).free
    counted = os.statvfs(folder)
    shown = f"{free / (1 << 30):.1f} GB free in {folder}"
    if counted.f_files and not counted.f_favail:
        return missing(name, f"{shown}, and no inode", "remove files there")
    if free < NEEDED:
        return missing(name, shown, "free at least 200 MB, or choose another folder")
    if free < WANTED:
        return warning(name, shown, "2 GB are enough for a long run")
    return ok(name, shown)


def _nearest(folder: Path) -> Path:
    """The folder, or the one above it in which it would be made."""
    return next(each for each in (folder, *folder.parents) if each.exists())
