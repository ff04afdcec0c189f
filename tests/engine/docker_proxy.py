"""A way to the Docker engine that a test can close, cut and open again."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from saddle_engine.adapters.docker.daemon import local_socket


class Proxy:
    """Passes bytes on, both ways."""

    def __init__(self, socket: Path) -> None:
        self.socket = socket
        self._ways: set[asyncio.StreamWriter] = set()
        self._server: asyncio.Server | None = None

    async def open(self) -> None:
        self._server = await asyncio.start_unix_server(self._serve, self.socket)

    async def close(self) -> None:
        """As a Docker engine that dies."""
        if self._server is not None:
            self._server.close()
        self.socket.unlink(missing_ok=True)
        self.cut()

    def cut(self) -> None:
        """Break every connection there is."""
        for way in self._ways:
            way.transport.abort()

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        there, back = await asyncio.open_unix_connection(str(local_socket()))
        self._ways |= {writer, back}
        async with asyncio.TaskGroup() as group:
            group.create_task(_pass(reader, back))
            group.create_task(_pass(there, writer))


async def _pass(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    try:
        while data := await reader.read(1 << 16):
            writer.write(data)
            await writer.drain()
        if writer.can_write_eof():
            writer.write_eof()
    except OSError:
        writer.transport.abort()


@asynccontextmanager
async def proxied(socket: Path) -> AsyncIterator[Proxy]:
    """An open way."""
    proxy = Proxy(socket)
    await proxy.open()
    try:
        yield proxy
    finally:
        await proxy.close()
