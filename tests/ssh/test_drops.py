"""A connection that is lost is a screen that was left: the run goes on; terminal and next screen are whole."""

import os
import shutil
import statistics
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from saddle_tui.term.reset import RESET
from tests.bench.kill_resume import DISTURBED, UNDISTURBED, differences
from tests.e2e.homes import HOLD, Home, held, write_config
from tests.ssh.drops import QUICK, SLOW, Link, linked, wait_gone
from tests.ssh.modes import left_on
from tests.ssh.processes import cpu_s, screens, started, terminals
from tests.ssh.server import Server

pytestmark = [pytest.mark.ssh, pytest.mark.tmux, pytest.mark.e2e]

ATTACH = [str(Path(sys.executable).with_name("saddle-tui")), "attach", DISTURBED]
DIRECT, SHELL, TMUX = "direct", "shell", "tmux"
DROPS = [
    *((far, drop) for far in (DIRECT, SHELL, TMUX) for drop in QUICK),
    *((far, drop) for far in (DIRECT, TMUX) for drop in SLOW),
    (SHELL, Link.laptop_is_closed),
]
ATTACH_S, SCREEN_GONE_S = 3.0, 15.0
"""1 s and 2 s, and room for a busy machine: with five at work on each processor it was 2 s until the run was seen."""
LEFT = {"other screen", "bracketed paste"}
"""In what a lost screen leaves a terminal, whether it was in tmux or not."""


@pytest.fixture
def home(server: Server, tmp_path: Path) -> Iterator[Home]:
    """A run whose patches wait for a word, so that it lasts as long as it is looked at; and one that nobody sees."""
    if shutil.which("tmux") is None:
        pytest.skip("there is no tmux")
    home = Home(server.home)
    config = write_config(tmp_path / "c.toml", epochs=8)
    home.ok("run", config, "--detach", "--name", UNDISTURBED)
    write_config(config, HOLD, epochs=8)
    home.ok("run", config, "--detach", "--name", DISTURBED)
    yield home
    subprocess.run(["tmux", "kill-server"], env={**os.environ, **server.environment}, check=False)
    home.saddle("stop", DISTURBED)
    home.wait_idle(UNDISTURBED)


@contextmanager
def _looking(server: Server, far: str) -> Iterator[tuple[Link, float]]:
    """Somebody who has come to see the run; and how long it took to see it, in seconds."""
    words = {
        DIRECT: ATTACH,
        TMUX: ["tmux", "new-session", "-A", "-s", "far", *ATTACH],
        SHELL: [],
    }[far]
    with linked(server, *words) as link:
        if far == SHELL:
            link.terminal.wait_for(b"$ " if link.server.user != "root" else b"# ")
            link.began = time.monotonic()
            link.terminal.type(" ".join(ATTACH).encode() + b"\r")
        link.terminal.wait_for(b"SIMULATED")
        link.terminal.wait_for(b"Rollouts")
        yield link, time.monotonic() - link.began


def _go_on(home: Home) -> None:
    """Let the engine work on, if a patch waits."""
    if patch := held(home.state(DISTURBED)):
        home.here("steer", DISTURBED, "approve", patch)


def test_twenty_lost_connections_change_nothing(server: Server, home: Home) -> None:
    assert len(DROPS) == 20
    engine = home.owner(DISTURBED)
    assert terminals(engine.pid) == []
    born, in_tmux, took = started(engine.pid), list[int](), []
    for number, (far, drop) in enumerate(DROPS):
        if number % 2:  # it shall be at work at some of them, and last until the last
            _go_on(home)
        with _looking(server, far) as (link, seconds):
            took.append(seconds)
            if far == TMUX:
                in_tmux = in_tmux or screens(server.home)
                assert screens(server.home) == in_tmux, "tmux keeps its screen"
            drop(link)
            written = link.terminal.seen
        told = f"{drop.__name__}, {far}"
        assert wait_gone(server.home, but=in_tmux) < SCREEN_GONE_S, told
        assert left_on(written) >= LEFT, told
        assert left_on(written + RESET.encode()) == set(), told
        assert started(engine.pid) == born, told

    assert home.owner(DISTURBED) == engine
    assert _idles(in_tmux[0])
    print(f"attach: median {statistics.median(took):.2f} s, most {max(took):.2f} s")
    assert statistics.median(took) < ATTACH_S
    _finish(home)
    assert differences(home) == []


def _finish(home: Home) -> None:
    home.here("steer", DISTURBED, "hold", "none")
    while (
        home.until(lambda state: held(state) or state.status == "done", DISTURBED).status != "done"
    ):
        _go_on(home)


def _idles(pid: int) -> bool:
    """A screen that nobody sees takes no processor."""
    before = cpu_s(pid)
    time.sleep(2)
    return cpu_s(pid) - before < 1
