"""Whether anybody looks at a run: a file lock that all its screens share, and that dies with them."""

import fcntl
import os
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from saddle_runs.folder import RunFolder

TRIES, WAIT_S = 50, 0.01
"""An engine that looks holds the lock for a moment."""
FLAGS = os.O_RDWR | os.O_CLOEXEC | os.O_NOFOLLOW


@contextmanager
def watching(folder: RunFolder) -> Iterator[None]:
    """Count as somebody who looks at the run until the block, or the process, ends.

    Where the run is a lone file or cannot be written to no engine works on it, and nobody asks.
    """
    descriptor = -1
    with suppress(OSError):
        if folder.file is None:
            descriptor = os.open(_file(folder), FLAGS | os.O_CREAT, 0o600)
            _share(descriptor)
    try:
        yield
    finally:
        if descriptor >= 0:
            os.close(descriptor)


def watched(folder: RunFolder) -> bool:
    """Whether anybody does now, drivers and observers alike."""
    try:
        descriptor = os.open(_file(folder), FLAGS)
    except OSError:  # nobody has ever looked
        return False
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        return True
    finally:
        os.close(descriptor)
    return False


def _share(descriptor: int) -> None:
    for _ in range(TRIES):
        try:
            fcntl.flock(descriptor, fcntl.LOCK_SH | fcntl.LOCK_NB)
        except BlockingIOError:
            time.sleep(WAIT_S)
        else:
            return


def _file(folder: RunFolder) -> Path:
    return folder.at("watched")
