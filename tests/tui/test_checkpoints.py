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
from saddle_engine.events import Record
from saddle_runs.viewer import RunViewer
from saddle_runs.views import NAME, Checkpoint
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


def _write(run: MadeUp, viewer: RunViewer) -> Checkpoints:
    write(Checkpoints(run.folder, viewer))
    return Checkpoints(run.folder, viewer)


@pytest.fixture
def often(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "STEP", 100)
    monkeypatch.setattr(module, "PAGE", 60)


@pytest.mark.usefixtures("often")
def test_a_checkpoint_and_the_rest_come_to_the_same_as_everything(
    run: MadeUp, viewer: RunViewer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(
        viewer, "tail", lambda after, limit=60: RunViewer.tail(viewer, after, limit)
    )
    whole, kept = _folded(viewer), _write(run, viewer)

    seen = set[int]()
    for seq in Random(8).sample(range(1, whole.seq), 12):
        found = kept.nearest(seq)
        seen.add(found.seq)
        assert seq - 160 < found.seq <= seq
        assert found == _folded(viewer, found.seq)
        assert _folded(viewer, seq, found) == _folded(viewer, seq)
    assert len(seen) > 6
    assert kept.nearest() == whole


def test_a_screen_goes_on_from_what_another_one_left(
    run: MadeUp, viewer: RunViewer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(checkpoint_writer, "STEP", 500)
    _write(run, viewer)

    follower = Follower(run.folder, viewer, StoppedClock(), Checkpoints(run.folder, viewer))
    before = follower.state.seq
    while follower.behind:
        follower.pull()

    assert before > SHAPE.events // 2
    assert follower.state == _folded(viewer).state


@pytest.mark.usefixtures("often")
def test_a_run_that_went_on_is_looked_through_from_where_the_last_one_ended(tmp_path: Path) -> None:
    run = MadeUp(tmp_path / "home", SHAPE)
    run.write(1_500)
    with RunViewer(run.folder.database, SystemClock()) as viewer:
        first = _write(run, viewer).views.read(0, 999)
        run.write()
        kept = _write(run, viewer)

        assert kept.views.read(0, 999)[: len(first)] == first
        assert kept.nearest(1_500) == _folded(viewer, 1_500)
        assert kept.nearest() == _folded(viewer)


def test_what_is_remembered_of_another_journal_is_not_used_but_replaced(
    run: MadeUp, viewer: RunViewer, tmp_path: Path
) -> None:
    _write(run, viewer)
    other = MadeUp(tmp_path / "other", Shape(nodes=12, rollouts=150, events=3_000, seed=6))
    other.write()

    with RunViewer(other.folder.database, SystemClock()) as elsewhere:
        # Its folder has another id; a copy that went on in another way would have the same.
        assert Checkpoints(run.folder, elsewhere).nearest() == Folds()
        write(Checkpoints(run.folder, elsewhere))
        assert Checkpoints(run.folder, elsewhere).nearest() == _folded(elsewhere)
    assert Checkpoints(run.folder, viewer).nearest() == Folds()


@pytest.mark.parametrize(
    "body", [b"", b"no zlib", zlib.compress(b"no pickle"), zlib.compress(pickle.dumps("no folds"))]
)
def test_what_cannot_be_read_is_folded_anew(run: MadeUp, viewer: RunViewer, body: bytes) -> None:
    kept = Checkpoints(run.folder, viewer)
    kept.views.add([Checkpoint(900, 0, viewer.digest(900), body, zlib.compress(b""))])
    assert kept.nearest() == Folds()

    assert _write(run, viewer).nearest() == _folded(viewer)


def test_what_is_deleted_meanwhile_is_not_gone_on_with(
    run: MadeUp, viewer: RunViewer, monkeypatch: pytest.MonkeyPatch, cache: Path
) -> None:
    monkeypatch.setattr(module, "FLUSH_S", 0.0)
    monkeypatch.setattr(module, "STEP", 100)
    kept = Checkpoints(run.folder, viewer)
    file = cache / run.folder.id / NAME

    def deleting(after: int, limit: int = 500) -> list[Record]:
        if file.exists():
            file.unlink()
        return RunViewer.tail(viewer, after, limit)

    with monkeypatch.context() as patch:
        patch.setattr(viewer, "tail", deleting)
        write(kept)

    assert kept.nearest() == Folds()
    assert _write(run, viewer).nearest() == _folded(viewer)


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
