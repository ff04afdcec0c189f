"""Long runs are not folded anew each time: what was known after a record is kept in the user's cache.

A process of its own folds and writes, so that no key and no rollout ever waits for it. Screens have it
done, and engines, so that also the first look at a run that nobody has watched is a quick one.
"""

import gc
import os
import pickle
import platform
import sys
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from hashlib import sha256
from pathlib import Path

import saddle_engine
import saddle_tui
from saddle_runs.folder import RunFolder
from saddle_runs.viewer import RunViewer
from saddle_runs.views import Checkpoint, Views
from saddle_tui.checkpoint_writer import Writer
from saddle_tui.folds import Folds

LEVEL = 1
"""zlib: a fifth of the size, for a tenth of the time."""


class Checkpoints:
    """Of one run."""

    def __init__(self, folder: RunFolder, viewer: RunViewer) -> None:
        self._viewer = viewer
        self._views = Views(_cache() / folder.id, _version())
        self.writer = Writer(folder)

    def nearest(self, upto: int | None = None) -> Folds:
        """What was known last, or last before a record; empty folds where nothing is remembered.

        Raises:
            JournalError: the journal cannot be read.
        """
        kept = self._views.nearest(upto)
        if kept is None or self._viewer.digest(kept.seq) != kept.record:
            return Folds()
        with _without_collecting():
            try:
                folds = pickle.loads(zlib.decompress(kept.body))
            except Exception:  # noqa: BLE001 - whatever is wrong with it, it can be done without
                self._views.drop()
                return Folds()
        if not isinstance(folds, Folds) or folds.seq != kept.seq:
            return Folds()
        self.writer.last = max(self.writer.last, kept.seq)
        return folds

    def keep(self, folds: Folds) -> None:
        """Remember what is known now.

        Raises:
            JournalError: the journal cannot be read.
        """
        body = zlib.compress(pickle.dumps(folds, pickle.HIGHEST_PROTOCOL), LEVEL)
        self._views.keep(Checkpoint(folds.seq, self._viewer.digest(folds.seq), body))
        self.writer.last = folds.seq


def write(checkpoints: Checkpoints, viewer: RunViewer) -> None:
    """Fold on from the last one to the journal's end; keep those that are due, and what is known there.

    Raises:
        JournalError: the journal cannot be read.
        ValueError: it contradicts itself.
    """
    folds = checkpoints.nearest()
    while records := viewer.tail(folds.seq):
        for record in records:
            folds.apply(record)
        if checkpoints.writer.due(folds.seq):
            checkpoints.keep(folds)
    if folds.seq > checkpoints.writer.last:
        checkpoints.keep(folds)


def _cache() -> Path:
    base = os.environ.get("XDG_CACHE_HOME", "")
    return (Path(base) if Path(base).is_absolute() else Path.home() / ".cache") / "saddle-tui"


def _version() -> str:
    """Another program folds to another state: ours is told by its files, as they are now."""
    told = sha256(f"{sys.version} {platform.machine()}".encode())
    for package in (saddle_engine, saddle_tui):
        for path in sorted(Path(each) for each in package.__path__):
            for file in sorted(path.rglob("*.py")):
                found = file.stat()
                told.update(f"{file} {found.st_size} {found.st_mtime_ns}\n".encode())
    return told.hexdigest()


@contextmanager
def _without_collecting() -> Iterator[None]:
    """Many objects come at once and none of them goes: looking for garbage takes twice as long."""
    gc.disable()
    try:
        yield
    finally:
        gc.enable()


def main() -> None:
    """Of the process that writes: `PATH ID NAME` of a run's folder."""
    from saddle_tui.reading import open_viewer

    os.nice(19)
    gc.disable()
    path, id_, name = sys.argv[1:]
    folder = RunFolder(Path(path), id_, name)
    with open_viewer(folder) as viewer:
        write(Checkpoints(folder, viewer), viewer)


if __name__ == "__main__":
    main()
