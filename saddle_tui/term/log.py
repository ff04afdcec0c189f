"""While the screen has the terminal, what the program logs goes to a file."""

import logging
import os
import traceback
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from saddle_runs.places import state_of


@contextmanager
def logging_to(path: Path) -> Iterator[None]:
    """Every record goes to the file, which is made when the first one comes."""
    root = logging.getLogger()
    before, level = root.handlers[:], root.level
    handler = logging.FileHandler(path, delay=True, encoding="utf-8", errors="backslashreplace")
    handler.setFormatter(logging.Formatter("%(asctime)s %(levelname)s %(name)s: %(message)s"))
    root.handlers[:] = [handler]
    root.setLevel(logging.WARNING)
    try:
        yield
    finally:
        root.handlers[:] = before
        root.setLevel(level)
        handler.close()


def log_of(run: str) -> Path:
    """Where to log what a screen does that writes nothing beside its run; nowhere where that cannot be."""
    folder = state_of(run)
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError:
        return Path(os.devnull)
    return folder / "replay.log"


def crash_text(error: BaseException) -> str:
    """Where it happened, without the values of variables: these may be secrets or hostile."""
    return "".join(traceback.format_exception(error))
