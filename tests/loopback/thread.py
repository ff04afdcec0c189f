"""The server in a thread, for tests that drive the command and have no loop of their own."""

import asyncio
import threading
from collections.abc import Iterator
from concurrent.futures import Future
from contextlib import contextmanager

from tests.loopback.server import Loopback


@contextmanager
def in_thread(loopback: Loopback, port: int = 0) -> Iterator[str]:
    """Serve while the block runs; gives the base URL. Faults may be changed meanwhile."""
    url: Future[str] = Future()
    stopped = asyncio.Event()
    loop = asyncio.new_event_loop()

    async def serve() -> None:
        async with loopback.serve(port) as base:
            url.set_result(base)
            await stopped.wait()

    def run() -> None:
        try:
            loop.run_until_complete(serve())
        except Exception as error:
            if url.done():
                raise
            url.set_exception(error)
        finally:
            loop.close()

    thread = threading.Thread(target=run, name="loopback", daemon=True)
    thread.start()
    try:
        yield url.result(timeout=10)
    finally:
        if not loop.is_closed():
            loop.call_soon_threadsafe(stopped.set)
        thread.join(timeout=10)
