"""A child process, its pipes and its end on the event loop.

Starting it never waits, so there is no moment at which a cancelled caller could lose it: asyncio's
own subprocesses can hang for ever when they are cancelled while they start.
"""

import asyncio
import os
import signal
import subprocess
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import IO

from saddle_engine.adapters.output import Output

CHUNK = 1 << 16


class Child:
    """A running process in a session of its own.

    Raises:
        OSError: it cannot be started.
    """

    def __init__(
        self, argv: Sequence[str], cwd: Path, env: dict[str, str], stdin: bytes, output: Output
    ) -> None:
        self.over = asyncio.Event()
        """The process has exited, or prints without end."""
        self.silent = asyncio.Event()
        """Nobody holds its output pipes any more."""
        self._loop = asyncio.get_running_loop()
        self._output = output
        self._stdin = memoryview(stdin)
        self._process = subprocess.Popen(
            argv,
            cwd=cwd,
            env=env,
            stdin=subprocess.PIPE if stdin else subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            bufsize=0,
            start_new_session=True,
        )
        self._open: dict[int, IO[bytes]] = {}
        self._outputs: set[int] = set()
        self._handle = os.pidfd_open(self._process.pid)
        self._loop.add_reader(self._handle, self._exited)
        self._watch()

    @property
    def exit_code(self) -> int:
        """As a shell reports it; only once the process has exited."""
        code = self._process.returncode
        return code if code >= 0 else 128 - code

    def kill(self) -> None:
        """Kill its process group, unless it has exited."""
        if self._process.returncode is None:  # not waited for yet: the id is still its own
            with suppress(ProcessLookupError):
                os.killpg(self._process.pid, signal.SIGKILL)

    def close(self) -> None:
        """Kill it, wait for its end and let go of its pipes."""
        self.kill()
        for descriptor in list(self._open):
            self._drop(descriptor)
        self._loop.remove_reader(self._handle)
        self._process.wait()
        os.close(self._handle)

    def _watch(self) -> None:
        for stream, pipe in ((1, self._process.stdout), (2, self._process.stderr)):
            assert pipe is not None
            self._open[pipe.fileno()] = pipe
            self._outputs.add(pipe.fileno())
            os.set_blocking(pipe.fileno(), False)
            self._loop.add_reader(pipe.fileno(), self._read, pipe.fileno(), stream)
        if self._process.stdin is not None:
            descriptor = self._process.stdin.fileno()
            self._open[descriptor] = self._process.stdin
            os.set_blocking(descriptor, False)
            self._loop.add_writer(descriptor, self._write, descriptor)

    def _read(self, descriptor: int, stream: int) -> None:
        with suppress(BlockingIOError):
            if data := os.read(descriptor, CHUNK):
                self._output.add(stream, data)
                if self._output.flooded:
                    self.over.set()
            else:
                self._drop(descriptor)

    def _write(self, descriptor: int) -> None:
        try:
            self._stdin = self._stdin[os.write(descriptor, self._stdin[:CHUNK]) :]
        except BlockingIOError:
            return
        except BrokenPipeError:
            self._stdin = self._stdin[:0]
        if not self._stdin:
            self._drop(descriptor)

    def _drop(self, descriptor: int) -> None:
        self._loop.remove_reader(descriptor)
        self._loop.remove_writer(descriptor)
        self._open.pop(descriptor).close()
        self._outputs.discard(descriptor)
        if not self._outputs:
            self.silent.set()

    def _exited(self) -> None:
        self._loop.remove_reader(self._handle)
        self._process.wait()
        self.over.set()
