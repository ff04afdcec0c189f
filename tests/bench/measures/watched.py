"""The command in a terminal whose reader takes the time of all that it is sent."""

import fcntl
import os
import pty
import select
import struct
import subprocess
import sys
import termios
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

COLUMNS, ROWS = 120, 40
DEADLINE_S = 60.0
TICKS_A_SECOND = os.sysconf("SC_CLK_TCK")


class Watched:
    """A terminal of 120 x 40, and the process in it."""

    def __init__(self, words: Sequence[str], cache: Path) -> None:
        self._master, slave = pty.openpty()
        fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", ROWS, COLUMNS, 0, 0))
        environment = {
            **os.environ, "TERM": "xterm-256color", "LANG": "C.UTF-8", "XDG_CACHE_HOME": str(cache),
            "PYTHONDONTWRITEBYTECODE": "",
        }  # fmt: skip
        self.began = time.monotonic()
        self.process = subprocess.Popen(
            [sys.executable, "-m", "saddle_tui", *words],
            stdin=slave, stdout=slave, stderr=slave, env=environment, start_new_session=True,
        )  # fmt: skip
        os.close(slave)
        self.taken = 0
        """Bytes."""
        self._tail = b""
        self._news = threading.Condition()
        self._reads = threading.Event()
        self._reads.set()
        self._over = False
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()

    def type(self, keys: str) -> None:
        """As from the keyboard; forget what was sent before."""
        with self._news:
            self._tail = b""
        os.write(self._master, keys.encode())

    def wait_for(self, text: str, seconds: float = DEADLINE_S) -> float:
        """Until it is sent; the time in seconds.

        Raises:
            TimeoutError: it is not.
        """
        with self._news:
            if not self._news.wait_for(lambda: text.encode() in self._tail, seconds):
                raise TimeoutError(f"{text!r} did not come; {self._tail[-300:]!r}")
            return time.monotonic()

    def answer(self, keys: str, text: str) -> float:
        """Milliseconds from keys to a text."""
        begun = time.monotonic()
        self.type(keys)
        return (self.wait_for(text) - begun) * 1000

    def stall(self, *, stalled: bool) -> None:
        """Stop reading, or go on."""
        if stalled:
            self._reads.clear()
        else:
            self._reads.set()

    @property
    def cpu_s(self) -> float:
        """Seconds that the process has computed."""
        stat = Path(f"/proc/{self.process.pid}/stat").read_text("ascii").rpartition(")")[2].split()
        return (int(stat[11]) + int(stat[12])) / TICKS_A_SECOND

    @property
    def memory_mb(self) -> float:
        """Resident memory of the process."""
        for line in Path(f"/proc/{self.process.pid}/status").read_text("ascii").splitlines():
            if line.startswith("VmRSS"):
                return int(line.split()[1]) / 1024
        return 0.0

    def close(self) -> None:
        self._over = True
        self._reads.set()
        self._reader.join()  # else it reads on from whoever gets the number of the descriptor next
        self.process.kill()
        self.process.wait()
        os.close(self._master)

    def _read(self) -> None:
        while not self._over:
            self._reads.wait()
            try:
                if not select.select([self._master], [], [], 0.2)[0]:
                    continue
                read = os.read(self._master, 65536)
            except (OSError, ValueError):
                return
            with self._news:
                self.taken += len(read)
                self._tail = (self._tail + read)[-400_000:]
                self._news.notify_all()


@contextmanager
def watched(home: Path, *words: str) -> Iterator[Watched]:
    """`saddle-tui --home HOME WORDS`, with a cache beside that home."""
    terminal = Watched(["--home", str(home), *words], home / "cache")
    try:
        yield terminal
    finally:
        terminal.close()


@contextmanager
def live(home: Path, rate: float, seconds: float, *words: str) -> Iterator[subprocess.Popen[bytes]]:
    """A made-up engine that writes so many events a second."""
    asked = ["--live", str(rate), "--seconds", str(seconds), *words]
    engine = subprocess.Popen(
        [sys.executable, "-m", "tests.synthetic", str(home), *asked], stdout=subprocess.PIPE
    )
    try:
        assert engine.stdout is not None
        engine.stdout.readline()
        engine.stdout.readline()
        yield engine
    finally:
        engine.kill()
        engine.wait()
