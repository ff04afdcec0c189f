"""Processes of this machine, as /proc tells of them."""

import os
from contextlib import suppress
from pathlib import Path

TICKS_A_SECOND = os.sysconf("SC_CLK_TCK")


def children(pid: int) -> list[int]:
    """Ids of the processes that it started and that live, the oldest first."""
    found = []
    with suppress(OSError):
        for thread in Path(f"/proc/{pid}/task").iterdir():
            found += [int(each) for each in (thread / "children").read_text("ascii").split()]
    return sorted(found)


def descendants(pid: int) -> list[int]:
    """Its children, theirs, and so on."""
    return [each for child in children(pid) for each in (child, *descendants(child))]


def words(pid: int) -> list[str]:
    """Its command line; empty when it is gone."""
    try:
        return Path(f"/proc/{pid}/cmdline").read_bytes().decode(errors="replace").split("\0")[:-1]
    except OSError:
        return []


def screens(home: Path) -> list[int]:
    """Processes that show runs of a home on a terminal, wherever they were started."""
    found = []
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit() and _is_screen(int(entry.name)):
            with suppress(OSError):
                told = (entry / "environ").read_bytes().split(b"\0")
                if f"SADDLE_HOME={home}".encode() in told:
                    found.append(int(entry.name))
    return sorted(found)


def cpu_s(pid: int) -> float:
    """Seconds that it has computed."""
    stat = Path(f"/proc/{pid}/stat").read_text("ascii").rpartition(")")[2].split()
    return (int(stat[11]) + int(stat[12])) / TICKS_A_SECOND


def started(pid: int) -> int:
    """When, in ticks since the machine did; with the id it names one process for good."""
    return int(Path(f"/proc/{pid}/stat").read_text("ascii").rpartition(")")[2].split()[19])


def _is_screen(pid: int) -> bool:
    said = words(pid)
    return "attach" in said and any(word.endswith("saddle-tui") for word in said[:2])


def memory_mb(pid: int) -> float:
    """Resident memory."""
    pages = int(Path(f"/proc/{pid}/statm").read_text("ascii").split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") / 2**20


def terminals(pid: int) -> list[str]:
    """Terminals that it could read or write, or be signalled by."""
    files = [str(each.readlink()) for each in Path(f"/proc/{pid}/fd").iterdir()]
    controls = Path(f"/proc/{pid}/stat").read_text("ascii").rpartition(")")[2].split()[4]
    return [each for each in files if each.startswith(("/dev/pts", "/dev/tty"))] + (
        [] if controls == "0" else [f"terminal {controls}"]
    )
