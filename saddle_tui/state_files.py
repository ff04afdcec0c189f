"""Files that the screen leaves for its user alone: what was copied, what went wrong."""

import tempfile
from pathlib import Path


def write_private(path: Path, text: str) -> Path:
    """Write a file of mode 0600 whole, or not at all; its folder is made with mode 0700.

    Raises:
        OSError: it cannot be written.
    """
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    descriptor, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
    try:
        with open(descriptor, "w", encoding="utf-8", errors="backslashreplace") as file:
            file.write(text)
        Path(name).replace(path)
    except OSError:
        Path(name).unlink(missing_ok=True)
        raise
    return path


def shown(path: Path) -> str:
    """The path as people write it. Not cleaned for a terminal."""
    home = Path.home()
    return f"~/{path.relative_to(home)}" if path.is_relative_to(home) else str(path)
