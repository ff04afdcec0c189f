"""How much of this machine an engine may take: limits of its processes, and of the group that they are in."""

import resource
from collections.abc import Iterator, Mapping
from pathlib import Path

from saddle_tui.doctor.finding import Finding, ok, warning
from saddle_tui.doctor.needs import Needs

FILES, PROCESSES, MEMORY = 1024, 200, 1 << 30
"""What a run with some rollouts at a time needs at least; memory in bytes."""
GROUPS = Path("/sys/fs/cgroup")
ULIMITS = {
    "files": (resource.RLIMIT_NOFILE, FILES, "open files", "ulimit -n 4096"),
    "processes": (resource.RLIMIT_NPROC, PROCESSES, "processes", "ulimit -u 4096"),
    "memory": (resource.RLIMIT_AS, MEMORY, "bytes of memory", "ulimit -v unlimited"),
}


def limits(needs: Needs) -> Iterator[Finding]:
    """Those that would end an engine, or keep it from working."""
    given = {name: resource.getrlimit(each[0])[0] for name, each in ULIMITS.items()}
    found = list(ulimits(given, resource.getrlimit(resource.RLIMIT_CPU)[0]))
    found += group(GROUPS, Path("/proc/self/cgroup"))
    yield from found or [ok("limits", "none that an engine would meet")]


def ulimits(given: Mapping[str, int], seconds: int) -> Iterator[Finding]:
    """Limits of each process.

    Args:
        given: by name; negative is none.
        seconds: of processor time after which the system kills a process.
    """
    for name, (_, least, what, remedy) in ULIMITS.items():
        if 0 <= given[name] < least:
            yield warning(f"ulimit {name}", f"{given[name]:,} {what}, fewer than {least:,}", remedy)
    if seconds >= 0:
        said = f"the system kills a process after {seconds:,} s of processor time, an engine too"
        yield warning(
            "ulimit time", said, "ulimit -t unlimited, or ask who looks after this machine"
        )


def group(groups: Path, ours: Path) -> Iterator[Finding]:
    """Limits of all processes of a login together, the tightest of the groups above us."""
    remedy = "ask who looks after this machine, or run where there is more"
    memory, processes = (_tightest(groups, ours, name) for name in ("memory.max", "pids.max"))
    if memory is not None and memory < MEMORY:
        said = f"{memory / (1 << 20):,.0f} MB for all that you run; whoever takes more is killed"
        yield warning("memory", said, remedy)
    if processes is not None and processes < PROCESSES:
        yield warning("processes", f"{processes:,} for all that you run", remedy)


def _tightest(groups: Path, ours: Path, name: str) -> int | None:
    try:
        lines = ours.read_text("utf-8", "replace").splitlines()
    except OSError:
        return None
    inside = next((line[3:] for line in lines if line.startswith("0::")), "/")
    here = groups / inside.lstrip("/")
    above = [each for each in (here, *here.parents) if each.is_relative_to(groups)]
    found = [_number(each / name) for each in above]
    return min((each for each in found if each is not None), default=None)


def _number(file: Path) -> int | None:
    try:
        text = file.read_text("ascii", "replace").strip()
    except OSError:
        return None
    return int(text) if text.isdecimal() else None
