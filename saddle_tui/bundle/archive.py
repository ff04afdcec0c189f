"""An archive of a few files, the same for the same files: no times, no owners, for its writer's eyes only."""

import gzip
import io
import tarfile
import zipfile
from collections.abc import Mapping
from pathlib import Path
from typing import IO

from saddle_engine.errors import ConfigError
from saddle_tui.new_file import check_new, new_file

OPTION = "--bundle"
BEGINNING = (1980, 1, 1, 0, 0, 0)
"""The earliest time that a zip can hold."""
LOOK = {".zip": "unzip -p", ".gz": "tar xzOf", ".tgz": "tar xzOf"}
"""What prints all that is in it, by the end of its name."""


def check_name(path: Path) -> None:
    """Refuse what no archive can be written to.

    Raises:
        ConfigError: there is something already, or the name does not say what it is to be.
    """
    if not path.name.endswith((".tar.gz", ".tgz", ".zip")):
        raise ConfigError(f"--bundle {path}: expected a name that ends in .tar.gz, .tgz or .zip")
    check_new(path, OPTION)


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
    with new_file(path, OPTION) as file:
        fill(file, top, files)
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
