"""Files below a folder, opened part by part, never through a link."""

import errno
import os
import stat
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path

from saddle_engine.errors import PathRefused, SandboxError

FOLDER = os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW | os.O_CLOEXEC
# O_NONBLOCK: opening a named pipe must not wait for its other end.
FILE = os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC


def read_below(root: Path, parts: Sequence[str], offset: int, limit: int) -> bytes:
    """Bytes of a plain file.

    Raises:
        FileNotFoundError: no such file, or not a plain one.
        PathRefused: a part of the path is a link, or not readable.
    """
    with (
        _refusing(parts),
        _folder(root, parts[:-1]) as folder,
        _plain(folder, parts, os.O_RDONLY) as descriptor,
        os.fdopen(descriptor, "rb", closefd=False) as file,
    ):
        file.seek(offset)
        return file.read(limit)


def write_below(root: Path, parts: Sequence[str], content: bytes, executable: bool) -> None:
    """Write a whole plain file, making its folders.

    Raises:
        PathRefused: a part of the path is a link, the file is no plain one, or not writable.
        SandboxError: there is no room.
    """
    try:
        with (
            _refusing(parts),
            _folder(root, parts[:-1], make=True) as folder,
            _plain(folder, parts, os.O_WRONLY | os.O_CREAT) as descriptor,
            os.fdopen(descriptor, "wb", closefd=False) as file,
        ):
            file.truncate(0)
            file.write(content)
            if executable:
                os.fchmod(descriptor, 0o755)
    except FileNotFoundError as why:
        raise PathRefused(str(why)) from why


@contextmanager
def _folder(root: Path, parts: Sequence[str], *, make: bool = False) -> Iterator[int]:
    folder = os.open(root, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
    try:
        for part in parts:
            if make:
                _make(part, folder)
            below = _open_folder(part, folder)
            os.close(folder)
            folder = below
        yield folder
    finally:
        os.close(folder)


def _open_folder(part: str, folder: int) -> int:
    try:
        return os.open(part, FOLDER, dir_fd=folder)
    except NotADirectoryError:
        if stat.S_ISLNK(os.stat(part, dir_fd=folder, follow_symlinks=False).st_mode):
            raise PathRefused(f"the folder {part!r} is a link") from None
        raise FileNotFoundError(errno.ENOENT, "not a folder", part) from None


def _make(part: str, folder: int) -> None:
    with suppress(FileExistsError):  # opened next, as a folder or not at all
        os.mkdir(part, 0o755, dir_fd=folder)


@contextmanager
def _plain(folder: int, parts: Sequence[str], flags: int) -> Iterator[int]:
    name = parts[-1] if parts else "."
    descriptor = os.open(name, flags | FILE, 0o644, dir_fd=folder)
    try:
        if not stat.S_ISREG(os.fstat(descriptor).st_mode):
            raise FileNotFoundError(errno.ENOENT, "not a plain file", "/".join(parts))
        yield descriptor
    finally:
        os.close(descriptor)


@contextmanager
def _refusing(parts: Sequence[str]) -> Iterator[None]:
    path = "/".join(parts)
    try:
        yield
    except FileNotFoundError:
        raise
    except OSError as why:
        match why.errno:
            case errno.ENOSPC | errno.EDQUOT | errno.EIO:
                raise SandboxError(f"using {path!r} in a box: {why.strerror}") from why
            case errno.ELOOP:
                raise PathRefused(f"{path!r} is a link") from why
            case _:
                raise PathRefused(f"{path!r} cannot be used: {why.strerror}") from why
