"""What an engine that is gone wrote last into its log."""

import os
import re
from pathlib import Path

TAIL_BYTES = 4096
SPOKEN_CHARS = 600
# What was merely reported while all was well says nothing about the end.
_REPORTED = re.compile(r"\d{4}-\d\d-\d\d [\d:,]+ (INFO|WARNING) ")


def how_it_ended(log: Path) -> str:
    """`ended without a word`, or with which; and where to read more. Hostile text is possible."""
    said = last_words(log)
    return f"ended {f'with: {said}' if said else 'without a word'} (see {log})"


def last_words(log: Path) -> str:
    """Its last line; empty when there is none, or when it only reports. Hostile text is possible."""
    last = "".join(last_lines(log, 1))
    return "" if _REPORTED.match(last) else last[:SPOKEN_CHARS]


def last_lines(log: Path, count: int) -> list[str]:
    """So many at most, without blank ones; none when it cannot be read. Hostile text is possible."""
    try:
        with open(log, "rb", opener=at_once) as file:
            file.seek(max(0, file.seek(0, 2) - TAIL_BYTES))
            lines = file.read(TAIL_BYTES).decode(errors="replace").split("\n")
    except OSError:
        return []
    return [line.strip() for line in lines if line.strip()][-count:]


def at_once(path: str, flags: int) -> int:
    """Opens a file to read: nobody waits for a pipe that somebody has put into its place."""
    return os.open(path, flags | os.O_NONBLOCK)
