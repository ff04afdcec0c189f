"""One command as a process of its own session, with limits, its output capped."""

import asyncio
import os
import signal
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from saddle_engine.adapters.output import KILLED, Output
from saddle_engine.adapters.processes import MARK, end_marked
from saddle_engine.types.boxes import ExecResult

DRAIN_S = 0.1
"""How long output is awaited from a child that outlives its command and holds its pipes."""
NOT_STARTED = 126

# Set by a shell before it becomes the command: a limit set from outside could come too late.
# Units: descriptors, 512-byte blocks (1 GiB), seconds of processor time, kilobytes.
LIMITED = (
    "umask 022; ulimit -c 0; ulimit -n 1024; ulimit -f 2097152; ulimit -t 3600; "
    'ulimit -v "$1"; shift; exec "$@"'
)


@dataclass(frozen=True)
class Order:
    """What to run: `mark` is unique to this command, and within its environment."""

    argv: Sequence[str]
    cwd: Path
    env: dict[str, str]
    mark: str
    stdin: bytes
    timeout_s: float
    limit_bytes: int
    memory_kb: int


async def run(order: Order) -> ExecResult:
    """Run a command to its end, or end it with all that it started."""
    command = _Command(Output(order.limit_bytes))
    try:
        transport = await _start(command, order)
    except OSError as why:
        return ExecResult(exit_code=NOT_STARTED, stderr=f"{order.cwd}: {why.strerror}\n".encode())
    try:
        timed_out = not await _before(command.over, order.timeout_s)
        if timed_out or command.output.flooded:
            await _end(transport, order.mark)
            return command.output.result(KILLED, timed_out=timed_out)
        await _before(command.silent, DRAIN_S)
        return command.output.result(_exit_code(transport))
    finally:
        if transport.get_returncode() is None:
            await _end(transport, order.mark)
        transport.close()


class _Command(asyncio.SubprocessProtocol):
    def __init__(self, output: Output) -> None:
        self.output = output
        self.over = asyncio.Event()
        """The command has exited, or prints without end."""
        self.silent = asyncio.Event()
        """Nobody holds its pipes any more."""
        self._pipes = {1, 2}

    def pipe_data_received(self, fd: int, data: bytes | str) -> None:
        assert isinstance(data, bytes)
        self.output.add(fd, data)
        if self.output.flooded:
            self.over.set()

    def pipe_connection_lost(self, fd: int, exc: Exception | None) -> None:
        self._pipes.discard(fd)
        if not self._pipes:
            self.silent.set()

    def process_exited(self) -> None:
        self.over.set()


async def _start(command: _Command, order: Order) -> asyncio.SubprocessTransport:
    transport, _ = await asyncio.get_running_loop().subprocess_exec(
        lambda: command,
        *("/bin/sh", "-c", LIMITED, "sh", str(order.memory_kb), *order.argv),
        stdin=asyncio.subprocess.PIPE if order.stdin else asyncio.subprocess.DEVNULL,
        cwd=order.cwd,
        env={**order.env, MARK: order.mark},
        start_new_session=True,
    )
    if order.stdin:
        pipe = transport.get_pipe_transport(0)
        assert isinstance(pipe, asyncio.WriteTransport)
        pipe.write(order.stdin)
        pipe.write_eof()
    return transport


async def _before(event: asyncio.Event, seconds: float) -> bool:
    """Whether the event came in time."""
    try:
        async with asyncio.timeout(seconds):
            return await event.wait()
    except TimeoutError:
        return event.is_set()


async def _end(transport: asyncio.SubprocessTransport, mark: str) -> None:
    if transport.get_returncode() is None:
        with suppress(ProcessLookupError):  # it may just have ended; its children have the mark
            os.killpg(transport.get_pid(), signal.SIGKILL)
    await end_marked(f"{MARK}={mark}\0")


def _exit_code(transport: asyncio.SubprocessTransport) -> int:
    code = transport.get_returncode()
    assert code is not None
    return code if code >= 0 else 128 - code
