"""Files of a running container, read and written by small programs inside it.

Docker's own copy interface cannot see a tmpfs, and hands links over as links.
"""

from saddle_engine.errors import PathRefused, SandboxError
from saddle_engine.types.boxes import ExecResult

TIMEOUT_S = 30.0
ABSENT, LINK, REFUSED, FULL = 41, 42, 43, 44

READ = f"""
[ ! -L "$1" ] || exit {LINK}
[ -f "$1" ] || exit {ABSENT}
[ -r "$1" ] || exit {REFUSED}
if [ "$2" = 0 ]; then exec head -c "$3" "$1"; fi
tail -c "+$(($2 + 1))" "$1" | head -c "$3"
"""

WRITE = f"""
[ ! -L "$1" ] || exit {LINK}
if [ -e "$1" ] && [ ! -f "$1" ]; then exit {REFUSED}; fi
mkdir -p "${{1%/*}}/" || exit {REFUSED}
head -c "$2" > "$1"
written=$?
if [ ! -w "$1" ]; then exit {REFUSED}; fi
[ "$written" = 0 ] && [ "$(wc -c < "$1")" -eq "$2" ] || exit {FULL}
[ -z "$3" ] || chmod 755 "$1"
"""


def reading(path: str, offset: int, limit: int) -> list[str]:
    """The command whose output is a part of a file."""
    return ["/bin/sh", "-c", READ, "sh", path, str(max(offset, 0)), str(max(limit, 0))]


def writing(path: str, size: int, executable: bool) -> list[str]:
    """The command that makes a file of its input."""
    return ["/bin/sh", "-c", WRITE, "sh", path, str(size), "x" if executable else ""]


def judge(path: str, result: ExecResult) -> None:
    """Turn what those commands report into the port's errors.

    Raises:
        FileNotFoundError: no such plain file.
        PathRefused: a link, or no right to use it.
        SandboxError: no room, or no answer.
    """
    said = result.stderr.decode("utf-8", "replace")[:500]
    match result.exit_code:
        case 0:
            return
        case _ if result.timed_out:
            raise SandboxError(f"using {path!r} in a box: no end after {TIMEOUT_S:g} s")
        case 41:
            raise FileNotFoundError(f"{path!r} is no plain file of the box")
        case 42:
            raise PathRefused(f"{path!r} is a link")
        case 43:
            raise PathRefused(f"{path!r} cannot be used: {said}")
        case 44:
            raise SandboxError(f"writing {path!r} in a box: no room: {said}")
        case code:
            raise SandboxError(f"using {path!r} in a box: exit {code}: {said}")
