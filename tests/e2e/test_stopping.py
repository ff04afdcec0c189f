"""Engines that are stopped, killed or left alone: the run is whole, and goes on."""

import json
import os
import shutil
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path

import pytest

from saddle_engine.types.steering import RunStatus
from saddle_runs.inbox import ControlInbox
from tests.e2e.homes import Home, wait, write_config

pytestmark = pytest.mark.e2e

REFUSED_WITHIN_S = 2.0


@pytest.fixture
def home(tmp_path: Path) -> Home:
    return Home(tmp_path / "home")


@pytest.fixture
def config(tmp_path: Path) -> Path:
    return write_config(tmp_path / "mine.toml")


def test_ctrl_c_stops_the_engine_in_good_order_and_resume_goes_on(home: Home, config: Path) -> None:
    watching = home.begin("run", config, "--headless")
    assert watching.stdout is not None
    watching.stdout.readline()
    home.until(lambda state: state.iterations)

    watching.send_signal(signal.SIGINT)
    _, told = watching.communicate(timeout=60)

    assert watching.returncode == 130
    assert "stopping the engine; Ctrl-C again leaves it running" in told
    assert home.state().engine is None
    assert home.facts()["status"] == "interrupted"
    lines = home.ok("resume", "--headless", "--json").splitlines()
    kinds = [json.loads(line)["event"]["kind"] for line in lines]
    assert kinds[0] == "RunStarted"
    assert kinds[-2:] == ["RunFinished", "EngineStopped"]
    assert home.facts()["status"] == "done"
    home.here("verify")


def test_stop_returns_when_the_engine_has_left(home: Home, config: Path) -> None:
    home.ok("run", config, "--detach")
    home.until(lambda state: state.iterations)

    assert f"go on with: saddle-tui --home {home.path} resume" in home.ok("stop")

    assert home.state().engine is None
    assert "there is nothing to stop" in home.saddle("stop").stderr
    home.folder().control.unlink()  # a run can go on without it
    home.ok("resume", "--headless")
    assert home.facts()["status"] == "done"


def test_an_engine_outlives_who_watches_it_and_no_second_one_takes_its_run(
    home: Home, config: Path
) -> None:
    watching = home.begin("run", config, "--headless")
    assert watching.stdout is not None
    watching.stdout.readline()
    watching.kill()
    watching.communicate(timeout=60)
    owner = home.owner()
    named = f"owned by the engine with pid {owner.pid} on {socket.gethostname()}"

    begun = time.monotonic()
    home.ok("runs")
    idle = time.monotonic() - begun
    begun = time.monotonic()
    second = home.saddle("resume", "--headless")
    assert time.monotonic() - begun < REFUSED_WITHIN_S + idle
    assert second.returncode == 1
    assert named in second.stderr

    engine = [sys.executable, "-m", "saddle_tui", "engine", str(home.folder().path)]
    third = subprocess.run(engine, capture_output=True, text=True, timeout=60, check=False)
    assert third.returncode == 1
    assert named in third.stdout

    os.kill(owner.pid, signal.SIGKILL)
    home.wait_idle()
    home.ok("resume", "--headless")
    assert home.state().status is RunStatus.DONE
    home.here("verify")


def test_what_a_dead_engine_was_asked_does_not_befall_the_next(home: Home, config: Path) -> None:
    home.ok("run", config, "--detach")
    home.until(lambda state: state.iterations)
    engine = home.owner()
    os.kill(engine.pid, signal.SIGSTOP)
    stopping = home.begin("stop")
    with ControlInbox(home.folder().control) as inbox:
        wait(inbox.pending)
    os.kill(engine.pid, signal.SIGKILL)

    assert "no engine is at work" in stopping.communicate(timeout=60)[1]
    assert stopping.returncode == 1
    home.ok("resume", "--headless")
    assert home.facts()["status"] == "done"


def test_a_paused_engine_leaves_when_its_folder_is_removed(home: Home, config: Path) -> None:
    home.ok("run", config, "--detach")
    home.until(lambda state: state.iterations)
    home.here("steer", "pause")
    engine, private = home.owner(), Path(home.state().private)

    shutil.rmtree(home.folder().path)

    wait(lambda: not engine.alive)
    assert not private.exists()


def test_a_private_folder_that_is_cleaned_away_is_named_and_made_again(
    home: Home, config: Path
) -> None:
    home.ok("run", config, "--detach")
    home.until(lambda state: state.iterations)
    home.here("steer", "pause")
    private = Path(home.state().private)

    private.rename(home.path / "elsewhere")
    home.wait_idle()

    told = f"the engine's private folder {private} was removed, moved or replaced"
    assert told in home.facts()["error"]
    home.ok("resume", "--headless")
    home.here("verify")
