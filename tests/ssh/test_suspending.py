"""Ctrl-Z over SSH: the shell has the terminal as it was, and `fg` brings the screen back."""

import re
import shutil

import pytest

from tests.ssh.client import ssh
from tests.ssh.modes import left_on
from tests.ssh.reader import Reader
from tests.ssh.server import Server
from tests.tui.stories import Story, engine, write_run

pytestmark = pytest.mark.ssh

SHELLS = {"bash": "bash --norc -i", "zsh": "zsh -f -i"}
GONE = re.compile(rb"(?i)stopped|suspended")
OWN = {"bracketed paste", "cursor keys", "keypad"}
"""What shells themselves use while a line is typed."""


@pytest.mark.parametrize("shell", ["bash", pytest.param("zsh", marks=pytest.mark.zsh)])
def test_ctrl_z_gives_the_shell_its_terminal_and_fg_paints_the_screen_anew(
    server: Server, shell: str
) -> None:
    if shutil.which(shell) is None:
        pytest.skip(f"there is no {shell}")
    folder = write_run(server.home, Story().start().seed().grow(0.75, "n0"))
    with (
        engine(folder),
        ssh(server, *SHELLS[shell].split()) as terminal,
        Reader(terminal) as reader,
    ):
        terminal.type(b"saddle-tui attach --mouse\r")
        reader.wait_for(b"DRIVER")
        assert {"mouse", "other screen"} <= left_on(terminal.seen)

        terminal.type(b"\x1a")
        reader.wait(lambda: bool(GONE.search(terminal.seen)), what="job that stopped")
        terminal.type(b"echo it-$((40+2))\r")
        reader.wait_for(b"it-42")
        assert left_on(terminal.seen) <= OWN
        before = len(terminal.seen)
        terminal.type(b"fg\r")
        for painted in (b"\x1b[?1049h", b"\x1b[?1002h", b"Rollouts", b"EvoDAG", b"DRIVER"):
            reader.wait_for(painted, before)
        terminal.type(b"q")
        reader.wait_for(b"come back with", before)
        terminal.type(b"echo and-$((40+3))\r")
        reader.wait_for(b"and-43", before)
        assert left_on(terminal.seen) <= OWN
        terminal.type(b"exit\r")
