"""Whatever becomes of a screen, the engine goes on, the terminal is whole, and the next screen steers."""

import signal
from pathlib import Path

import pytest

from saddle_engine.types.base import PatchId
from saddle_engine.types.patch import PatchStatus
from saddle_engine.types.steering import RunStatus
from tests.e2e.homes import HOLD, Home, wait, write_config
from tests.tui.terminals import Terminal, terminal

pytestmark = pytest.mark.e2e

RESTORED = (b"\x1b[?1049l", b"\x1b[?25h", b"\x1b[?1004l", b"\x1b[?2004l")


@pytest.fixture
def home(tmp_path: Path) -> Home:
    return Home(tmp_path / "home")


@pytest.fixture
def config(tmp_path: Path) -> Path:
    return write_config(tmp_path / "mine.toml", HOLD, epochs=9)


def _words(home: Home, *words: str | Path) -> list[str]:
    return ["--home", str(home.path), *map(str, words)]


@pytest.mark.parametrize("number", [signal.SIGHUP, signal.SIGTERM, signal.SIGKILL])
def test_the_engine_outlives_the_screen_that_started_it(
    home: Home, config: Path, number: signal.Signals
) -> None:
    with terminal(_words(home, "run", config)) as screen:
        screen.wait_for(b"DRIVER")
        owner = home.owner()
        screen.signal(number)
        written = screen.wait_end()

    assert owner.alive
    if number == signal.SIGKILL:
        assert screen.code == -signal.SIGKILL
    else:
        end = written[written.rindex(b"EvoDAG") :]
        assert all(mode in end for mode in RESTORED)
        assert screen.code == 128 + number
        assert b"goes on; come back with: saddle-tui" in end
    before = home.state().seq
    home.until(lambda state: state.seq > before)
    assert home.owner() == owner
    home.ok("stop")


def test_a_lost_connection_leaves_the_engine_at_work(home: Home, config: Path) -> None:
    with terminal(_words(home, "run", config)) as screen:
        screen.wait_for(b"DRIVER")
        owner = home.owner()
        screen.hang_up()
        screen.wait_code()

    assert owner.alive
    assert screen.code == 128 + signal.SIGHUP
    home.ok("stop")


def test_a_patch_is_judged_on_the_screen_while_others_watch(home: Home, config: Path) -> None:
    home.ok("run", config, "--detach")
    patch = home.held()

    with (
        terminal(_words(home, "attach")) as driver,
        terminal(_words(home, "attach", "--observe")) as observer,
    ):
        for screen in (driver, observer):
            screen.wait_for(f"{patch} waits for you".encode())
        driver.wait_for(b"DRIVER")
        observer.wait_for(b"OBSERVER")
        driver.type(b"5")
        driver.wait_for(b"approve")
        wait(lambda: _approve(driver, home, patch))
        assert home.state().patches[patch].status is not PatchStatus.HELD
        for screen in (driver, observer):
            screen.type(b"q")
            screen.wait_end()
            assert screen.code == 0

    home.ok("stop")


def test_the_keys_of_a_killed_screen_come_free(home: Home, config: Path) -> None:
    home.ok("run", config, "--detach")
    home.held()
    with terminal(_words(home, "attach")) as first:
        first.wait_for(b"DRIVER")
        with terminal(_words(home, "attach")) as second:
            second.wait_for(b"OBSERVER")
            first.signal(signal.SIGKILL)
            first.wait_code()
            second.type(b"t")
            second.wait_for(b"DRIVER")
            second.type(b"p")
            second.wait_for(b"drain")
            second.type(b"d")
            home.until(lambda state: state.status is RunStatus.PAUSED)
            second.type(b"q")
            second.wait_end()
    with terminal(_words(home, "attach")) as third:
        third.wait_for(b"DRIVER")  # a screen that left in good order is not waited for
        third.type(b"q")
        third.wait_end()
    home.ok("stop")


def _approve(screen: Terminal, home: Home, patch: PatchId) -> bool:
    """Until it has been looked at for long enough, the key does nothing."""
    if home.state().patches[patch].status is not PatchStatus.HELD:
        return True
    screen.type(b"a")
    screen.drain(0.8)
    return False
