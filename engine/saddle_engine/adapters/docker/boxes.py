"""The port `Sandboxes` over Docker containers."""

import asyncio
import logging
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from hashlib import sha256
from itertools import count
from pathlib import Path
from typing import Any

from docker import DockerClient
from docker.errors import ImageNotFound

from saddle_engine.adapters.boxnames import Names
from saddle_engine.adapters.docker import reaping
from saddle_engine.adapters.docker.box import DockerBox
from saddle_engine.adapters.docker.daemon import Daemon, local_socket
from saddle_engine.adapters.docker.image import build_image, image_name, missing
from saddle_engine.adapters.docker.images import Images
from saddle_engine.adapters.docker.quota import Quota
from saddle_engine.adapters.docker.spec import (
    OWNER,
    RUN,
    box_label,
    container,
    container_name,
    is_closed,
)
from saddle_engine.errors import SandboxError
from saddle_engine.types.boxes import BoxSpec, Image

CREATE_S, START_S, REMOVE_S, REAP_S = 60.0, 30.0, 30.0, 120.0
PATIENCE_S = 600.0
"""How long a Docker engine may be away, while it is restarted, before boxes count as broken."""


class DockerBoxes:
    """Opens boxes as containers that are labelled with the run and its owner."""

    def __init__(self, run: str, owner: str, socket: Path | None = None) -> None:
        """Nothing is connected yet.

        Args:
            run: the run's id; what is left under it when `reap` is called gets removed.
            owner: `processes.owner_mark()` of the engine.
            socket: the Docker engine's Unix socket; DOCKER_HOST or the usual one when None.

        Raises:
            ConfigError: DOCKER_HOST names an engine on another machine.
        """
        self._run = run
        self._labels = {RUN: run, OWNER: owner}
        self._daemon = Daemon(socket or local_socket())
        self._names = Names()
        self._builds = Names()
        self._images = Images(self._daemon)
        self._quota = Quota()
        self._slots: set[int] = set()

    @property
    def name(self) -> str:
        return "docker"

    @asynccontextmanager
    async def open(self, spec: BoxSpec) -> AsyncIterator[DockerBox]:
        name = container_name(self._run, box_label(spec))
        async with self._names.hold(name):
            await self._daemon.answering(PATIENCE_S)
            with self._slot() as slot:
                options = container(spec, slot, self._labels)
                if is_closed(spec):
                    options["image"] = await self._images.compiled(options["image"])
                try:
                    watched_mb = await self._start(name, spec, options)
                    yield DockerBox(self._daemon, name, spec, _frozen(name), watched_mb)
                finally:
                    await self._remove(name)

    async def build(
        self, context: Path, tag: str, timeout_s: float, *, network: bool = False
    ) -> str:
        name = await asyncio.to_thread(image_name, context, tag)
        async with self._builds.hold(name):
            await build_image(self._daemon, context, name, timeout_s, network=network)
        return name

    async def image(self, name: str) -> Image:
        return await self._images.image(name)

    async def reap(self) -> int:
        def remove(client: DockerClient) -> int:
            return reaping.reap(client, self._run, self._names)

        return await self._daemon.call("removing what was left", REAP_S, remove)

    async def _start(self, name: str, spec: BoxSpec, options: dict[str, Any]) -> int:
        """Create and start a container; the size of its files that must be watched, in MB, or 0."""
        limit_mb = 0 if is_closed(spec) else spec.disk_mb

        def create(client: DockerClient) -> int:
            reaping.remove(client, name, _frozen(name))  # a dead engine's, if any
            try:
                return self._quota.create(client, name, limit_mb, options)
            except ImageNotFound as why:
                raise SandboxError(missing(options["image"])) from why

        def start(client: DockerClient) -> None:
            client.api.start(name)

        watched_mb = await self._daemon.call(f"creating the box {name}", CREATE_S, create)
        await self._daemon.call(f"starting the box {name}", START_S, start)
        return watched_mb

    async def _remove(self, name: str) -> None:
        def remove(client: DockerClient) -> None:
            reaping.remove(client, name, _frozen(name))

        try:
            await self._daemon.call(f"removing the box {name}", REMOVE_S, remove)
        except SandboxError as why:  # what was done in the box stands; `reap` finds the rest
            logging.getLogger(__name__).warning("%s", why)

    @contextmanager
    def _slot(self) -> Iterator[int]:
        slot = next(number for number in count() if number not in self._slots)
        self._slots.add(slot)
        try:
            yield slot
        finally:
            self._slots.discard(slot)


def _frozen(name: str) -> str:
    return f"saddle-frozen:{sha256(name.encode()).hexdigest()[:24]}"
