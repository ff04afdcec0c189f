"""The images of a run, each looked at once."""

import asyncio
import logging
from collections import defaultdict
from typing import Any

from saddle_engine.adapters.docker.compiled import compiled
from saddle_engine.adapters.docker.daemon import Daemon
from saddle_engine.adapters.docker.image import INSPECT_S, described, inspect, missing
from saddle_engine.adapters.docker.spec import HARNESS_IMAGE
from saddle_engine.errors import BenchmarkBroken
from saddle_engine.types.boxes import Image


class Images:
    """Finds images by name, and those that harness boxes really start from."""

    def __init__(self, daemon: Daemon) -> None:
        self._daemon = daemon
        self._compiled: dict[str, str] = {}
        self._compiling: dict[str, asyncio.Lock] = defaultdict(asyncio.Lock)

    async def image(self, name: str) -> Image:
        """What an image says; an empty name is the harness's.

        Raises:
            BenchmarkBroken: it is not on this machine.
            SandboxError: the Docker engine does not answer.
        """
        chosen = name or HARNESS_IMAGE
        found = await self._inspected(chosen)
        if found is None:
            raise BenchmarkBroken(missing(chosen))
        return described(chosen, found)

    async def compiled(self, name: str) -> str:
        """The image with Python's library compiled; itself where that cannot be done.

        Raises:
            SandboxError: the Docker engine does not answer.
        """
        async with self._compiling[name]:
            if name not in self._compiled:
                self._compiled[name] = await self._compile(name)
        return self._compiled[name]

    async def _compile(self, name: str) -> str:
        found = await self._inspected(name)
        if found is None:
            return name  # opening the box says so
        try:
            return await compiled(self._daemon, name, found["Id"])
        except BenchmarkBroken as why:
            logging.getLogger(__name__).warning("harness boxes start slowly: %s", why)
            return name

    async def _inspected(self, name: str) -> dict[str, Any] | None:
        return await self._daemon.call(
            f"looking for the image {name}", INSPECT_S, lambda client: inspect(client, name)
        )
