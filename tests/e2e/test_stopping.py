"""Engines that are stopped, killed or left alone: the run is whole, and goes on."""

import json
import os
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path

import pytest

from saddle_engine.types.steering import RunStatus
from tests.e2e.homes import Home, write_config

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
    home.ok("verify")


def test_stop_returns_when_the_engine_has_left(home: Home, config: Path) -> None:
    home.ok("run", config, "--detach")
    home.until(lambda state: state.iterations)

    assert "go on with: saddle-tui resume" in home.ok("stop")

    assert home.state().engine is None
    assert "there is nothing to stop" in home.saddle("stop").stderr
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
    home.ok("verify")
