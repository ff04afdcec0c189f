"""The end of a command, or of the box around it."""

import asyncio
import time
from collections.abc import Callable
from contextlib import suppress

from docker import DockerClient

from saddle_engine.adapters.docker.daemon import Daemon
from saddle_engine.adapters.docker.order import VERB_S, Order, exit_code, run_small
from saddle_engine.adapters.processes import MARK
from saddle_engine.errors import SandboxError

KILL_S = 10.0
DEATH_S = 1.0
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


async def end(daemon: Daemon, order: Order, exec_id: str) -> bool:
    """End a command with all that carries its mark, or else its whole container.

    Returns:
        Whether the container lives.
    """
    deadline = time.monotonic() + KILL_S
    with suppress(SandboxError):
        while time.monotonic() < deadline:
            over = await exit_code(daemon, exec_id) is not None
            if await _kill_marked(daemon, order) and over:
                return True
            await asyncio.sleep(POLL_S)
    await daemon.call("killing a box", KILL_S, lambda client: client.api.kill(order.container))
    return False


async def survived(daemon: Daemon, order: Order) -> bool:
    """Whether the box is still there. Docker learns of a command's death before the box's."""
    deadline = time.monotonic() + DEATH_S
    while await run_small(daemon, order, ["/bin/sh", "-c", ":"]) != 0:
        if not await daemon.call("looking at a box", VERB_S, _running(order.container)):
            return False
        if time.monotonic() > deadline:
            return True
        await asyncio.sleep(POLL_S)
    return True


async def out_of_memory(daemon: Daemon, container: str) -> bool:
    """Whether a container is dead and has met the limit of its memory."""

    def look(client: DockerClient) -> bool:
        state = client.api.inspect_container(container)["State"]
        return bool(state["OOMKilled"]) and not state["Running"]

    try:
        return await daemon.call("looking at a box", VERB_S, look)
    except SandboxError:
        return False


async def _kill_marked(daemon: Daemon, order: Order) -> bool:
    """Whether no process of a command is left."""
    killer = ["/bin/sh", "-c", KILLER, "sh", f"{MARK}={order.mark}"]
    return await run_small(daemon, order, killer) == 0


def _running(container: str) -> Callable[[DockerClient], bool]:
    return lambda client: bool(client.api.inspect_container(container)["State"]["Running"])
