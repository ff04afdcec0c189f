"""Finding the processes of a box, and telling a dead owner from a living one."""

import os
import subprocess
import sys
from time import monotonic

import pytest

from saddle_engine.adapters import processes
from saddle_engine.adapters.processes import end_marked, owner_is_dead, owner_mark


def sleeper(env: dict[str, str]) -> subprocess.Popen[bytes]:
    return subprocess.Popen(["sleep", "60"], env=env)


async def test_only_processes_with_the_mark_are_ended() -> None:
    name = f"SADDLE_TEST{os.getpid()}"
    ours, others = sleeper({name: "a:1"}), sleeper({name: "b:1"})
    try:
        assert await end_marked(f"{name}=a:") == 1
        assert ours.wait(10) == -9
        assert others.poll() is None
    finally:
        others.kill()
        others.wait()


async def test_a_mark_is_a_whole_entry_from_its_beginning() -> None:
    name = f"SADDLE_TEST{os.getpid()}"
    other = sleeper({"X": f"{name}=a:1"})
    try:
        assert await end_marked(f"{name}=a:") == 0
    finally:
        other.kill()
        other.wait()


def test_this_process_is_alive() -> None:
    assert not owner_is_dead(owner_mark())


def test_a_process_that_has_ended_is_dead() -> None:
    program = "from saddle_engine.adapters.processes import owner_mark; print(owner_mark(), end='')"
    mark = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True).stdout

    assert owner_is_dead(mark)


def test_a_later_process_with_the_same_number_is_another_one() -> None:
    pid, _, boot, namespace = owner_mark().split(":")

    assert owner_is_dead(f"{pid}:1:{boot}:{namespace}")


def test_an_owner_before_the_last_boot_is_dead() -> None:
    pid, started, _, namespace = owner_mark().split(":")

    assert owner_is_dead(f"{pid}:{started}:another-boot:{namespace}")


def test_an_owner_that_cannot_be_seen_from_here_counts_as_alive() -> None:
    _, _, boot, _ = owner_mark().split(":")

    assert not owner_is_dead(f"999999:1:{boot}:another-namespace")
    assert not owner_is_dead("1234")
    assert not owner_is_dead("")


async def test_a_process_that_shows_no_environment_yet_is_waited_for(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    name = f"SADDLE_TEST{os.getpid()}"
    ours, seen = sleeper({name: "a:1"}), processes._environment
    looks = iter([processes.NOTHING_YET] * 3)  # between fork and exec it shows none

    def environment(pid: int) -> bytes:
        return (next(looks, None) if pid == ours.pid else None) or seen(pid)

    monkeypatch.setattr(processes, "_environment", environment)
    try:
        assert await end_marked(f"{name}=a:") == 1
    finally:
        ours.kill()
        ours.wait()


async def test_a_process_that_has_no_environment_at_all_is_waited_for_once() -> None:
    bare = sleeper({})
    try:
        await end_marked("nothing=")
        began = monotonic()
        await end_marked("nothing=")
    finally:
        bare.kill()
        bare.wait()

    assert monotonic() - began < processes.SETTLE_S
