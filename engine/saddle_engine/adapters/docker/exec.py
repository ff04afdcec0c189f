"""One command in a running container: output capped, ended with all that it started."""

import asyncio
import time
from contextlib import suppress

from saddle_engine.adapters.docker.daemon import Daemon
from saddle_engine.adapters.docker.disk import LOOK_S, Disk
from saddle_engine.adapters.docker.ending import POLL_S, end, survived
from saddle_engine.adapters.docker.order import Order, create, exit_code, read_in_time
from saddle_engine.adapters.docker.stream import Frames, connected, hang_up, start
from saddle_engine.adapters.output import KILLED, Output
from saddle_engine.errors import SandboxError
from saddle_engine.types.boxes import ExecResult

EXIT_S = 10.0


async def run(daemon: Daemon, order: Order, disk: Disk) -> tuple[ExecResult, bool]:
    """Run a command to its end, or end it with all that it started.

    Returns:
        Its result, and whether the container lives: one that leaves no room to end a command in
        it is killed.

    Raises:
        BoxSpent: the container has written more than it may.
        SandboxError: the container is gone, or the Docker engine does not answer.
    """
    output = Output(order.limit_bytes)
    exec_id, version = await create(daemon, order)
    async with connected(daemon.socket, "running a command in a box") as (reader, writer):
        try:
            await start(reader, writer, version, exec_id)
            if order.stdin:
                writer.write(order.stdin)
                writer.write_eof()
            timed_out = not await _read(Frames(reader, output), order.timeout_s, disk)
        except BaseException:
            await hang_up(writer)
            with suppress(SandboxError):
                await end(daemon, order, exec_id)
            raise
    if timed_out or output.flooded:  # no longer connected: unread output would hold up the end
        lives = await end(daemon, order, exec_id)
        return output.result(KILLED, timed_out=timed_out), lives
    return output.result(await _final_code(daemon, order, exec_id)), True


async def _read(frames: Frames, seconds: float, disk: Disk) -> bool:
    """Whether a command's output came to its end in time; what it writes is watched meanwhile."""
    deadline = time.monotonic() + seconds
    while (left := deadline - time.monotonic()) > 0:
        if await read_in_time(frames, min(left, LOOK_S)):
            return True
        looked = time.monotonic()
        await disk.look()
        deadline += time.monotonic() - looked  # the command may have ended meanwhile
    return False


async def _final_code(daemon: Daemon, order: Order, exec_id: str) -> int:
    """The exit code, which can come a moment after the end of the streams."""
    deadline = time.monotonic() + EXIT_S
    while (code := await exit_code(daemon, exec_id)) is None:
        if time.monotonic() > deadline:
            raise SandboxError("the end of a command: Docker reports no exit code")
        await asyncio.sleep(POLL_S)
    if code == KILLED and not await survived(daemon, order):
        raise SandboxError("the box was killed while a command ran in it")
    return code
