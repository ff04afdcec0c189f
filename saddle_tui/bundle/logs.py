"""What the program wrote for people: logs of engine and screen, reports of bugs."""

import os
from collections.abc import Iterator
from pathlib import Path

from saddle_runs.folder import RunFolder
from saddle_runs.places import state_folder, state_of
from saddle_tui.last_words import at_once
from saddle_tui.watch import LOG

LARGEST = 1 << 20
"""Bytes from the end of each file."""
REPORTS = 10


def logs(folder: RunFolder, left_out: list[str]) -> Iterator[tuple[str, str]]:
    """Each file's name in the archive and its last lines; what is not there, or not whole, is told."""
    for name in ("engine.log", LOG):
        there = folder.at(name)
        yield from _read(there if there.exists() else state_of(folder.id) / name, name, left_out)
    found = sorted((state_folder(os.environ) / "reports").glob(f"{folder.id}-*.txt"))
    for number, path in enumerate(found[-REPORTS:], 1):
        yield from _read(path, f"reports/{number}.txt", left_out)


def _read(path: Path, name: str, left_out: list[str]) -> Iterator[tuple[str, str]]:
    try:
        with open(path, "rb", opener=at_once) as file:
            begin = max(0, file.seek(0, os.SEEK_END) - LARGEST)
            file.seek(begin)
            text = file.read(LARGEST).decode("utf-8", "replace")
    except FileNotFoundError:
        left_out.append(f"{name}: there is none")
        return
    except OSError as error:
        left_out.append(f"{name}: {error.strerror}")
        return
    if begin:
        left_out.append(f"{name}: all but its last {LARGEST >> 20} MB")
        text = text.partition("\n")[2]
    yield name, text
