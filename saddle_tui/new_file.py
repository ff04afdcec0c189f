"""A file that did not exist before: written whole or not at all, and never in place of another."""

import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TextIO

from saddle_engine.errors import ConfigError


def check_new(path: Path, option: str) -> None:
    """Refuse what no new file can be written to, before any work is done.

    Raises:
        ConfigError: there is something already, or no folder to put it into.
    """
    if os.path.lexists(path):
        raise ConfigError(f"{option} {path} exists; name a new file")
    if not path.absolute().parent.is_dir():
        raise ConfigError(f"{option} {path}: there is no folder {path.absolute().parent}")


@contextmanager
def new_file(path: Path, option: str) -> Iterator[TextIO]:
    """Text for a new file, which appears under its name once all of it is written.

    Raises:
        ConfigError: it exists, or cannot be written.
    """
    check_new(path, option)
    try:
        descriptor, name = tempfile.mkstemp(
            dir=path.absolute().parent, prefix=f".{path.name[:99]}."
        )
        try:
            with open(descriptor, "w", encoding="utf-8", newline="\n") as file:
                yield file
            _appear(name, path, option)
        finally:
            Path(name).unlink(missing_ok=True)
    except OSError as error:
        raise ConfigError(f"{option} {path} cannot be written: {error.strerror}") from error


def _appear(name: str, path: Path, option: str) -> None:
    try:
        os.link(name, path)
    except FileExistsError:
        check_new(path, option)
    except OSError:  # a file system without links
        check_new(path, option)
        Path(name).rename(path)
