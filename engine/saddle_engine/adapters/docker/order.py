"""What Docker calls an exec: asking for one, and for how it ended."""

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from docker import DockerClient

from saddle_engine.adapters.docker.daemon import Daemon
from saddle_engine.adapters.docker.stream import Frames, connected, start
from saddle_engine.adapters.output import Output
from saddle_engine.adapters.processes import MARK

VERB_S = 30.0
SMALL_S = 10.0


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


async def create(daemon: Daemon, order: Order) -> tuple[str, str]:
    """An exec that is not started yet: its id, and the version of the engine's interface."""
    return await daemon.call("preparing a command", VERB_S, _creating(order))


async def exit_code(daemon: Daemon, exec_id: str) -> int | None:
    """How an exec ended; None while it runs, or has not begun."""
    found = await daemon.call(
        "looking at a command", VERB_S, lambda client: client.api.exec_inspect(exec_id)
    )
    code: int | None = found["ExitCode"]
    return code


async def run_small(daemon: Daemon, order: Order, argv: Sequence[str]) -> int | None:
    """The exit code of a small command of ours, in the box of another one."""
    ours = replace(order, number=0, argv=argv, cwd="/", env={}, stdin=b"")
    exec_id, version = await create(daemon, ours)
    async with connected(daemon.socket, "looking into a box") as (reader, writer):
        await start(reader, writer, version, exec_id)
        await read_in_time(Frames(reader, Output(0)), SMALL_S)
    return await exit_code(daemon, exec_id)


async def read_in_time(frames: Frames, seconds: float) -> bool:
    """Whether a command's output came to its end in time."""
    try:
        async with asyncio.timeout(seconds):
            await frames.read_all()
    except TimeoutError:
        return False
    return True


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
