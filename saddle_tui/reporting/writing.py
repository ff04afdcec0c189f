"""A report as a file: only one of ours is ever written over, and never half."""

import os
import tempfile
from collections.abc import Callable, Mapping
from pathlib import Path

from saddle_engine.errors import ConfigError
from saddle_tui.reporting import html, markdown
from saddle_tui.reporting.document import Document

WRITERS: Mapping[str, tuple[str, Callable[[Document], str]]] = {
    ".md": (markdown.MADE, markdown.markdown),
    ".markdown": (markdown.MADE, markdown.markdown),
    ".html": (html.MADE, html.page),
    ".htm": (html.MADE, html.page),
}
"""By suffix: how such a report is known, and how it is made."""
HEAD_BYTES = 500


def check(path: Path) -> None:
    """Before anything is read.

    Raises:
        ConfigError: it is no place for a report.
    """
    if path.suffix.lower() not in WRITERS:
        raise ConfigError(f"--to {path}: expected a file that ends with .md or .html")
    if not path.parent.is_dir():
        raise ConfigError(f"--to {path}: there is no folder {path.parent}; make it first")
    if os.path.lexists(path) and not _ours(path):
        raise ConfigError(f"--to {path} exists and is no report of saddle-tui; name another file")


def write(path: Path, document: Document) -> int:
    """Its size in bytes; the file is the user's alone (0600), and whole at any time.

    Raises:
        ConfigError: something else stands there, or it cannot be written.
    """
    check(path)
    _, made = WRITERS[path.suffix.lower()]
    content = made(document).encode()
    try:
        descriptor, name = tempfile.mkstemp(prefix=f".{path.name[:50]}.", dir=path.parent)
        try:
            with open(descriptor, "wb") as file:
                file.write(content)
            Path(name).replace(path)
        finally:
            Path(name).unlink(missing_ok=True)
    except OSError as error:
        raise ConfigError(f"--to {path} cannot be written: {error.strerror}") from error
    return len(content)


def _ours(path: Path) -> bool:
    if path.is_symlink() or not path.is_file():
        return False
    with path.open("rb") as file:
        head = file.read(HEAD_BYTES)
    return any(mark.encode() in head for mark, _ in WRITERS.values())
