"""A real terminal around the command: what it is sent, what it does when it is signalled or goes away."""

import errno
import fcntl
import os
import pty
import select
import signal
import struct
import sys
import termios
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from types import MappingProxyType

DEADLINE_S = 90.0
SETTLED_S, QUIET_S = 0.5, 0.1
ENVIRONMENT = {"TERM": "xterm-256color", "LANG": "C.UTF-8", "PYTHONUNBUFFERED": "1"}
INHERITED = ("PATH", "HOME", "VIRTUAL_ENV", "PYTHONPATH")


@dataclass
class Terminal:
    """The terminal's side of a pseudo-terminal."""

    pid: int
    master: int
    seen: bytes = b""
    code: int | None = None
    """Exit code; minus the signal's number when one ended it."""

    def wait_for(self, text: bytes, after: int = 0) -> None:
        """Read until the text was sent since the beginning, or after so many bytes."""
        until = time.monotonic() + DEADLINE_S
        while self.seen.find(text, after) < 0:
            assert self._read(until - time.monotonic()), f"no {text!r} in {self.seen[-2000:]!r}"

    def wait_end(self) -> bytes:
        """Read until the program is gone; everything that it has sent."""
        until = time.monotonic() + DEADLINE_S
        while self._read(until - time.monotonic()):
            pass
        return self.wait_code()

    def wait_code(self) -> bytes:
        """Wait until the program is gone, without reading what it sends."""
        until = time.monotonic() + DEADLINE_S
        while self.code is None:
            gone, status = os.waitpid(self.pid, os.WNOHANG)
            if gone:
                self.code = os.waitstatus_to_exitcode(status)
            assert time.monotonic() < until, "the program does not end"
            time.sleep(0.01)
        return self.seen

    def drain(self, seconds: float) -> None:
        """Read for so long."""
        until = time.monotonic() + seconds
        while (left := until - time.monotonic()) > 0 and self._read(left):
            pass

    def settle(self) -> None:
        """Read what a key brings, until nothing comes for a moment; half a second at the most."""
        until = time.monotonic() + SETTLED_S
        if self._read(SETTLED_S):
            while time.monotonic() < until and self._read(QUIET_S):
                pass

    def type(self, keys: bytes) -> None:
        os.write(self.master, keys)

    def resize(self, columns: int, rows: int) -> None:
        fcntl.ioctl(self.master, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))

    def signal(self, number: signal.Signals) -> None:
        os.kill(self.pid, number)

    def hang_up(self) -> None:
        """The terminal goes away."""
        os.close(self.master)
        self.master = -1

    def close(self) -> None:
        if self.code is None:
            os.kill(self.pid, signal.SIGKILL)
            os.waitpid(self.pid, 0)
        if self.master >= 0:
            os.close(self.master)

    def _read(self, timeout_s: float) -> bool:
        ready, _, _ = select.select([self.master], [], [], max(timeout_s, 0))
        try:
            read = os.read(self.master, 65536) if ready else b""
        except OSError as error:
            if error.errno != errno.EIO:  # what Linux says when the other side has closed
                raise
            read = b""
        self.seen += read
        return bool(read)


@contextmanager
def terminal(
    words: Sequence[str],
    *,
    columns: int = 80,
    rows: int = 24,
    ignore: Sequence[signal.Signals] = (),
    environment: Mapping[str, str] = MappingProxyType({}),
    program: str = "from saddle_tui.cli import main; sys.exit(main())",
) -> Iterator[Terminal]:
    """`saddle-tui WORDS`, or another program, in a terminal of its own."""
    kept = {name: os.environ[name] for name in INHERITED if name in os.environ}
    size = f"import fcntl, struct, termios; fcntl.ioctl(0, termios.TIOCSWINSZ, struct.pack('HHHH', {rows}, {columns}, 0, 0));"
    deaf = "".join(f"signal.signal({int(number)}, signal.SIG_IGN);" for number in ignore)
    program = f"import signal, sys; {size}{deaf} {program}"
    pid, master = pty.fork()
    if pid == 0:
        words = [sys.executable, "-c", program, *words]
        os.execve(sys.executable, words, {**kept, **ENVIRONMENT, **environment})
    opened = Terminal(pid, master)
    try:
        yield opened
    finally:
        opened.close()
