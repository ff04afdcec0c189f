"""Folding on from a checkpoint comes to what folding from the beginning comes to."""

import asyncio
import pickle
import time
import zlib
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from saddle_engine.adapters.clock import SystemClock
from saddle_runs.viewer import RunViewer
from saddle_runs.views import Checkpoint, Views
from saddle_tui import checkpoint_writer
from saddle_tui import checkpoints as module
from saddle_tui.checkpoint_writer import Writer, remember
from saddle_tui.checkpoints import Checkpoints, write
from saddle_tui.folds import Folds
from saddle_tui.follower import Follower
from tests.synthetic.shape import Shape
from tests.synthetic.writing import MadeUp
from tests.tui.stories import StoppedClock

SHAPE = Shape(nodes=12, rollouts=150, events=3_000, seed=5)


@pytest.fixture(autouse=True)
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    return tmp_path / "cache" / "saddle-tui"


@pytest.fixture
def run(tmp_path: Path) -> MadeUp:
    made = MadeUp(tmp_path / "home", SHAPE)
    made.write()
    return made


@pytest.fixture
def viewer(run: MadeUp) -> Iterator[RunViewer]:
    with RunViewer(run.folder.database, SystemClock()) as opened:
        yield opened


def _folded(viewer: RunViewer, upto: int = 10**9, folds: Folds | None = None) -> Folds:
    folds = folds or Folds()
    for record in viewer.tail(folds.seq, 10**6):
        if record.seq <= upto:
            folds.apply(record)
    return folds


def test_a_checkpoint_and_the_rest_come_to_the_same_as_everything(
    run: MadeUp, viewer: RunViewer
) -> None:
    whole = _folded(viewer)
    for seq in Random(7).sample(range(1, whole.seq), 12):
        Checkpoints(run.folder, viewer).keep(_folded(viewer, seq))

    for seq in Random(8).sample(range(1, whole.seq), 12):
        found = Checkpoints(run.folder, viewer).nearest(seq)
        assert found.seq <= seq
        assert _folded(viewer, seq, found) == _folded(viewer, seq)
    assert _folded(viewer, folds=Checkpoints(run.folder, viewer).nearest()) == whole


def test_a_screen_goes_on_from_what_another_one_left(
    run: MadeUp, viewer: RunViewer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(checkpoint_writer, "STEP", 500)
    write(Checkpoints(run.folder, viewer), viewer)

    follower = Follower(run.folder, viewer, StoppedClock(), Checkpoints(run.folder, viewer))
    before = follower.state.seq
    while follower.behind:
        follower.pull()

    assert before > SHAPE.events // 2
    assert follower.state == _folded(viewer).state


def test_what_is_remembered_of_another_journal_is_not_used(
    run: MadeUp, viewer: RunViewer, tmp_path: Path
) -> None:
    Checkpoints(run.folder, viewer).keep(_folded(viewer, 900))
    other = MadeUp(tmp_path / "other", Shape(nodes=12, rollouts=150, events=3_000, seed=6))
    other.write()

    with RunViewer(other.folder.database, SystemClock()) as elsewhere:
        # Its folder has another id; a copy that went on in another way would have the same.
        assert Checkpoints(run.folder, elsewhere).nearest() == Folds()
    assert Checkpoints(run.folder, viewer).nearest().seq == 900


@pytest.mark.parametrize(
    "body", [b"", b"no zlib", zlib.compress(b"no pickle"), zlib.compress(pickle.dumps("no folds"))]
)
def test_what_cannot_be_read_is_folded_anew(
    run: MadeUp, viewer: RunViewer, cache: Path, body: bytes
) -> None:
    views = Views(cache / run.folder.id, module._version())
    views.keep(Checkpoint(900, viewer.digest(900), body))

    assert Checkpoints(run.folder, viewer).nearest() == Folds()


def test_a_long_run_has_its_checkpoints_written_by_another_process(
    run: MadeUp, viewer: RunViewer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(checkpoint_writer, "STEP", 500)
    writer = Writer(run.folder)
    assert not writer.due(400)

    writer.see_to(viewer.last())

    assert writer._process is not None
    assert writer._process.wait(60) == 0
    assert Checkpoints(run.folder, viewer).nearest().seq == viewer.last()


async def test_an_engine_has_them_written_for_the_first_who_looks(
    run: MadeUp, viewer: RunViewer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(checkpoint_writer, "STEP", 500)

    class Patient(SystemClock):
        """One look, and as long a sleep as the writer needs."""

        async def sleep(self, seconds: float) -> None:
            async with asyncio.timeout(60):
                await asyncio.to_thread(_until_written, run, viewer)
            raise asyncio.CancelledError

    with pytest.raises(asyncio.CancelledError):
        await remember(run.folder, viewer.last, Patient())


def _until_written(run: MadeUp, viewer: RunViewer) -> None:
    while Checkpoints(run.folder, viewer).nearest().seq < viewer.last():
        time.sleep(0.1)


def test_whoever_writes_them_knows_no_key(
    run: MadeUp, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    program = tmp_path / "python"
    program.write_text('#!/bin/sh\nenv > "$(dirname "$0")/seen"\n')
    program.chmod(0o755)
    monkeypatch.setattr("sys.executable", str(program))
    monkeypatch.setenv("ANTHROPIC_API_KEY", "sk-secret")
    writer = Writer(run.folder)

    writer.see_to(10**6)

    assert writer._process is not None
    assert writer._process.wait(60) == 0
    seen = (tmp_path / "seen").read_text()
    assert "HOME=" in seen
    assert "sk-secret" not in seen
