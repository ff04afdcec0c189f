"""The terminal is handed to a pager, to a shell, to tmux, and comes back as it was."""

import os
import shlex
import shutil
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Self

import pytest

from saddle_runs.folder import RunFolder
from tests.tui.attached import attached, home_of, private
from tests.tui.hostile import ESCAPES, violations
from tests.tui.stories import Story, engine, write_run

DEADLINE_S = 60.0
HOLDS = """\
import pathlib, sys
text = pathlib.Path(sys.argv[1]).read_bytes()
mode = pathlib.Path(sys.argv[1]).stat().st_mode | pathlib.Path(sys.argv[1]).parent.stat().st_mode
pathlib.Path({kept!r}).write_bytes(text)
print('IN THE PAGER', oct(mode & 0o077), sys.stdin.isatty(), flush=True)
sys.stdin.readline()
"""


@pytest.fixture
def run(tmp_path: Path) -> Iterator[RunFolder]:
    story = Story(text="it stops early " + "".join(ESCAPES)).start().seed().grow(0.75, "n0")
    folder = write_run(tmp_path / "home", story)
    with engine(folder):
        yield folder


def test_a_pager_gets_the_text_and_the_screen_comes_back(run: RunFolder, tmp_path: Path) -> None:
    kept, program = tmp_path / "kept", tmp_path / "pager.py"
    program.write_text(HOLDS.format(kept=str(kept)))
    pager = shlex.join([sys.executable, str(program)])

    with attached(run, environment={"PAGER": pager}) as screen:
        screen.type(b"\t\to")
        screen.wait_for(b"IN THE PAGER")
        begins = screen.seen.index(b"IN THE PAGER")
        screen.wait_for(b"\n", begins)
        told = screen.seen[begins:]
        left = screen.seen.rindex(b"\x1b[?1049l")
        assert screen.seen.rindex(b"\x1b[?1049h") < left
        screen.type(b"\x03")  # interrupts what the pager does, and not the screen
        screen.drain(0.5)
        screen.type(b"\n")
        screen.wait_for(b"\x1b[?1049h", after=left)
        screen.wait_for(b"DRIVER", after=left)
        screen.type(b"q")
        written = screen.wait_end()

    assert screen.code == 0
    assert told.split()[3:5] == [b"0o0", b"True"]
    assert b"reads" in kept.read_bytes() or b"step" in kept.read_bytes()
    assert violations(kept.read_bytes()) == []
    assert violations(written) == []


@pytest.mark.parametrize(
    ("pager", "said"),
    [
        ("/no/such/pager", b"cannot be started"),
        ("false", b"ended with 1"),
        ("less '", b"PAGER is no command line"),
    ],
)
def test_a_pager_that_fails_is_a_sentence(run: RunFolder, pager: str, said: bytes) -> None:
    with attached(run, environment={"PAGER": pager}) as screen:
        screen.type(b"o")
        screen.wait_for(said)
        screen.type(b"q")
        screen.wait_end()

    assert screen.code == 0


class Tmux:
    """A server of its own with default settings, and one window of 80 x 24."""

    def __init__(self, run: RunFolder, socket: Path) -> None:
        self._socket, self._run = socket, run

    def __enter__(self) -> Self:
        words = shlex.join(
            [
                "env",
                *(f"{name}={value}" for name, value in private(home_of(self._run)).items()),
                "bash",
                "--norc",
            ]
        )
        self.do("-f", "/dev/null", "new-session", "-d", "-x", "80", "-y", "24", words)
        program = [sys.executable, "-m", "saddle_tui", "--home", str(home_of(self._run)), "attach"]
        self.keys(shlex.join(program), "Enter")
        self.until(lambda: "DRIVER" in self.screen)
        return self

    def __exit__(self, *failure: object) -> None:
        self.do("kill-server")

    def do(self, *words: str) -> str:
        command = ["tmux", "-S", str(self._socket), *words]
        environ = {**os.environ, "TERM": "xterm-256color", "LANG": "C.UTF-8", "LC_ALL": "C.UTF-8"}
        done = subprocess.run(command, capture_output=True, text=True, check=False, env=environ)
        return done.stdout

    def keys(self, *keys: str) -> None:
        self.do("send-keys", *keys)

    @property
    def screen(self) -> str:
        return self.do("capture-pane", "-p")

    def until(self, holds: Callable[[], bool]) -> None:
        until = time.monotonic() + DEADLINE_S
        while not holds():
            assert time.monotonic() < until, self.screen
            time.sleep(0.05)


@pytest.fixture
def tmux(run: RunFolder, tmp_path: Path) -> Iterator[Tmux]:
    if shutil.which("tmux") is None:
        pytest.skip("there is no tmux")
    with Tmux(run, tmp_path / "s") as opened:
        yield opened


@pytest.mark.tmux
def test_copying_in_tmux_with_its_default_settings_reaches_its_buffer(
    tmux: Tmux, run: RunFolder
) -> None:
    tmux.keys("y")
    tmux.until(lambda: "command" in tmux.screen)
    tmux.keys("p")
    tmux.until(lambda: "sent to tmux" in tmux.screen)

    assert tmux.do("show-buffer") == str(run.path)


@pytest.mark.tmux
def test_ctrl_z_leaves_a_usable_shell_and_fg_paints_everything_anew(tmux: Tmux) -> None:
    tmux.keys("\\")
    tmux.until(lambda: "MOUSE" in tmux.screen)
    tmux.keys("C-z")
    tmux.until(lambda: "Stopped" in tmux.screen)
    assert tmux.do("display", "-p", "#{mouse_button_flag}").strip() == "0"

    tmux.keys("echo it-$((40+2))", "Enter")
    tmux.until(lambda: "it-42" in tmux.screen)
    tmux.keys("fg", "Enter")
    tmux.until(lambda: "DRIVER" in tmux.screen and "Rollouts" in tmux.screen)

    assert "it-42" not in tmux.screen
    assert tmux.do("display", "-p", "#{mouse_button_flag}").strip() == "1"
    tmux.keys("q")
    tmux.until(lambda: "come back with" in tmux.screen)


@pytest.mark.tmux
def test_a_capture_never_shows_a_pane_that_is_half_cleared(tmux: Tmux) -> None:
    """While keys change what stands in the panes, their frames and bars stand still."""

    def framed(screen: str) -> bool:
        rows = screen.splitlines()
        return "demo" in rows[0] and any("Rollouts" in row for row in rows) and "DRIVER" in rows[-1]

    seen = []
    for number in range(60):
        tmux.keys("j" if number % 2 else "k")
        seen.append(tmux.screen)

    assert [screen for screen in seen if not framed(screen)] == []


@pytest.mark.tmux
def test_the_title_of_the_window_is_the_runs(tmux: Tmux) -> None:
    tmux.until(lambda: tmux.do("display", "-p", "#{pane_title}").strip() == "demo")
