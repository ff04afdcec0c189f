"""Processes of boxes, found by a mark in their environment, and who owns a box.

A process group does not hold a child that calls setsid, and a parent's death hides a grandchild;
the environment stays. Whoever clears it on purpose can only be ended with its container.
"""

import asyncio
import os
import signal
import time
from pathlib import Path

from saddle_engine.errors import SandboxError

MARK = "SADDLE_EXEC"
END_DEADLINE_S = 5.0
SETTLE_S = 0.25
"""How long a process without an environment is watched: between fork and exec it shows none."""

NOTHING_YET = b"\0"
STARTED, MEMORY = 19, 20
"""Places in /proc/PID/stat, counted behind the name."""

_bare: set[tuple[int, str]] = set()
"""Processes, by pid and start, that were watched and really have no environment."""


async def end_marked(mark: str, deadline_s: float = END_DEADLINE_S) -> int:
    """Kill every process with an environment entry that begins with `mark`; how many there were.

    Raises:
        SandboxError: some are still there after the deadline.
    """
    needle = b"\0" + mark.encode()
    ended: set[int] = set()
    start, pause = time.monotonic(), 0.0005
    while True:
        found, unread = _sweep(needle)
        ended.update(found)
        waited_s = time.monotonic() - start
        if found and waited_s > deadline_s:
            raise SandboxError(f"ending processes of a box: {found} survive SIGKILL")
        if not found and (not unread or waited_s > SETTLE_S):
            _bare.update(unread)
            return len(ended)
        await asyncio.sleep(pause)
        pause = min(pause * 2, 0.05)


def owner_mark() -> str:
    """This process, told apart from any later one: pid, start, boot, pid namespace."""
    pid = os.getpid()
    return f"{pid}:{_started(pid)}:{_boot_id()}:{_namespace()}"


def owner_is_dead(mark: str) -> bool:
    """Whether the process of an `owner_mark` has certainly ended."""
    match mark.split(":"):
        case [pid, started, boot, namespace] if pid.isdigit():
            if boot != _boot_id():
                return True
            return namespace == _namespace() and _started(int(pid)) != started
        case _:
            return False


def _pids() -> list[int]:
    return [int(name) for name in os.listdir("/proc") if name.isdigit()]  # noqa: PTH208 - per exec


def _sweep(needle: bytes) -> tuple[list[int], list[tuple[int, str]]]:
    """Kill what is marked: the pids of that, and of what cannot be told yet."""
    found, unread = [], []
    for pid in _pids():
        if _environment(pid) == NOTHING_YET:
            if (one := _living(pid)) and one not in _bare:
                unread.append(one)
        elif _kill_marked(pid, needle):
            found.append(pid)
    return found, unread


def _living(pid: int) -> tuple[int, str] | None:
    """Pid and start of a program: not of a zombie, not of a thread of the kernel."""
    fields = _stat(pid)
    return (pid, fields[STARTED]) if fields and fields[MEMORY] != "0" else None


def _kill_marked(pid: int, needle: bytes) -> bool:
    if needle not in _environment(pid):
        return False
    try:
        handle = os.pidfd_open(pid)
    except OSError:
        return False
    try:  # the handle is fixed now: looked at again, it cannot be a stranger with a reused pid
        if needle not in _environment(pid):
            return False
        signal.pidfd_send_signal(handle, signal.SIGKILL)
    except OSError:
        return False
    finally:
        os.close(handle)
    return True


def _environment(pid: int) -> bytes:
    """Entries, each after a zero byte; empty for the dead and for other users'.

    `NOTHING_YET` for zombies, the kernel's threads, and a process in the middle of its exec.
    """
    try:
        file = os.open(f"/proc/{pid}/environ", os.O_RDONLY | os.O_CLOEXEC)
    except OSError:
        return b""
    try:
        return b"\0" + os.read(file, 1 << 17)
    except OSError:
        return b""
    finally:
        os.close(file)


def _started(pid: int) -> str:
    fields = _stat(pid)
    return fields[STARTED] if fields else ""


def _stat(pid: int) -> list[str]:
    """The fields behind the name; none for a process that is gone."""
    try:
        stat = Path(f"/proc/{pid}/stat").read_bytes()
    except OSError:
        return []
    return stat.rpartition(b")")[2].decode().split()


def _boot_id() -> str:
    return Path("/proc/sys/kernel/random/boot_id").read_text("ascii").strip()


def _namespace() -> str:
    return str(Path("/proc/self/ns/pid").stat().st_ino)
