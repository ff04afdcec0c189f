"""An engine dies while its screen is open: within seconds the screen says how, and one key goes on."""

import os
import signal
import time
from pathlib import Path

import pytest

from tests.e2e.homes import HOLD, Home, wait, write_config
from tests.tui.terminals import Terminal, terminal

pytestmark = pytest.mark.e2e

SAID_WITHIN_S = 15.0
"""5 s, and room for a busy machine."""


@pytest.fixture
def home(tmp_path: Path) -> Home:
    return Home(tmp_path / "home")


@pytest.fixture
def config(tmp_path: Path) -> Path:
    return write_config(tmp_path / "mine.toml", HOLD, epochs=9)


def _begun(screen: Terminal, home: Home) -> int:
    screen.wait_for(b"DRIVER")
    home.held()
    return home.owner().pid


def test_a_killed_engine_is_told_and_resumed_from_the_screen(home: Home, config: Path) -> None:
    words = ["--home", str(home.path), "run", str(config)]
    with terminal(words, columns=120, rows=40) as screen:
        pid = _begun(screen, home)
        before = len(screen.seen)
        os.kill(pid, signal.SIGKILL)
        since = time.monotonic()
        for told in (b"SIGKILL", b"resumes it"):
            screen.wait_for(told, before)
        said_s = time.monotonic() - since
        screen.type(b"5")  # what is there can still be looked at
        screen.wait_for(b"Patches", before)
        screen.type(b"E")
        screen.wait_for(b"Enter resume it", before)
        screen.drain(1.0)
        screen.type(b"\r")
        wait(lambda: _read(screen) and home.owner().pid != pid)
        screen.wait_for(b"an engine has it", before)
        assert home.owner().alive
        screen.type(b"q")
        screen.wait_end()

    assert said_s < SAID_WITHIN_S
    home.ok("stop")
    home.here("verify")


@pytest.mark.parametrize("word", [signal.SIGTERM, signal.SIGHUP])
def test_a_logout_ends_an_engine_in_good_order_or_not_at_all(
    home: Home, config: Path, word: signal.Signals
) -> None:
    home.ok("run", config, "--detach")
    home.held()
    owner = home.owner()

    os.kill(owner.pid, signal.SIGHUP)  # comes with it, and changes nothing
    os.kill(owner.pid, word)

    if word == signal.SIGTERM:
        home.wait_idle()
        left = home.state().left
        assert left is not None
        assert left.reason.startswith("stopped by SIGTERM, as of a logout")
    else:
        home.here("steer", "approve", str(home.held()))
        assert home.owner() == owner
        home.ok("stop")


def _read(screen: Terminal) -> bool:
    screen.drain(0.1)
    return True
