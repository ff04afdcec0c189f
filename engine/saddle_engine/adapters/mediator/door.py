"""The door of a rollout: HTTP on a Unix socket, one small aiohttp application each."""

import asyncio
import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from aiohttp import web

from saddle_engine.adapters.mediator.handling import add_routes
from saddle_engine.adapters.mediator.messages import Allowed
from saddle_engine.adapters.mediator.session import Session

MAX_BODY_BYTES = 32_000_000
MAX_CONNECTIONS = 8
READY = 0o666
"""Mode of the socket: the user in the box is not ours, the folder above keeps others out."""
GOODBYE_S = 0.5
"""For answers still being sent when the door closes."""

_FULL_BODY = b'{"kind": "too_many_connections", "message": "8 connections are open already"}'
FULL = b"HTTP/1.1 429 Too Many Requests\r\nConnection: close\r\nContent-Type: application/json\r\n"
FULL += b"Content-Length: %d\r\n\r\n%s" % (len(_FULL_BODY), _FULL_BODY)


@asynccontextmanager
async def open_door(
    session: Session, socket: Path, allowed: Allowed, seconds: float
) -> AsyncIterator[None]:
    """Serve a session on a Unix socket; closes the door and removes the socket on exit.

    Args:
        session: answers the requests.
        socket: its folder exists and lets in nobody but this rollout's box.
        allowed: the only model that may be asked for.
        seconds: idle connections are kept this long; it must exceed the longest tool run.
    """
    app = web.Application(client_max_size=MAX_BODY_BYTES)
    add_routes(app, session, allowed)
    runner = web.AppRunner(
        app,
        handler_cancellation=True,
        access_log=None,
        logger=logging.Logger("mediator", logging.CRITICAL + 1),  # bad HTTP is the harness's affair
        keepalive_timeout=seconds,
        shutdown_timeout=GOODBYE_S,
    )
    await runner.setup()
    try:
        async with _listening(runner, socket):
            yield
    finally:
        await runner.cleanup()


@asynccontextmanager
async def _listening(runner: web.AppRunner, socket: Path) -> AsyncIterator[None]:
    """Not aiohttp's own Unix site, which cannot count connections."""
    server = runner.server
    assert server is not None
    loop = asyncio.get_running_loop()
    listener = await loop.create_unix_server(lambda: _Gate(server), socket)
    try:
        await asyncio.to_thread(socket.chmod, READY)
        yield
    finally:
        listener.close()
        await asyncio.to_thread(socket.unlink, missing_ok=True)


class _Gate(asyncio.Protocol):
    """Lets a connection in or turns it away; counted when made, for many are accepted at once."""

    def __init__(self, server: web.Server) -> None:
        self._server = server

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        if len(self._server.connections) >= MAX_CONNECTIONS:
            transport.write(FULL)
            transport.close()
            return
        served = self._server()
        transport.set_protocol(served)
        served.connection_made(transport)
