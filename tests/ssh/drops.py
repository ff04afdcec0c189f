"""Every way in which somebody who looks at a run is lost."""

import signal
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from tests.e2e.homes import wait
from tests.ssh.client import ssh
from tests.ssh.line import Line
from tests.ssh.processes import screens
from tests.ssh.server import Server
from tests.tui.terminals import Terminal

GONE_S = 20.0
"""Some 6 s that the server waits for a silent client, a few for the screen, and room for a busy machine."""


@dataclass
class Link:
    """Somebody who looks at a run from afar."""

    server: Server
    terminal: Terminal
    line: Line
    session: int
    """Process of the server."""
    began: float

    def client_is_killed(self) -> None:
        """`kill -9 ssh`."""
        self.terminal.signal(signal.SIGKILL)
        self.terminal.wait_code()

    def session_is_killed(self) -> None:
        """The server's side dies."""
        self.server.cut(self.session)
        self.terminal.wait_end()

    def connection_is_reset(self) -> None:
        """By something between."""
        self.line.cut()
        self.terminal.wait_end()

    def line_falls_silent(self) -> None:
        """Both sides wait for each other, until they give up."""
        self.line.fall_silent()
        self.terminal.wait_end()

    def laptop_is_closed(self) -> None:
        """The client stands still until the server has given it up."""
        self.terminal.signal(signal.SIGSTOP)
        wait(lambda: self.session not in self.server.sessions(), GONE_S)
        self.terminal.signal(signal.SIGCONT)
        self.terminal.wait_end()

    def window_is_closed(self) -> None:
        """The terminal in front of the user is no more."""
        self.terminal.hang_up()
        self.terminal.wait_code()

    def user_gives_it_up(self) -> None:
        """`~.` after a new line."""
        self.terminal.type(b"\r")
        self.terminal.drain(0.1)
        self.terminal.type(b"~.")
        self.terminal.wait_end()


Drop = Callable[[Link], None]
QUICK: tuple[Drop, ...] = (
    Link.client_is_killed,
    Link.session_is_killed,
    Link.connection_is_reset,
    Link.window_is_closed,
    Link.user_gives_it_up,
)
SLOW: tuple[Drop, ...] = (Link.line_falls_silent, Link.laptop_is_closed)
"""Until somebody gives the other side up."""


@contextmanager
def linked(server: Server, *words: str) -> Iterator[Link]:
    """A terminal over a line that can be cut; with a shell in it, or a command."""
    before = set(server.sessions())
    began = time.monotonic()
    with (
        Line(server.port) as line,
        ssh(server, *words, port=line.port, alive_s=1) as terminal,
    ):
        wait(lambda: set(server.sessions()) - before)
        (session,) = set(server.sessions()) - before
        yield Link(server, terminal, line, session, began)


def wait_gone(home: Path, but: list[int]) -> float:
    """Wait until no screen is left on the runs of a home but these; how long it took, in seconds."""
    since = time.monotonic()
    wait(lambda: screens(home) == but, GONE_S)
    return time.monotonic() - since
