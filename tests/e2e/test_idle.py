"""An engine that waits for a person whom nobody sees ends by itself, and one command goes on."""

import contextlib
import os
import pty
import signal
import time
from pathlib import Path

import pytest

from saddle_engine.types.steering import RunStatus
from saddle_runs.watching import watching
from tests.e2e.homes import HOLD, Home, wait, write_config

pytestmark = pytest.mark.e2e

SECONDS = 2.0


@pytest.fixture
def home(tmp_path: Path) -> Home:
    return Home(tmp_path / "home")


def begin(home: Home, folder: Path) -> None:
    """A run whose patches are held, with an engine that waits for two seconds only."""
    tables = f"{HOLD}[engine]\nidle_hours = {SECONDS / 3600}\n"
    config = write_config(folder / "mine.toml", tables)
    home.ok("run", config, "--detach")


def test_an_engine_whose_patch_nobody_looks_at_ends_and_is_resumed(
    home: Home, tmp_path: Path
) -> None:
    begin(home, tmp_path)
    patch = home.held()

    home.wait_idle()

    left = home.state().left
    assert left is not None
    assert left.reason.startswith(f"idle: {patch} waits for the operator, and nobody watched")
    assert "idle: " in home.folder().log.read_text()
    row = next(line for line in home.here("runs").splitlines() if "mine" in line)
    assert "idle" in row
    home.here("verify")

    resumed = home.begin("resume", "--headless")
    home.until(lambda state: state.engine is not None)
    home.here("steer", "approve", patch)
    home.until(lambda state: state.patches[patch].status != "held")
    resumed.send_signal(signal.SIGINT)
    resumed.communicate(timeout=60)
    home.here("verify")


def test_it_stays_as_long_as_somebody_looks(home: Home, tmp_path: Path) -> None:
    begin(home, tmp_path)
    with watching(home.folder()):
        home.held()
        time.sleep(3 * SECONDS)
        engine = home.owner()
        assert engine.alive

    home.wait_idle()

    assert home.state().left is not None


def test_a_paused_run_is_resumed_by_the_one_who_comes_back(home: Home, tmp_path: Path) -> None:
    begin(home, tmp_path)
    home.held()
    home.here("steer", "pause", "hold")

    home.wait_idle()

    assert home.state().status is RunStatus.PAUSED
    resumed = home.begin("resume", "--headless")
    home.until(lambda state: state.status is not RunStatus.PAUSED)
    home.here("stop")
    resumed.communicate(timeout=60)


def test_an_observer_on_a_terminal_keeps_the_engine(home: Home, tmp_path: Path) -> None:
    begin(home, tmp_path)
    pid, terminal = pty.fork()
    if not pid:  # the observer
        os.environ["TERM"] = "xterm-256color"
        words = home.command("attach", "--observe")
        os.execvp(words[0], words)
    try:
        os.set_blocking(terminal, False)
        home.held()
        until = time.monotonic() + 4 * SECONDS
        while time.monotonic() < until:
            drain(terminal)
        assert home.owner().alive
    finally:
        os.close(terminal)  # the line is lost
    wait(lambda: os.waitpid(pid, os.WNOHANG)[0] == pid)

    home.wait_idle()


def drain(terminal: int) -> None:
    """A terminal reads what it is sent."""
    time.sleep(0.05)
    with contextlib.suppress(BlockingIOError):
        os.read(terminal, 1 << 16)
