"""Places in a run that its viewer wants to find again: a small file of the user's own for each run."""

import json
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path

from saddle_runs.folder import RunFolder
from saddle_runs.places import state_of
from saddle_tui.replaying.replay import Bookmark
from saddle_tui.state_files import write_private

LARGEST = 1_000_000
"""Bytes of a file that is read."""
LONGEST = 200
"""Letters of a name."""


class Bookmarks:
    """In the order of their places; without a file they last as long as the screen."""

    def __init__(self, path: Path | None = None) -> None:
        self._path = path
        self.all: tuple[Bookmark, ...] = _read(path) if path else ()

    def named(self, name: str) -> int | None:
        """The first place of this name."""
        return next((each.seq for each in self.all if name and each.name == name), None)

    def set(self, seq: int, name: str) -> str:
        """Mark a place, or name it anew; why that is not kept, or empty."""
        return self._keep({seq: name[:LONGEST]})

    def drop(self, seq: int) -> str:
        """Mark it no more; why that is not kept, or empty."""
        return self._keep({seq: None})

    def _keep(self, changed: Mapping[int, str | None]) -> str:
        """Another screen may have written meanwhile: its bookmarks stay."""
        known = {each.seq: each.name for each in (_read(self._path) if self._path else self.all)}
        kept = {seq: name for seq, name in {**known, **changed}.items() if name is not None}
        self.all = tuple(Bookmark(seq, name) for seq, name in sorted(kept.items()))
        if self._path is not None:
            try:
                write_private(self._path, json.dumps(kept, indent=1) + "\n")
            except OSError as error:
                return f"it is kept only until you leave: {error}"
        return ""


def bookmarks_of(folder: RunFolder) -> Bookmarks:
    """Of a run, wherever it is looked at."""
    return Bookmarks(state_of(folder.id) / "bookmarks.json")


def _read(path: Path) -> tuple[Bookmark, ...]:
    """Whatever is odd about the file is as if it were not there."""
    with suppress(OSError, ValueError, RecursionError), path.open("rb") as file:
        found = json.loads(file.read(LARGEST))
        if isinstance(found, dict):
            marks = [
                Bookmark(int(seq), str(name)[:LONGEST])
                for seq, name in found.items()
                if seq.isdecimal() and len(seq) < 19
            ]
            return tuple(sorted(marks))
    return ()
