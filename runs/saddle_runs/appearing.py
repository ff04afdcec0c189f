"""A file that was written under another name gets its own, which nothing else has: it appears whole."""

import os
from pathlib import Path


def appear(unfinished: Path, path: Path) -> None:
    """Name a finished file of the same folder, or of one on the same disk; whether its old name goes is left open.

    Raises:
        FileExistsError: something has the name already, and keeps it.
        OSError: it cannot be named so.
    """
    try:
        os.link(unfinished, path)
    except FileExistsError:
        raise
    except OSError:  # a file system without links, such as that of a USB stick
        if os.path.lexists(path):
            raise FileExistsError(path) from None
        unfinished.rename(path)
