"""Paths and commands as a box gets them from code that is not ours."""

from collections.abc import Sequence
from pathlib import PurePosixPath

from saddle_engine.errors import PathRefused

MAX_PATH = 4096


def absolute(path: str, workdir: str) -> PurePosixPath:
    """The path from the root of the box, without `.` and `..`.

    Raises:
        PathRefused: it climbs above the root, or cannot be a path.
    """
    if not path or len(path) > MAX_PATH or not sendable(path):
        raise PathRefused(f"{path[:200]!r} is no path")
    parts: list[str] = []
    for part in (PurePosixPath(workdir) / path).parts[1:]:
        if part != "..":
            parts.append(part)
        elif parts:
            parts.pop()
        else:
            raise PathRefused(f"{path!r} leaves the box")
    return PurePosixPath("/", *parts)


def argv(command: str | Sequence[str]) -> list[str]:
    """The words of a command; a missing program is then the shell's exit 127, in every box."""
    if isinstance(command, str):
        return ["/bin/sh", "-c", command]
    return ["/bin/sh", "-c", 'exec "$@"', "sh", *command]


def sendable(*texts: str) -> bool:
    """Whether texts can be arguments of a process: no zero byte, no lone surrogate."""
    try:
        return b"\0" not in "".join(texts).encode()
    except UnicodeEncodeError:
        return False
