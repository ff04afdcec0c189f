"""How an engine died is told as far as it can be known, and one key brings a new one."""

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from saddle_engine import events as ev
from saddle_engine.adapters.clock import SystemClock
from saddle_engine.errors import ConfigError
from saddle_runs.folder import RunFolder
from saddle_runs.lock import hold
from saddle_tui.deaths import cause, in_words
from saddle_tui.seat import Seat
from tests.tui.helms import Helmed, at_helm
from tests.tui.stories import Story, write_run

HOLDS = """
import sys
from pathlib import Path
from saddle_engine.adapters.clock import SystemClock
from saddle_runs.lock import hold
with hold(Path(sys.argv[1]), SystemClock()):
    print("holds", flush=True)
    sys.stdin.read()
"""


@pytest.fixture
def folder(tmp_path: Path) -> RunFolder:
    return RunFolder(tmp_path, "abcdefgh", "demo")


def child(folder: RunFolder) -> subprocess.Popen[bytes]:
    """A process of ours that has the run, as an engine that this screen has started."""
    words = [sys.executable, "-c", HOLDS, str(folder.lock)]
    engine = subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    assert engine.stdout is not None
    assert engine.stdout.readline() == b"holds\n"
    return engine


@pytest.mark.parametrize(
    ("code", "said"),
    [
        (-9, "killed with SIGKILL: a `kill -9`, no memory left, or a logout"),
        (137, "killed with SIGKILL: a `kill -9`, no memory left, or a logout"),
        (-15, "killed with SIGTERM: a logout"),
        (-7, "killed with SIGBUS: a disk that is full"),
        (1, "exit code 1"),
        (0, "exit code 0"),
        (255, "exit code 255"),
    ],
)
def test_an_exit_code_is_told_in_words(code: int, said: str) -> None:
    assert in_words(code).startswith(said)


def test_who_started_an_engine_is_told_how_it_was_killed(folder: RunFolder) -> None:
    with child(folder) as engine:
        alive = cause(folder)
        os.kill(engine.pid, signal.SIGKILL)
        os.waitid(os.P_PID, engine.pid, os.WEXITED | os.WNOWAIT)

        assert alive == ""
        assert cause(folder).startswith("killed with SIGKILL")


def test_of_an_engine_that_another_has_started_nothing_is_made_up(folder: RunFolder) -> None:
    with hold(folder.lock, SystemClock()):
        assert cause(folder) == ""
    assert cause(folder) == ""


def test_a_machine_that_was_restarted_is_told(folder: RunFolder) -> None:
    with hold(folder.lock, SystemClock()) as owner:
        before = owner.model_copy(update={"boot": "11111111-2222-3333-4444-555555555555"})
    folder.lock.write_text(before.model_dump_json())

    assert cause(folder) == "its machine was restarted"


async def gone(at: Helmed) -> None:
    """The engine dies while one looks."""
    at.app.main.folder.lock.write_text("")
    at.app.look()
    await at.see("the engine has been gone for")


async def answer(at: Helmed) -> None:
    """Enter, once the question could be read."""
    await at.see("Enter resume it")
    at.watch.seconds += 1
    await at.press("enter")


def story(*events: ev.AnyEvent) -> Story:
    return Story().start(limits={"rollouts": 40}).seed().grow(0.75, "n0").add(*events)


async def test_one_key_resumes_a_run_whose_engine_is_gone(tmp_path: Path) -> None:
    started: list[tuple[RunFolder, dict[str, float]]] = []
    async with at_helm(write_run(tmp_path, story())) as at:
        at.app.main.reviving.start = lambda *given: started.append(given)
        await at.press("E")
        await at.see("an engine is at work on the run")
        await gone(at)
        await at.see("E resumes it, or type: saddle-tui")
        await at.press("E")
        await at.see("Resume demo?")
        await at.see("the engine has been gone for")
        await answer(at)
        await at.see("resume the run: an engine has it")

    assert [(folder.id, limits) for folder, limits in started] == [(at.app.main.folder.id, {})]


async def test_a_limit_that_was_reached_is_raised_on_the_way(tmp_path: Path) -> None:
    started: list[dict[str, float]] = []
    paused = ev.RunPaused(by="rollouts", reason="a batch of 3 does not fit")
    async with at_helm(write_run(tmp_path, story(paused))) as at:
        at.app.main.reviving.start = lambda _, limits: started.append(limits)
        at.app.main.folder.lock.write_text("")
        at.app.look()
        await at.see("E resumes it with a higher limit")
        await at.press("E")
        await at.see("rollouts=80")
        await answer(at)
        await at.see("an engine has it")

    assert started == [{"rollouts": 80.0}]


async def test_what_the_engine_says_when_it_does_not_take_the_run_is_told(tmp_path: Path) -> None:
    def refuses(folder: RunFolder, limits: dict[str, float]) -> None:
        raise ConfigError("the provider needs a key and the variable X is empty")

    async with at_helm(write_run(tmp_path, story())) as at:
        at.app.main.reviving.start = refuses
        await gone(at)
        await at.press("E")
        await answer(at)
        await at.see("resume the run: the provider needs a key and the variable X is empty")


async def test_a_run_that_was_removed_meanwhile_is_told_in_a_sentence(tmp_path: Path) -> None:
    async with at_helm(write_run(tmp_path, story())) as at:
        at.app.main.reviving.start = lambda folder, _: open(folder.log / "gone").close()
        await gone(at)
        await at.press("E")
        await answer(at)
        await at.see("resume the run: no engine can be started: ")


async def test_a_screen_that_steers_no_more_resumes_nothing(tmp_path: Path) -> None:
    started: list[object] = []
    async with at_helm(write_run(tmp_path, story())) as at:
        at.app.main.reviving.start = lambda *given: started.append(given)
        await gone(at)
        await at.press("E")
        await at.see("Enter resume it")
        other = Seat(at.app.main.folder, SystemClock())
        other.take()
        at.app.main.seat.renew()
        await answer(at)
        await at.see("drives this run; press t to take over")
        other.leave()

    assert started == []


async def test_a_run_that_another_has_resumed_meanwhile_is_left_alone(tmp_path: Path) -> None:
    started: list[object] = []
    run = write_run(tmp_path, story())
    async with at_helm(run) as at:
        at.app.main.reviving.start = lambda *given: started.append(given)
        kept = run.lock.read_text()
        await gone(at)
        await at.press("E")
        await at.see("Enter resume it")
        run.lock.write_text(kept)
        at.app.look()
        await answer(at)
        await at.see("resume: an engine is at work on the run")

    assert started == []


async def test_an_observer_is_told_why_it_cannot(tmp_path: Path) -> None:
    async with at_helm(write_run(tmp_path, story()), observe=True) as at:
        await gone(at)
        await at.press("E")
        await at.see("resume: this screen only observes")
        assert "E resumes" not in at.text
