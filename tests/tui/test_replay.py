"""A replay shows at each place what the screen showed when the run was there."""

import os
import sqlite3
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest

from saddle_engine.adapters.clock import SystemClock
from saddle_runs.folder import RunFolder
from saddle_runs.past import PastViewer
from saddle_runs.views import NAME
from saddle_tui import checkpoints as checkpoints_module
from saddle_tui.checkpoints import Checkpoints
from saddle_tui.folds import Folds
from saddle_tui.replaying import index as index_module
from saddle_tui.replaying.follower import ReplayFollower
from saddle_tui.replaying.index import Index
from saddle_tui.replaying.player import Player
from saddle_tui.replaying.timeline import Timeline
from tests.synthetic.shape import Shape
from tests.synthetic.writing import MadeUp
from tests.tui.helms import DEADLINE_S
from tests.tui.test_folds_again import RUNS, recorded

WRITE = "from saddle_tui import checkpoints as c; c.STEP, c.PAGE = 7, 5; c.main()"
"""Checkpoints as often as no run of that length has them."""


@pytest.fixture(autouse=True)
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    return tmp_path / "cache" / "saddle-tui"


@pytest.mark.parametrize("name", RUNS)
async def test_at_every_mark_of_a_recorded_run_a_replay_is_what_was_folded_live(
    name: str, tmp_path: Path
) -> None:
    run = await recorded(tmp_path, name)
    with PastViewer(run.database, SystemClock()) as viewer:
        compare(run, viewer, Index(viewer))


@pytest.mark.parametrize("name", RUNS)
async def test_so_it_is_with_what_another_process_has_found_out(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(index_module, "LONG", 0)
    run = await recorded(tmp_path, name)
    written(run)
    with PastViewer(run.database, SystemClock()) as viewer:
        index = Index(viewer, Checkpoints(run, viewer))
        compare(run, viewer, index)

        assert index._folds is None  # nothing was looked through here
        assert len({index.before(seq) for seq in range(viewer.end())}) > 5
        assert index.timeline.marks == timeline(viewer).marks
        assert index.timeline == timeline(viewer)


def _deleted(file: Path) -> None:
    file.unlink()


def _torn(file: Path) -> None:
    os.truncate(file, file.stat().st_size // 2)


def _half_done(file: Path) -> None:
    with sqlite3.connect(file) as connection:
        connection.execute("DELETE FROM layers WHERE seq > (SELECT max(seq) / 2 FROM layers)")
    connection.close()


@pytest.mark.parametrize("long", [0, 20_000])
@pytest.mark.parametrize("spoil", [_deleted, _torn, _half_done])
async def test_so_it_is_when_that_is_gone_or_damaged_or_half_done(
    spoil: Callable[[Path], None],
    long: int,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    cache: Path,
) -> None:
    monkeypatch.setattr(index_module, "LONG", long)
    run = await recorded(tmp_path, "patches are judged")
    written(run)
    spoil(cache / run.id / NAME)
    with PastViewer(run.database, SystemClock()) as viewer:
        compare(run, viewer, Index(viewer, Checkpoints(run, viewer)))


async def test_a_screen_finds_out_by_itself_what_nobody_can_write_down(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(index_module, "LONG", 0)
    (tmp_path / "cache").touch()
    run = await recorded(tmp_path, "the run is given up")
    with PastViewer(run.database, SystemClock()) as viewer:
        compare(run, viewer, Index(viewer, Checkpoints(run, viewer)))


async def test_when_whoever_looks_through_a_run_is_killed_another_one_goes_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, cache: Path
) -> None:
    monkeypatch.setattr(index_module, "LONG", 0)
    run = await recorded(tmp_path, "patches are judged")
    written(run)
    _half_done(cache / run.id / NAME)
    with PastViewer(run.database, SystemClock()) as viewer:
        checkpoints = Checkpoints(run, viewer)
        index = Index(viewer, checkpoints)
        while not index.refresh() or index.timeline.seq < viewer.end() // 3:
            pass
        first = checkpoints.writer._process
        assert first is not None
        first.kill()
        compare(run, viewer, index)


async def test_two_screens_at_once_have_it_found_out_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(index_module, "LONG", 0)
    run = await recorded(tmp_path, "the run is given up")
    with (
        PastViewer(run.database, SystemClock()) as viewer,
        PastViewer(run.database, SystemClock()) as other,
    ):
        both = [Index(each, Checkpoints(run, each)) for each in (viewer, other)]
        until = time.monotonic() + DEADLINE_S
        while any(index.timeline.seq < viewer.end() for index in both):
            for index in both:
                index.refresh()
            assert time.monotonic() < until

        assert both[0].timeline == both[1].timeline
        assert all(index._folds is None for index in both)
        assert all(index.nearest(viewer.end()) == folded(run, viewer.end()) for index in both)


async def test_a_run_that_is_being_written_is_looked_through_as_it_grows(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = MadeUp(tmp_path / "home", Shape(nodes=8, rollouts=70, events=1_500, seed=5))
    monkeypatch.setattr(index_module, "LONG", 400)
    monkeypatch.setattr(checkpoints_module, "STEP", 100)
    made.write(900)
    written(made.folder)
    with PastViewer(made.folder.database, SystemClock()) as viewer:
        index = Index(viewer, Checkpoints(made.folder, viewer))
        rng = Random(3)
        before = 0
        while (there := made.write(100)) > before or index.timeline.seq < there:
            before = there
            index.refresh()
            assert index.timeline.seq <= viewer.end()
            seq = rng.randint(1, index.timeline.seq or 1)
            assert index.nearest(seq) == folded(made.folder, index.before(seq))
        assert index.timeline.seq == viewer.end() > 1_200
        assert index.timeline == timeline(viewer)


def compare(run: RunFolder, viewer: PastViewer, index: Index) -> None:
    """What a replay shows at all marks, in any order, and what was known there."""
    follower = ReplayFollower(run, viewer, SystemClock(), Player(), index)
    follower.start("end")
    until = time.monotonic() + DEADLINE_S
    while follower.index.timeline.seq < follower.end_seq or follower.behind:
        follower.pull()
        assert time.monotonic() < until
    places = [mark.seq for mark in follower.index.timeline.marks]
    places += follower.index.timeline.iterations.values()
    assert len(places) > 3
    Random(run.id).shuffle(places)
    for seq in places:
        follower.seek(seq)
        assert follower._folds == folded(run, seq), f"at {seq}"
    follower.close()


def written(run: RunFolder) -> None:
    """Another process looks through the run."""
    words = [sys.executable, "-c", WRITE, str(run.path), run.id, run.name]
    subprocess.run(words, check=True, timeout=DEADLINE_S)


def timeline(viewer: PastViewer) -> Timeline:
    found = Timeline()
    for record in viewer.onward(0, 10**6):
        found.apply(record)
    return found


def folded(run: RunFolder, upto: int) -> Folds:
    """As a live screen had folded when that record came."""
    folds = Folds()
    with PastViewer(run.database, SystemClock()) as viewer:
        for record in viewer.onward(0, upto):
            folds.apply(record)
    return folds


async def test_one_that_begins_at_an_iteration_is_there_as_soon_as_that_is_known(
    tmp_path: Path,
) -> None:
    run = await recorded(tmp_path, "patches are judged")
    with PastViewer(run.database, SystemClock()) as viewer:
        index = Slowly(viewer)
        follower = ReplayFollower(run, viewer, SystemClock(), Player(), index)
        follower.start("it1")
        while follower.waits:
            follower.pull()

        assert follower.state.seq == index.timeline.iterations[1]
        assert index.timeline.seq < follower.end_seq
        follower.close()


async def test_a_run_that_is_removed_or_replaced_meanwhile_is_told(tmp_path: Path) -> None:
    run = await recorded(tmp_path, "patches are judged")
    with PastViewer(run.database, SystemClock()) as viewer:
        follower = ReplayFollower(run, viewer, SystemClock(), Player())
        follower.look()
        assert follower.view().trouble is None

        run.database.rename(tmp_path / "elsewhere.db")
        follower.look()
        assert "was removed or moved" in str(follower.view().trouble)

        run.database.touch()
        follower.look()
        assert "was replaced by another file" in str(follower.view().trouble)
        assert "replay" in str(follower.view().trouble)
        follower.close()


class Slowly(Index):
    """Looks through one record at a time."""

    def refresh(self) -> bool:
        (record,) = self._viewer.onward(self.timeline.seq, 1) or (None,)
        if record is None:
            return False
        self.timeline.apply(record)
        return True
