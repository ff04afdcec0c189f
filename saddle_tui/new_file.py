"""A file that did not exist before: written whole or not at all, and never in place of another."""

import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from io import TextIOWrapper
from pathlib import Path
from typing import IO, TextIO

from saddle_engine.errors import ConfigError
from saddle_runs.appearing import appear


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
def new_file(path: Path, option: str) -> Iterator[IO[bytes]]:
    """A new file for its writer's eyes only, which appears under its name once all of it is written.

    Raises:
        ConfigError: it exists, or cannot be written.
    """
    check_new(path, option)
    try:
        descriptor, name = tempfile.mkstemp(
            dir=path.absolute().parent, prefix=f".{path.name[:50]}."
        )
        try:
            with open(descriptor, "wb") as file:
                yield file
            appear(Path(name), path)
        finally:
            Path(name).unlink(missing_ok=True)
    except FileExistsError:
        raise ConfigError(f"{option} {path} exists; name a new file") from None
    except OSError as error:
        raise ConfigError(f"{option} {path} cannot be written: {error.strerror}") from error


@contextmanager
def new_text(path: Path, option: str) -> Iterator[TextIO]:
    """The same for text, in UTF-8."""
    with (
        new_file(path, option) as file,
        TextIOWrapper(file, encoding="utf-8", newline="\n") as text,
    ):
        yield text
