"""The plain files of a task folder, and a digest over them."""

import hashlib
import os
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from saddle_engine.errors import ConfigError
from saddle_engine.types.base import Digest

MAX_FILES = 20_000
MAX_BYTES = 1_000_000_000


@dataclass(frozen=True)
class PlainFile:
    """One file below a folder."""

    path: str
    """Relative, with `/`."""
    source: Path
    executable: bool
    size: int


def plain_files(folder: Path) -> tuple[PlainFile, ...]:
    """Every file below a folder, ordered by path.

    Raises:
        ConfigError: a symlink or special file, or more than a task may have.
    """
    files = sorted(_walk(folder, folder), key=lambda file: file.path)
    size = sum(file.size for file in files)
    if len(files) > MAX_FILES or size > MAX_BYTES:
        raise ConfigError(
            f"{folder} has {len(files)} files of {size / 1e6:.0f} MB; at most {MAX_FILES} files of "
            f"{MAX_BYTES / 1e6:.0f} MB are read as one task"
        )
    return tuple(files)


def _walk(folder: Path, root: Path) -> Iterator[PlainFile]:
    with os.scandir(folder) as entries:
        for entry in entries:
            if entry.is_dir(follow_symlinks=False):
                yield from _walk(Path(entry.path), root)
            elif entry.is_file(follow_symlinks=False):
                path = Path(entry.path)
                status = entry.stat(follow_symlinks=False)
                relative = path.relative_to(root).as_posix()
                yield PlainFile(relative, path, bool(status.st_mode & 0o100), status.st_size)
            else:
                raise ConfigError(f"{entry.path} is a link or no plain file; a task has files only")


def digest_of(files: tuple[PlainFile, ...], *salt: str) -> Digest:
    """sha256 over paths, executable bits and contents, and over what else `salt` names."""
    total = hashlib.sha256()
    for text in salt:
        total.update(f"{len(text)}:{text}".encode())
    for file in files:
        with file.source.open("rb") as opened:
            content = hashlib.file_digest(opened, "sha256").hexdigest()
        path = file.path.encode(errors="surrogateescape")
        total.update(b"%d:%s:%d:%s" % (len(path), path, file.executable, content.encode()))
    return Digest(total.hexdigest())
