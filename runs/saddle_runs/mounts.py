"""What kind of file system a folder is on."""

import re
from collections.abc import Iterable, Iterator
from pathlib import Path

REMOTE = frozenset({"nfs", "nfs4", "cifs", "smb3", "smbfs", "afs", "ceph", "lustre", "fuse.sshfs"})
"""Shared memory and POSIX locks, which SQLite's log needs, do not reach across machines."""
MOUNTS = Path("/proc/self/mountinfo")


def filesystem_of(folder: Path, mounts: Path = MOUNTS) -> str:
    """The type as the kernel names it; empty where the kernel does not tell."""
    try:
        lines = mounts.read_text(encoding="utf-8", errors="surrogateescape").split("\n")
    except OSError:
        return ""
    there = folder.resolve()
    deepest, kind = 0, ""
    for point, its_kind in _parse(lines):
        # A later mount on the same point hides the earlier one.
        if there.is_relative_to(point) and len(point.parts) >= deepest:
            deepest, kind = len(point.parts), its_kind
    return kind


def _parse(lines: Iterable[str]) -> Iterator[tuple[Path, str]]:
    """Field 5 is the mount point, with blanks as octal escapes; the type follows a lone dash."""
    for line in lines:
        left, dash, right = line.partition(" - ")
        if dash:
            point = re.sub(r"\\([0-7]{3})", lambda match: chr(int(match[1], 8)), left.split(" ")[4])
            yield Path(point), right.partition(" ")[0]
