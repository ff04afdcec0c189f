"""One command as a process of its own session, with limits, its output capped."""

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from saddle_engine.adapters.none.child import Child
from saddle_engine.adapters.output import KILLED, Output, not_started
from saddle_engine.adapters.processes import MARK, end_marked
from saddle_engine.types.boxes import ExecResult

DRAIN_S = 0.1
"""How long output is awaited from a child that outlives its command and holds its pipes."""

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
    output = Output(order.limit_bytes)
    try:
        child = _start(order, output)
    except OSError as why:
        return not_started(f"{order.cwd}: {why.strerror}")
    ended = False
    try:
        timed_out = not await _before(child.over, order.timeout_s)
        if timed_out or output.flooded:
            return output.result(KILLED, timed_out=timed_out)
        await _before(child.silent, DRAIN_S)
        ended = True
        return output.result(child.exit_code)
    finally:
        child.close()
        if not ended:
            await end_marked(f"{MARK}={order.mark}\0")


def _start(order: Order, output: Output) -> Child:
    argv = ["/bin/sh", "-c", LIMITED, "sh", str(order.memory_kb), *order.argv]
    return Child(argv, order.cwd, {**order.env, MARK: order.mark}, order.stdin, output)


async def _before(event: asyncio.Event, seconds: float) -> bool:
    """Whether the event came in time."""
    try:
        async with asyncio.timeout(seconds):
            return await event.wait()
    except TimeoutError:
        return event.is_set()
