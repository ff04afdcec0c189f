"""Reading files of a folder that others wrote, without ever leaving it.

Each part of a path is opened relative to the last, and never through a link: a path that is
checked first and opened afterwards can be swapped in between.
"""

import errno
import os
import stat
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path, PurePosixPath

from saddle_engine.errors import PathRefused

DEPTH_LIMIT = 32
ENTRY_LIMIT = 20_000
FOLDER = os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW | os.O_CLOEXEC
# O_NONBLOCK: opening a named pipe must not wait for its writer.
FILE = os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC


def read_plain(root: Path, relative: str, limit: int) -> bytes:
    """The bytes of a plain file below `root`, at most `limit` of them.

    Raises:
        PathRefused: no such file, not a plain file, reached through a link, outside of the root,
            or larger than the limit.
    """
    parts = _parts(relative)
    with ExitStack() as opened:
        try:
            here = _open(opened, root, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC, None)
            for part in parts[:-1]:
                here = _open(opened, part, FOLDER, here)
            return _content(_open(opened, parts[-1], FILE, here), relative, limit)
        except OSError as why:
            raise PathRefused(_sentence(relative, why)) from why


def list_plain(root: Path) -> list[str]:
    """The paths of all plain files below `root`, sorted.

    Links, special files and names that are no text are left out.

    Raises:
        PathRefused: the root cannot be listed, or holds too many or too deeply nested entries.
    """
    return sorted(path for path, mode in walk(root) if stat.S_ISREG(mode) and _is_text(path))


def walk(root: Path, skip: frozenset[str] = frozenset()) -> Iterator[tuple[str, int]]:
    """Path and mode of everything below `root` but folders; names in `skip` are passed over.

    Raises:
        PathRefused: a folder cannot be listed, or there are too many or too deeply nested entries.
    """
    try:
        folder = os.open(root, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
    except OSError as why:
        raise PathRefused(_sentence(str(root), why)) from why
    try:
        for count, entry in enumerate(_entries(folder, (), skip)):
            if count >= ENTRY_LIMIT:
                raise PathRefused(f"{root} holds more than {ENTRY_LIMIT} files")
            yield entry
    except OSError as why:
        raise PathRefused(_sentence(str(root), why)) from why
    finally:
        os.close(folder)


def _entries(
    folder: int, above: tuple[str, ...], skip: frozenset[str]
) -> Iterator[tuple[str, int]]:
    if len(above) > DEPTH_LIMIT:
        raise PathRefused(f"{'/'.join(above)!r} is nested deeper than {DEPTH_LIMIT} folders")
    for name in sorted(os.listdir(folder)):
        if name in skip:
            continue
        mode = os.stat(name, dir_fd=folder, follow_symlinks=False).st_mode
        if not stat.S_ISDIR(mode):
            yield "/".join((*above, name)), mode
            continue
        below = os.open(name, FOLDER, dir_fd=folder)
        try:
            yield from _entries(below, (*above, name), skip)
        finally:
            os.close(below)


def _parts(relative: str) -> tuple[str, ...]:
    parts = PurePosixPath(relative).parts
    if not parts or parts[0] == "/" or ".." in parts or "\0" in relative or not _is_text(relative):
        raise PathRefused(f"{relative!r} is no path inside: expected a relative one without '..'")
    return parts


def _is_text(path: str) -> bool:
    return not any("\ud800" <= letter <= "\udfff" for letter in path)


def _open(opened: ExitStack, name: Path | str, flags: int, folder: int | None) -> int:
    descriptor = os.open(name, flags, dir_fd=folder)
    opened.callback(os.close, descriptor)
    return descriptor


def _content(descriptor: int, relative: str, limit: int) -> bytes:
    facts = os.fstat(descriptor)
    if not stat.S_ISREG(facts.st_mode):
        raise PathRefused(f"{relative!r} is not a plain file")
    if facts.st_size > limit:
        raise PathRefused(f"{relative!r} has {facts.st_size} bytes; at most {limit} can be read")
    with os.fdopen(descriptor, "rb", closefd=False) as file:
        content = file.read(limit + 1)
    if len(content) > limit:
        raise PathRefused(f"{relative!r} grew beyond {limit} bytes while it was read")
    return content


def _sentence(path: str, why: OSError) -> str:
    match why.errno:
        case errno.ENOENT:
            return f"{path!r} does not exist"
        case errno.ELOOP | errno.ENOTDIR:
            return f"{path!r} leads through a link, or through a file as if it were a folder"
        case _:
            return f"{path!r} cannot be read as a plain file: {why.strerror}"
