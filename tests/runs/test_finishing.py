"""A run that is over is one file, which holds its harnesses too."""

import asyncio
import multiprocessing
import os
import shutil
import signal
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from saddle_engine import events as ev
from saddle_engine.adapters.gitpack import LARGEST, pack, unpack
from saddle_engine.adapters.gitstore import GitStore
from saddle_engine.errors import JournalError
from saddle_engine.testing import FakeClock
from saddle_engine.types.base import Commit
from saddle_runs import finishing
from saddle_runs.finishing import finish, leaving
from saddle_runs.folder import RunFolder, find_run
from saddle_runs.journal import RunJournal
from saddle_runs.stores import repository
from saddle_runs.viewer import RunViewer
from saddle_tui.packing import complete
from tests.engine.sample_harness import write
from tests.tui.stories import Story, write_run

fork = multiprocessing.get_context("fork")


@pytest.fixture(autouse=True)
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    monkeypatch.setattr(finishing, "WAIT_S", 0.05)
    return tmp_path / "cache" / "saddle-tui"


@pytest.fixture
def run(tmp_path: Path) -> RunFolder:
    """Over; its engine was killed before it could see to anything."""
    folder = write_run(tmp_path / "home", Story().start().seed().add(ev.RunFinished()))
    asyncio.run(GitStore(folder.store).import_seed(write(tmp_path / "agent")))
    return folder


def mode(run: RunFolder) -> str:
    with closing(sqlite3.connect(run.database)) as db:
        (found,) = db.execute("PRAGMA journal_mode").fetchone()
    return str(found)


def commit_of(run: RunFolder) -> Commit:
    (found,) = (run.store / "refs" / "saddle").iterdir()
    return Commit(found.read_text().strip())


def lone(run: RunFolder, place: Path) -> RunFolder:
    """Its database alone, somewhere else, under another name."""
    place.mkdir()
    shutil.copy(run.database, place / "copied")
    return find_run(run.home, str(place / "copied"))


def test_the_last_to_leave_makes_it_one_file(run: RunFolder) -> None:
    with leaving(run), RunViewer(run.database, FakeClock()) as last:
        with leaving(run), RunViewer(run.database, FakeClock()) as first:
            first.tail(0)
            last.tail(0)
        assert mode(run) == "wal"

    assert mode(run) == "delete"
    assert [path.name for path in run.path.glob("run.db*")] == ["run.db"]


def test_while_somebody_looks_the_file_alone_is_whole(run: RunFolder, tmp_path: Path) -> None:
    with RunViewer(run.database, FakeClock()) as looking:
        expected = looking.tail(0)
        finish(run)
        copied = lone(run, tmp_path / "there")

    with RunViewer(copied.database, FakeClock()) as viewer:
        assert viewer.tail(0) == expected


@pytest.mark.parametrize("last", [ev.RunFailed(error="x"), ev.EngineStopped(reason="stopped")])
def test_a_run_that_may_go_on_keeps_its_log(tmp_path: Path, last: ev.AnyEvent) -> None:
    folder = write_run(tmp_path / "home", Story().start().seed().add(last))

    finish(folder)

    assert mode(folder) == "wal"


def test_a_run_that_was_given_up_is_over(tmp_path: Path) -> None:
    aborted = ev.RunAborted(by="me", reason="enough")
    folder = write_run(tmp_path / "home", Story().start().seed().add(aborted))

    finish(folder)

    assert mode(folder) == "delete"


def test_an_engine_that_opens_it_again_has_its_log_again(run: RunFolder) -> None:
    finish(run)

    with RunJournal(run.database, FakeClock()) as journal:
        assert mode(run) == "wal"
        assert journal.read()


def test_what_a_killed_engine_left_undone_is_done_later(run: RunFolder, tmp_path: Path) -> None:
    complete(run)
    copied = lone(run, tmp_path / "there")

    assert mode(run) == "delete"
    with RunViewer(run.database, FakeClock()) as viewer:
        before = viewer.last()
        assert [each.event.kind for each in viewer.tail(before - 1)] == ["HarnessesPacked"]
    files = asyncio.run(GitStore(repository(copied)).files(commit_of(run)))
    assert files == asyncio.run(GitStore(run.store).files(commit_of(run)))
    complete(run)
    with RunViewer(run.database, FakeClock()) as viewer:
        assert viewer.last() == before


def test_a_runs_own_repository_is_read_while_it_can_be(run: RunFolder, cache: Path) -> None:
    complete(run)
    commit = commit_of(run)

    assert repository(run) == run.store

    (run.store / "HEAD").write_text("nonsense")
    unpacked = repository(run)
    assert unpacked.parent == cache / run.id
    assert asyncio.run(GitStore(unpacked).files(commit))

    shutil.rmtree(run.store)
    assert repository(run) == unpacked


def test_a_repository_beside_a_lone_file_is_not_trusted(run: RunFolder, tmp_path: Path) -> None:
    complete(run)
    copied = lone(run, tmp_path / "there")
    shutil.copytree(run.store, copied.store)

    assert repository(copied) != copied.store


def test_a_file_without_harnesses_says_so(run: RunFolder, tmp_path: Path) -> None:
    finish(run)

    with pytest.raises(JournalError, match="does not hold the harnesses of demo"):
        repository(lone(run, tmp_path / "there"))


@pytest.fixture
def packed(run: RunFolder) -> bytes:
    return asyncio.run(pack(run.store))


def test_a_damaged_pack_is_refused_and_leaves_nothing(packed: bytes, tmp_path: Path) -> None:
    place = tmp_path / "unpacked"
    for at in range(0, len(packed), len(packed) // 8):
        damaged = packed[:at] + bytes([packed[at] ^ 0x55]) + packed[at + 1 :]
        for bad in (damaged, packed[:at]):
            with pytest.raises(JournalError, match="index-pack"):
                unpack(bad, place / "a.git")

    assert not any(place.iterdir())


def test_a_pack_that_is_too_large_is_neither_made_nor_taken(
    run: RunFolder, packed: bytes, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert len(packed) < LARGEST
    monkeypatch.setattr("saddle_engine.adapters.gitpack.LARGEST", 100)

    with pytest.raises(JournalError, match="at most 100 are kept in one piece"):
        asyncio.run(pack(run.store))
    with pytest.raises(JournalError, match="is larger than 100"):
        unpack(packed, tmp_path / "a.git")


def test_a_run_whose_harnesses_cannot_be_packed_is_over_all_the_same(
    run: RunFolder, caplog: pytest.LogCaptureFixture
) -> None:
    shutil.rmtree(run.store)

    complete(run)

    assert mode(run) == "delete"
    assert "the harnesses stay in" in caplog.text


def test_what_is_unpacked_is_the_users_alone(packed: bytes, tmp_path: Path) -> None:
    unpack(packed, tmp_path / "cache" / "a.git")

    assert (tmp_path / "cache" / "a.git").stat().st_mode & 0o077 == 0
    assert not list((tmp_path / "cache" / "a.git").rglob("hooks/*"))


def test_a_kill_at_any_moment_of_it_loses_nothing(run: RunFolder) -> None:
    with RunViewer(run.database, FakeClock()) as viewer:
        expected = viewer.tail(0)
    ends = set()

    for microseconds in (*range(0, 6_000, 100), 2_000_000):
        _wal_again(run)
        killed = fork.Process(target=_finish_and_die, args=(run, microseconds / 1e6))
        killed.start()
        killed.join()
        ends.add(killed.exitcode)

        with RunViewer(run.database, FakeClock()) as viewer:
            viewer.check()
            assert viewer.tail(0) == expected

    assert ends == {-signal.SIGALRM, 0}
    finish(run)
    assert mode(run) == "delete"


def _wal_again(run: RunFolder) -> None:
    """With something in its log, and nobody who has it open."""
    with closing(sqlite3.connect(run.database, isolation_level=None)) as db:
        db.execute("PRAGMA journal_mode = WAL")
        db.execute("UPDATE engine SET epoch = epoch + 1")
        for part in ("", "-wal"):
            shutil.copy(f"{run.database}{part}", f"{run.database}{part}.before")
    for part in ("", "-wal"):
        Path(f"{run.database}{part}.before").replace(f"{run.database}{part}")


def _finish_and_die(run: RunFolder, after_s: float) -> None:
    signal.signal(signal.SIGALRM, signal.SIG_DFL)  # which ends it in the middle of anything
    signal.setitimer(signal.ITIMER_REAL, max(after_s, 1e-6))
    finish(run)
    os._exit(0)
