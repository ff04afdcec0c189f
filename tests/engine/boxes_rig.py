"""Boxes for tests: both kinds of isolation, and what to wait for in them."""

import asyncio
import os
import subprocess
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

from saddle_engine.adapters.docker import DockerBoxes
from saddle_engine.adapters.none import HostFolders
from saddle_engine.adapters.processes import owner_mark
from saddle_engine.ports import Sandbox, Sandboxes
from saddle_engine.types.boxes import BoxKind, BoxSpec

IMAGE = "debian:bookworm-slim"
HARNESS_IMAGE = "python:3.11-slim-bookworm"
DEADLINE_S = 20.0


@cache
def docker_problem() -> str:
    """Why Docker boxes cannot be tried here, or nothing."""
    try:
        found = subprocess.run(
            ["docker", "image", "inspect", IMAGE, HARNESS_IMAGE],
            capture_output=True,
            text=True,
            check=False,
        )
    except FileNotFoundError:
        return "there is no docker command"
    return found.stderr.strip()


@dataclass(frozen=True)
class Place:
    """Where one run opens its boxes."""

    kind: str
    base: Path
    run: str = field(default_factory=lambda: f"test{os.urandom(4).hex()}")

    def boxes(self) -> Sandboxes:
        """Another opener of the same run, as after a restart."""
        if self.kind == "docker":
            return DockerBoxes(self.run, owner_mark())
        return HostFolders(self.base)


def spec(name: str = "t1", kind: BoxKind = BoxKind.TASK, start_from: str = "") -> BoxSpec:
    return BoxSpec(kind=kind, name=name, image=IMAGE, start_from=start_from)


async def until(true: Callable[[], Awaitable[bool]]) -> None:
    """Wait until a condition holds; fail after a deadline."""
    async with asyncio.timeout(DEADLINE_S):
        while not await true():  # noqa: ASYNC110 - boxes tell nobody
            await asyncio.sleep(0.01)


async def appears(box: Sandbox, path: str) -> None:
    """Wait for a file that a command writes."""

    async def there() -> bool:
        try:
            return bool(await box.read(path))
        except FileNotFoundError:
            return False

    await until(there)


async def runs(box: Sandbox, token: str) -> bool:
    """Whether a process with `token` among its arguments runs where the box's processes do."""
    pattern = f"[{token[0]}]{token[1:]}"  # does not find the search itself
    found = await box.exec(["sh", "-c", 'grep -ls "$0" /proc/[0-9]*/cmdline', pattern])
    return bool(found.stdout)


LINGER = 'sh -c "while :; do sleep 0.1; done" '
"""A command that does not end; the word after it is seen among its arguments."""
