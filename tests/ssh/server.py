"""An SSH server of a test's own: throw-away keys, a port of this machine alone, nothing of the user's."""

import getpass
import os
import signal
import socket
import subprocess
import sys
import tempfile
import time
from contextlib import suppress
from pathlib import Path
from typing import Self

from tests.ssh.processes import children, descendants

SSHD = "/usr/sbin/sshd"
DEADLINE_S = 30.0
CONFIG = """\
ListenAddress 127.0.0.1:{port}
HostKey {folder}/host
AuthorizedKeysFile {folder}/user.pub
PidFile none
UsePAM no
StrictModes no
PasswordAuthentication no
PermitRootLogin prohibit-password
PermitUserRC no
PrintMotd no
PrintLastLog no
AcceptEnv LANG LC_*
MaxStartups 100
MaxSessions 100
ClientAliveInterval {alive_s}
ClientAliveCountMax 2
SetEnv {environment}
"""
FORGIVES = "PerSourcePenalties no\n"
"""Of newer servers, which otherwise lock out an address whose sessions crash."""


class Server:
    """`sshd` in the foreground; whoever logs in is the user of the tests, in a home of their own."""

    def __init__(self, home: Path, *, alive_s: int = 0) -> None:
        """A server that has not started.

        Args:
            home: where runs are kept, and settings and state of those who log in.
            alive_s: it asks a silent client so often, and hangs up after two questions; 0 for never.
        """
        self.home, self.user, self.port = home, getpass.getuser(), _free_port()
        self._alive_s = alive_s

    def __enter__(self) -> Self:
        self._kept = tempfile.TemporaryDirectory(prefix="saddle-ssh-")
        self.folder = Path(self._kept.name)
        for key in ("host", "user"):
            made = ["ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", str(self.folder / key)]
            subprocess.run(made, check=True, stdin=subprocess.DEVNULL)
        if os.getuid() == 0:
            Path("/run/sshd").mkdir(mode=0o755, exist_ok=True)
        self._configure()
        words = [SSHD, "-D", "-e", "-f", str(self.folder / "config")]
        self._log = (self.folder / "log").open("wb")
        self._process = subprocess.Popen(words, stdin=subprocess.DEVNULL, stderr=self._log)
        self._known()
        return self

    def __exit__(self, *failure: object) -> None:
        for pid in [*descendants(self._process.pid), self._process.pid]:
            _kill(pid)
        self._process.wait()
        self._log.close()
        self._kept.cleanup()

    def sessions(self) -> list[int]:
        """Processes of the server that serve one client each, the newest last."""
        return children(self._process.pid)

    def cut(self, session: int) -> None:
        """Kill a session as a machine that loses power would."""
        for pid in [session, *children(session)]:
            if b"sshd" in Path(f"/proc/{pid}/comm").read_bytes():
                _kill(pid)

    def _configure(self) -> None:
        text = CONFIG.format(
            port=self.port,
            folder=self.folder,
            alive_s=self._alive_s,
            environment=" ".join(f"{name}={value}" for name, value in self.environment.items()),
        )
        config = self.folder / "config"
        config.write_text(text + FORGIVES)
        test = [SSHD, "-t", "-f", str(config)]
        if subprocess.run(test, capture_output=True, check=False).returncode:
            config.write_text(text)

    @property
    def environment(self) -> dict[str, str]:
        """Of whoever logs in; no file of the user's home is read."""
        login = self.folder / "login"
        login.mkdir(exist_ok=True)
        return {
            "PATH": f"{Path(sys.executable).parent}:/usr/local/bin:/usr/bin:/bin",
            "HOME": str(login),
            "SADDLE_HOME": str(self.home),
            "TMUX_TMPDIR": str(login),
        } | {name: os.environ[name] for name in ("PYTHONPATH",) if name in os.environ}

    def _known(self) -> None:
        """Wait until it answers."""
        until = time.monotonic() + DEADLINE_S
        while time.monotonic() < until and self._process.poll() is None:
            try:
                with socket.create_connection(("127.0.0.1", self.port), 1) as line:
                    if line.recv(4) == b"SSH-":
                        return
            except OSError:
                time.sleep(0.02)
        raise AssertionError(f"sshd does not answer: {(self.folder / 'log').read_text()}")


def _free_port() -> int:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        port: int = taken.getsockname()[1]
        return port


def _kill(pid: int) -> None:
    with suppress(ProcessLookupError):
        os.kill(pid, signal.SIGKILL)
