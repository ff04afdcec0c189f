"""An archive of a few files, the same for the same files: no times, no owners, for its writer's eyes only."""

import gzip
import io
import os
import tarfile
import zipfile
from collections.abc import Mapping
from pathlib import Path
from typing import IO

from saddle_engine.errors import ConfigError

BEGINNING = (1980, 1, 1, 0, 0, 0)
"""The earliest time that a zip can hold."""
LOOK = {".zip": "unzip -l", ".gz": "tar tf", ".tgz": "tar tf"}
"""How to see what is in it, by the end of its name."""


def check_name(path: Path) -> None:
    """Refuse what no archive can be written to.

    Raises:
        ConfigError: there is something already, or the name does not say what it is to be.
    """
    if not path.name.endswith((".tar.gz", ".tgz", ".zip")):
        raise ConfigError(f"--bundle {path}: expected a name that ends in .tar.gz, .tgz or .zip")
    if path.exists() or path.is_symlink():
        raise ConfigError(f"--bundle {path} exists; name a new file")
    if not path.absolute().parent.is_dir():
        raise ConfigError(f"--bundle {path}: there is no folder {path.absolute().parent}")


def write_archive(path: Path, top: str, files: Mapping[str, bytes]) -> int:
    """Write a new archive with mode 0600, whole or not at all; its size in bytes.

    Args:
        path: its name says which kind it is.
        top: the one folder in it.
        files: by their names in that folder.

    Raises:
        ConfigError: it exists, or cannot be written.
    """
    check_name(path)
    fill = _zip if path.suffix == ".zip" else _tar
    try:
        with open(path, "xb", opener=_private) as file:
            try:
                fill(file, top, files)
            except BaseException:
                path.unlink(missing_ok=True)
                raise
    except OSError as error:
        raise ConfigError(f"--bundle {path} cannot be written: {error.strerror}") from error
    return path.stat().st_size


def _tar(file: IO[bytes], top: str, files: Mapping[str, bytes]) -> None:
    packed = gzip.GzipFile("", "wb", 6, file, mtime=0)
    with packed, tarfile.open(mode="w", fileobj=packed, format=tarfile.USTAR_FORMAT) as archive:
        for name, content in files.items():
            entry = tarfile.TarInfo(f"{top}/{name}")
            entry.size, entry.mode = len(content), 0o600
            archive.addfile(entry, io.BytesIO(content))


def _zip(file: IO[bytes], top: str, files: Mapping[str, bytes]) -> None:
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in files.items():
            entry = zipfile.ZipInfo(f"{top}/{name}", BEGINNING)
            entry.external_attr = 0o600 << 16
            entry.create_system = 3
            entry.compress_type = zipfile.ZIP_DEFLATED
            archive.writestr(entry, content)


def _private(path: str, flags: int) -> int:
    return os.open(path, flags | os.O_CLOEXEC | os.O_NOFOLLOW, 0o600)
