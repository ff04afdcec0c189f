"""Long runs are not folded anew each time: what was known at many records is kept in the user's cache.

A process of its own folds and writes, so that no key and no rollout ever waits for it. Screens have it
done, and engines, so that also the first look at a run that nobody has watched is a quick one.
"""

import gc
import os
import pickle
import platform
import sys
import time
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from hashlib import sha256
from pathlib import Path

import saddle_engine
import saddle_tui
from saddle_runs.folder import RunFolder
from saddle_runs.places import cache_of
from saddle_runs.viewer import RunViewer
from saddle_runs.views import Checkpoint, Views, Whole
from saddle_tui.checkpoint_writer import Writer
from saddle_tui.folds import Folds
from saddle_tui.layers import LEVEL, Layer, Layers
from saddle_tui.pickling import dumps
from saddle_tui.replaying.timeline import Timeline

STEP, SHARE = 500, 512
"""Records between two checkpoints: at least so many, and this part of the run."""
PAGE = 250
"""Records that are folded before anything else is looked at."""
AT_ONCE = 16
"""Checkpoints that are read together."""
FLUSH_S = 0.25
"""Seconds until others see how far it is."""
END = 2**62


class Checkpoints:
    """Of one run."""

    def __init__(self, folder: RunFolder, viewer: RunViewer) -> None:
        self.viewer = viewer
        self.views = Views(cache_of(folder.id), _version())
        self.writer = Writer(folder, self.views)

    def read(self, layers: Layers, timeline: Timeline) -> bool:
        """Take in some more of those that follow the last layer; whether there were any.

        Raises:
            JournalError: the journal cannot be read.
        """
        found = self.views.read(layers.seq, AT_ONCE)
        if not found or self.viewer.digest(found[-1].seq) != found[-1].record:
            return False
        for each in found:
            try:
                changed, loose, more = pickle.loads(zlib.decompress(each.layer))
                timeline.extend(more)
            except Exception:  # noqa: BLE001 - whatever is wrong with it, it can be done without
                return False
            layers.append(Layer(each.seq, changed, loose, each.rest))
        return True

    def nearest(self, upto: int = END) -> Folds:
        """What was known last, or last before a record; empty folds where nothing is remembered.

        Raises:
            JournalError: the journal cannot be read.
        """
        layers, timeline = Layers(), Timeline()
        with without_collecting():
            if upto == END and (newest := self._newest()) is not None:
                self.writer.last = max(self.writer.last, newest.seq)
                return newest
            while self.read(layers, timeline):
                pass
            self.writer.last = max(self.writer.last, layers.seq)
            return layers.at(upto)

    def _newest(self) -> Folds | None:
        whole = self.views.newest()
        if whole is None or self.viewer.digest(whole.seq) != whole.record:
            return None
        try:
            folds = pickle.loads(zlib.decompress(whole.body))
        except Exception:  # noqa: BLE001 - whatever is wrong with it, it can be done without
            return None
        return folds if isinstance(folds, Folds) and folds.seq == whole.seq else None


def due(seq: int, last: int) -> bool:
    """Whether a checkpoint is to follow the last one here."""
    return seq - last >= max(STEP, seq // SHARE)


def write(checkpoints: Checkpoints) -> None:
    """Fold on from the last one to the journal's end, and keep those that are due, and the end's.

    Raises:
        JournalError: the journal cannot be read.
        ValueError: it contradicts itself.
    """
    layers, timeline, viewer = Layers(), Timeline(), checkpoints.viewer
    while checkpoints.read(layers, timeline):
        pass
    folds, kept, until = layers.at(END), list[Checkpoint](), time.monotonic() + FLUSH_S
    more = timeline.rest()
    while records := viewer.tail(folds.seq, PAGE):
        for record in records:
            folds.apply(record)
            more.apply(record)
        if due(folds.seq, layers.seq):
            kept.append(_packed(layers, folds, more, viewer))
            more = more.rest()
        if kept and time.monotonic() > until:
            if not checkpoints.views.add(kept):
                return
            kept, until = [], time.monotonic() + FLUSH_S
    if folds.seq > layers.seq:
        kept.append(_packed(layers, folds, more, viewer))
    if kept and checkpoints.views.add(kept):
        body = zlib.compress(dumps(folds), LEVEL)
        checkpoints.views.keep(Whole(folds.seq, kept[-1].record, body))


def _packed(layers: Layers, folds: Folds, more: Timeline, viewer: RunViewer) -> Checkpoint:
    after = layers.seq
    _, *layer, rest = layers.add(folds)
    body = zlib.compress(dumps((*layer, more)), LEVEL)
    return Checkpoint(folds.seq, after, viewer.digest(folds.seq), body, rest)


def _version() -> str:
    """Another program folds to another state: ours is told by its files, as they are now."""
    told = sha256(f"{sys.version} {platform.machine()}".encode())
    for package in (saddle_engine, saddle_tui):
        for path in sorted(package.__path__):
            for file in sorted(_sources(path), key=lambda file: file.path):
                found = file.stat()
                told.update(f"{file.path} {found.st_size} {found.st_mtime_ns}\n".encode())
    return told.hexdigest()


def _sources(folder: str) -> Iterator[os.DirEntry[str]]:
    """As `Path.rglob`, in a third of the time: each attach waits for it."""
    with os.scandir(folder) as found:
        for each in found:
            if each.name.endswith(".py"):
                yield each
            elif each.is_dir(follow_symlinks=False) and each.name != "__pycache__":
                yield from _sources(each.path)


@contextmanager
def without_collecting() -> Iterator[None]:
    """Many objects come at once and none of them goes: looking for garbage takes twice as long."""
    enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if enabled:
            gc.enable()


def main() -> None:
    """Of the process that writes: `PATH ID NAME [FILE]` of a run's folder."""
    from saddle_tui.reading import open_viewer

    os.nice(19)
    gc.disable()
    path, id_, name, *file = sys.argv[1:]
    folder = RunFolder(Path(path), id_, name, Path(file[0]) if file else None)
    with open_viewer(folder) as viewer:
        checkpoints = Checkpoints(folder, viewer)
        with checkpoints.views.writing() as alone:
            if alone:
                write(checkpoints)


if __name__ == "__main__":
    main()
