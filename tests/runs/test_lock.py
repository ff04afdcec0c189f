"""One engine per run."""

import errno
import multiprocessing
import os
import signal
import subprocess
from multiprocessing.connection import Connection
from multiprocessing.synchronize import Barrier, Event
from pathlib import Path

import pytest

from saddle_engine.errors import JournalError, RunLocked
from saddle_engine.testing import FakeClock
from saddle_runs.lock import hold, owner_of, refuse_owned

fork = multiprocessing.get_context("fork")


def race(path: Path, start: Barrier, over: Event, news: Connection) -> None:
    start.wait(30)
    try:
        with hold(path, FakeClock()):
            news.send("won")
            over.wait(30)
    except RunLocked as error:
        news.send(str(error))


def keep(path: Path, news: Connection) -> None:
    with hold(path, FakeClock()):
        news.send("mine")
        signal.pause()


def test_of_twenty_engines_one_gets_the_run(tmp_path: Path) -> None:
    start, over = fork.Barrier(20), fork.Event()
    hear, tell = fork.Pipe(duplex=False)
    racers = [
        fork.Process(target=race, args=(tmp_path / "lock", start, over, tell)) for _ in range(20)
    ]
    for racer in racers:
        racer.start()

    said = [hear.recv() for _ in racers]
    over.set()
    for racer in racers:
        racer.join(30)

    assert said.count("won") == 1
    assert all("is owned by" in word for word in said if word != "won")


def test_the_refusal_names_the_owner_and_a_dead_owner_holds_nothing(tmp_path: Path) -> None:
    hear, tell = fork.Pipe(duplex=False)
    engine = fork.Process(target=keep, args=(tmp_path / "lock", tell))
    engine.start()
    hear.recv()

    owner = owner_of(tmp_path / "lock")
    assert owner is not None
    assert owner.pid == engine.pid
    assert owner.alive
    named = rf"pid {engine.pid} on .* since 2027-01-15 08:00:00 UTC"
    with pytest.raises(RunLocked, match=named), hold(tmp_path / "lock", FakeClock()):
        pass
    with pytest.raises(RunLocked, match=named):
        refuse_owned(tmp_path / "lock")

    engine.kill()
    os.waitid(os.P_PID, owner.pid, os.WEXITED | os.WNOWAIT)  # dead, and still a zombie of ours
    dead = owner_of(tmp_path / "lock")
    assert dead is not None
    assert not dead.alive
    engine.join(30)
    refuse_owned(tmp_path / "lock")
    with hold(tmp_path / "lock", FakeClock()) as again:
        assert again.pid == os.getpid()
        assert owner_of(tmp_path / "lock") == again
    assert owner_of(tmp_path / "lock") is None


def keep_with_child(path: Path, news: Connection) -> None:
    with hold(path, FakeClock()):
        news.send(subprocess.Popen(["sleep", "60"], close_fds=False).pid)
        signal.pause()


def test_a_child_that_outlives_its_engine_does_not_keep_the_lock(tmp_path: Path) -> None:
    hear, tell = fork.Pipe(duplex=False)
    engine = fork.Process(target=keep_with_child, args=(tmp_path / "lock", tell))
    engine.start()
    child = hear.recv()
    try:
        engine.kill()
        engine.join(30)

        with hold(tmp_path / "lock", FakeClock()):
            os.kill(child, 0)
    finally:
        os.kill(child, signal.SIGKILL)


def test_a_reused_pid_is_not_the_owner(tmp_path: Path) -> None:
    with hold(tmp_path / "lock", FakeClock()) as owner:
        assert owner.alive
        assert not owner.model_copy(update={"started": "1"}).alive
        assert not owner.model_copy(update={"host": "elsewhere"}).alive
        assert not owner.model_copy(update={"boot": "another"}).alive


def test_a_planted_link_is_refused(tmp_path: Path) -> None:
    target = tmp_path / "target"
    target.write_text("precious")
    (tmp_path / "lock").symlink_to(target)

    with pytest.raises(JournalError, match="taking the lock"), hold(tmp_path / "lock", FakeClock()):
        pass
    assert target.read_text() == "precious"


@pytest.mark.parametrize("content", [b"", b"\xff\x00", b"{}", b'{"pid": "x"}', b"9" * 5000])
def test_a_garbled_owner_is_nobody(tmp_path: Path, content: bytes) -> None:
    (tmp_path / "lock").write_bytes(content)

    assert owner_of(tmp_path / "lock") is None
    with hold(tmp_path / "lock", FakeClock()):
        pass


def test_a_disk_without_room_for_its_owner_is_told_and_the_lock_is_let_go(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object) -> int:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    with monkeypatch.context() as patch:
        patch.setattr("saddle_runs.lock.os.pwrite", full)
        with pytest.raises(JournalError, match=r"taking the lock .* failed: .*No space left"):
            hold(tmp_path / "lock", FakeClock()).__enter__()

    with hold(tmp_path / "lock", FakeClock()) as owner:
        assert owner.pid == os.getpid()
