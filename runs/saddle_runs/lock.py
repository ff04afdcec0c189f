"""One engine per run: a file lock that dies with its process."""

import fcntl
import os
import socket
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path

from pydantic import BaseModel, ValidationError

from saddle_engine.errors import RunLocked
from saddle_engine.ports import Clock
from saddle_runs.database import explained

CONTENT_BYTES = 4096


class Owner(BaseModel):
    """Who took the lock; it may be dead."""

    pid: int
    host: str
    started: str
    """Start time of the process in kernel ticks since boot; empty where /proc does not tell."""
    boot: str
    """Id of the host's boot; with `pid` and `started` it names a process for good."""
    since: float
    """Seconds since 1970 (UTC)."""

    @property
    def alive(self) -> bool:
        """Whether the process runs on this very host, under its own pid and not a reused one."""
        here = self.host == socket.gethostname() and self.boot == _boot()
        return here and bool(self.started) and self.started == _started(self.pid)

    @property
    def restarted(self) -> bool:
        """Whether this very host was booted again since: whoever it was is gone."""
        return self.host == socket.gethostname() and bool(_boot()) and self.boot != _boot()


@contextmanager
def hold(path: Path, clock: Clock) -> Iterator[Owner]:
    """Own the run until the block, or the process, ends.

    Raises:
        RunLocked: another engine owns it; the message says which.
        JournalError: the file cannot be locked at all.
    """
    descriptor = _taken(path)
    try:
        owner = Owner(
            pid=os.getpid(),
            host=socket.gethostname(),
            started=_started(os.getpid()),
            boot=_boot(),
            since=clock.now(),
        )
        with explained(f"taking the lock {path}"):
            os.ftruncate(descriptor, 0)
            os.pwrite(descriptor, owner.model_dump_json().encode(), 0)
        yield owner
    finally:
        os.ftruncate(descriptor, 0)
        # Closing alone would leave the lock to a child that is just being started.
        fcntl.flock(descriptor, fcntl.LOCK_UN)
        os.close(descriptor)


def owner_of(path: Path) -> Owner | None:
    """Who holds the lock, or died holding it; None when nobody does."""
    try:
        with path.open("rb") as file:
            return Owner.model_validate_json(file.read(CONTENT_BYTES))
    except (OSError, ValidationError):
        return None


def refuse_owned(path: Path) -> None:
    """Say early and in words that an engine of this host has the run; taking the lock decides.

    Raises:
        RunLocked: naming the owner.
    """
    owner = owner_of(path)
    if owner is not None and owner.alive:
        raise RunLocked(_refusal(path, owner))


def _taken(path: Path) -> int:
    """An open descriptor that holds the lock."""
    # Children must not inherit it: a descriptor that outlives the engine would keep the lock.
    flags = os.O_RDWR | os.O_CREAT | os.O_CLOEXEC | os.O_NOFOLLOW
    with explained(f"taking the lock {path}"):
        descriptor = os.open(path, flags, 0o600)
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BaseException as error:
            os.close(descriptor)
            if isinstance(error, BlockingIOError):
                raise RunLocked(_refusal(path, owner_of(path))) from None
            raise
        return descriptor


def _refusal(path: Path, owner: Owner | None) -> str:
    return f"the run in {path.parent} is owned by {_named(owner)}; attach to it, or stop it first"


def _named(owner: Owner | None) -> str:
    if owner is None:
        return "an engine that is just starting"
    since = datetime.fromtimestamp(owner.since, UTC)
    return f"the engine with pid {owner.pid} on {owner.host} since {since:%Y-%m-%d %H:%M:%S} UTC"


def _started(pid: int) -> str:
    try:
        stat = Path(f"/proc/{pid}/stat").read_text(encoding="utf-8", errors="replace")
    except OSError:
        return ""
    # The program's name stands in brackets and may itself hold blanks and brackets.
    state, *fields = stat.rpartition(")")[2].split()
    # A zombie does nothing more; it is there until the process that started it looks.
    return "" if state in {"Z", "X"} else fields[18]


def _boot() -> str:
    try:
        return Path("/proc/sys/kernel/random/boot_id").read_text(encoding="ascii").strip()
    except OSError:
        return ""
