"""One command in a running container: output capped, ended with all that it started."""

import asyncio
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace

from docker import DockerClient

from saddle_engine.adapters.docker.daemon import Daemon
from saddle_engine.adapters.docker.stream import Frames, connected, start
from saddle_engine.adapters.output import KILLED, Output
from saddle_engine.adapters.processes import MARK
from saddle_engine.errors import SandboxError
from saddle_engine.types.boxes import ExecResult

CREATE_S = 30.0
KILL_S = 10.0
EXIT_S = 10.0
POLL_S = 0.05

# Kills until nothing with the mark is left; it must not carry the mark itself.
KILLER = """
round=0
while [ "$round" -lt 50 ]; do
    found=$(grep -lsF "$1" /proc/[0-9]*/environ)
    [ "$?" -le 2 ] || exit 1
    [ -n "$found" ] || exit 0
    for file in $found; do
        pid=${file#/proc/}
        kill -9 "${pid%/environ}" 2>/dev/null
    done
    round=$((round + 1))
    sleep 0.02
done
exit 1
"""


@dataclass(frozen=True)
class Order:
    """What to run; `number` is unique in its container."""

    container: str
    number: int
    argv: Sequence[str]
    cwd: str
    env: dict[str, str]
    stdin: bytes
    timeout_s: float
    limit_bytes: int

    @property
    def mark(self) -> str:
        return f"{self.number:08}"


async def run(daemon: Daemon, order: Order) -> ExecResult:
    """Run a command to its end, or end it with all that it started.

    Raises:
        SandboxError: the container is gone, or the Docker engine does not answer.
    """
    output = Output(order.limit_bytes)
    exec_id, version = await daemon.call("preparing a command", CREATE_S, _creating(order))
    async with connected(daemon.socket, "running a command in a box") as (reader, writer):
        try:
            await start(reader, writer, version, exec_id)
            if order.stdin:
                writer.write(order.stdin)
                writer.write_eof()
            timed_out = not await _in_time(Frames(reader, output), order.timeout_s)
        except BaseException:
            writer.close()
            with suppress(SandboxError):
                await _end(daemon, order, exec_id)
            raise
    if timed_out or output.flooded:  # no longer connected: unread output would hold up the end
        await _end(daemon, order, exec_id)
        return output.result(KILLED, timed_out=timed_out)
    return output.result(await _exit_code(daemon, order.container, exec_id))


async def _in_time(frames: Frames, seconds: float) -> bool:
    try:
        async with asyncio.timeout(seconds):
            await frames.read_all()
    except TimeoutError:
        return False
    return True


async def _exit_code(daemon: Daemon, container: str, exec_id: str) -> int:
    """The exit code, which can come a moment after the end of the streams."""
    deadline = time.monotonic() + EXIT_S
    while (code := await _ask_exit_code(daemon, exec_id)) is None:
        if time.monotonic() > deadline:
            raise SandboxError("the end of a command: Docker reports no exit code")
        await asyncio.sleep(POLL_S)
    if code == KILLED and not await daemon.call("looking at a box", CREATE_S, _running(container)):
        raise SandboxError("the box was killed while a command ran in it")
    return code


async def _end(daemon: Daemon, order: Order, exec_id: str) -> None:
    """End a command with all that carries its mark, or else its whole container."""
    deadline = time.monotonic() + KILL_S
    with suppress(SandboxError):
        while time.monotonic() < deadline:
            over = await _ask_exit_code(daemon, exec_id) is not None
            if await _kill_marked(daemon, order) and over:
                return
            await asyncio.sleep(POLL_S)
    await daemon.call("killing a box", KILL_S, lambda client: client.api.kill(order.container))


async def _kill_marked(daemon: Daemon, order: Order) -> bool:
    """Whether no process of a command is left."""
    argv = ["/bin/sh", "-c", KILLER, "sh", f"{MARK}={order.mark}"]
    killer = replace(order, argv=argv, cwd="/", env={}, stdin=b"", number=0)
    exec_id, version = await daemon.call("ending a command", CREATE_S, _creating(killer))
    async with connected(daemon.socket, "ending a command") as (reader, writer):
        await start(reader, writer, version, exec_id)
        await _in_time(Frames(reader, Output(0)), KILL_S)
    return await _ask_exit_code(daemon, exec_id) == 0


async def _ask_exit_code(daemon: Daemon, exec_id: str) -> int | None:
    found = await daemon.call(
        "looking at a command", CREATE_S, lambda client: client.api.exec_inspect(exec_id)
    )
    code: int | None = found["ExitCode"]
    return code


def _creating(order: Order) -> Callable[[DockerClient], tuple[str, str]]:
    def create(client: DockerClient) -> tuple[str, str]:
        made = client.api.exec_create(
            order.container,
            list(order.argv),
            stdin=bool(order.stdin),
            environment={**order.env, MARK: order.mark},
            workdir=order.cwd,
        )
        return made["Id"], client.api.api_version

    return create


def _running(container: str) -> Callable[[DockerClient], bool]:
    return lambda client: bool(client.api.inspect_container(container)["State"]["Running"])
