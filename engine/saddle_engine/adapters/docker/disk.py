"""The size of a box's own files, where the file system sets no limit itself."""

import logging
import time

from docker import DockerClient

from saddle_engine.adapters.docker.daemon import Daemon
from saddle_engine.adapters.docker.order import VERB_S
from saddle_engine.errors import BoxSpent, SandboxError

LOOK_S = 5.0
"""How often it is measured while a command runs, and at most between two commands."""

_log = logging.getLogger(__name__)


class Disk:
    """Kills its box when the writable layer has grown beyond the limit."""

    def __init__(self, daemon: Daemon, container: str, limit_mb: int) -> None:
        """A `limit_mb` of 0 is no limit."""
        self._daemon = daemon
        self._container = container
        self._limit_mb = limit_mb
        self._looked = time.monotonic()

    async def look(self) -> None:
        """Measure, unless that was done a moment ago.

        Raises:
            BoxSpent: too large; the box is dead.
            SandboxError: too large, and the Docker engine cannot end the box.
        """
        if not self._limit_mb or time.monotonic() < self._looked + LOOK_S:
            return
        size = await self._measured()
        self._looked = time.monotonic()
        if size > self._limit_mb << 20:
            await self._daemon.call("killing a box", VERB_S, self._kill)
            raise BoxSpent(f"the box wrote {size >> 20} MB of files; it may have {self._limit_mb}")

    async def _measured(self) -> int:
        """In bytes; 0 when it cannot be told now, which is no reason to give a rollout up."""
        try:
            return await self._daemon.call("measuring a box", VERB_S, self._size)
        except SandboxError as why:
            _log.warning("%s", why)
            return 0

    def _size(self, client: DockerClient) -> int:
        only = {"name": f"^/{self._container}$"}
        return sum(each.get("SizeRw", 0) for each in client.api.containers(size=True, filters=only))

    def _kill(self, client: DockerClient) -> None:
        client.api.kill(self._container)
