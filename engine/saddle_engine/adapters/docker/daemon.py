"""The Docker engine of this machine, every verb with a deadline."""

import asyncio
import logging
import os
import threading
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import TypeVar

from docker import DockerClient
from docker.errors import DockerException
from requests import RequestException

from saddle_engine.adapters.threads import finish_within
from saddle_engine.errors import ConfigError, SandboxError

T = TypeVar("T")
THREADS = 16
PING_S = 10.0
FIRST_PAUSE_S, LONGEST_PAUSE_S = 0.5, 30.0

_log = logging.getLogger(__name__)
READ_TIMEOUT_S = 130
"""Longer than any deadline that a verb is given."""


class Daemon:
    """Runs verbs of the SDK in threads of its own, so that a dead engine stalls nothing else."""

    def __init__(self, socket: Path) -> None:
        self.socket = socket
        self._threads = ThreadPoolExecutor(THREADS, thread_name_prefix="docker")
        self._connecting = threading.Lock()
        self._connected: DockerClient | None = None

    async def call(self, doing: str, deadline_s: float, verb: Callable[[DockerClient], T]) -> T:
        """What a verb returns. Once begun it is waited for, so that it can be undone.

        Raises:
            SandboxError: the engine refused, or did not answer in time.
        """
        try:
            return await finish_within(self._threads, deadline_s, lambda: verb(self._client()))
        except TimeoutError:
            raise SandboxError(f"{doing}: Docker did not answer within {deadline_s:g} s") from None
        except (DockerException, RequestException) as why:
            raise SandboxError(f"{doing}: {str(why)[:1000]}") from why

    async def answering(self, patience_s: float) -> None:
        """Wait until the engine answers: it may be on its way up again.

        Raises:
            SandboxError: it did not within `patience_s`.
        """
        deadline, pause_s = time.monotonic() + patience_s, FIRST_PAUSE_S
        while True:
            try:
                await self.call("looking for Docker", PING_S, lambda client: client.ping())
                return
            except SandboxError as why:
                if time.monotonic() + pause_s > deadline:
                    raise
                _log.warning("%s; waiting for it", why)
            await asyncio.sleep(pause_s)
            pause_s = min(2 * pause_s, LONGEST_PAUSE_S)

    def _client(self) -> DockerClient:
        with self._connecting:
            if self._connected is None:
                self._connected = DockerClient(
                    base_url=f"unix://{self.socket}",
                    timeout=READ_TIMEOUT_S,
                    max_pool_size=THREADS,
                )
            return self._connected


def local_socket() -> Path:
    """The engine's Unix socket. Boxes see folders and sockets of this machine, so it must be here.

    Raises:
        ConfigError: DOCKER_HOST names an engine elsewhere.
    """
    host = os.environ.get("DOCKER_HOST", "unix:///var/run/docker.sock")
    if not host.startswith("unix://"):
        raise ConfigError(
            f"DOCKER_HOST={host}: boxes need a Docker engine on this machine; expected unix://PATH"
        )
    return Path(host.removeprefix("unix://"))
