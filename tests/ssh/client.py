"""`ssh` in a terminal of our own, with no settings, keys or agent of the user's."""

import fcntl
import os
import shutil
import signal
import struct
import termios
from collections.abc import Iterator
from contextlib import contextmanager

from tests.ssh.server import Server
from tests.tui.terminals import Terminal

OPTIONS = {
    "UserKnownHostsFile": "/dev/null",
    "GlobalKnownHostsFile": "/dev/null",
    "StrictHostKeyChecking": "no",
    "IdentitiesOnly": "yes",
    "IdentityAgent": "none",
    "BatchMode": "yes",
    "SendEnv": "LANG",
    "LogLevel": "ERROR",
    "ServerAliveCountMax": "2",
}


@contextmanager
def ssh(
    server: Server,
    *words: str,
    port: int | None = None,
    columns: int = 80,
    rows: int = 24,
    alive_s: int = 0,
    term: str = "xterm-256color",
) -> Iterator[Terminal]:
    """A terminal with `ssh` in it, and there a command of the server or a shell.

    Args:
        server: where to.
        words: of the command, for the shell there; none for that shell itself.
        port: of a line to the server; by itself there is nothing between.
        columns: of the terminal.
        rows: of the terminal.
        alive_s: the client asks a silent server so often, and gives up after two questions; 0 for never.
        term: what kind of terminal it says that it is.
    """
    options = OPTIONS | {"ServerAliveInterval": str(alive_s)}
    command = ["ssh", "-F", "none", "-tt", "-i", str(server.folder / "user")]
    command += [f"-o{name}={value}" for name, value in options.items()]
    command += ["-p", str(port or server.port), f"{server.user}@127.0.0.1", *words]
    opened = in_terminal(command, columns, rows, term)
    try:
        yield opened
    finally:
        opened.close()


def in_terminal(command: list[str], columns: int, rows: int, term: str) -> Terminal:
    """A program in a terminal that is the one it is controlled by."""
    master, slave = os.openpty()
    fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))
    environment = {"TERM": term, "LANG": "C.UTF-8", "COLORTERM": "truecolor", "PATH": os.defpath}
    program = shutil.which(command[0])
    assert program is not None
    pid = os.posix_spawn(
        program,
        command,
        environment,
        file_actions=[
            (os.POSIX_SPAWN_OPEN, 0, os.ttyname(slave), os.O_RDWR, 0),
            (os.POSIX_SPAWN_DUP2, 0, 1),
            (os.POSIX_SPAWN_DUP2, 0, 2),
        ],
        setsid=True,
        setsigdef=[signal.SIGHUP],  # a terminal's, even where the tests run under `nohup`
    )
    os.close(slave)
    return Terminal(pid, master)
