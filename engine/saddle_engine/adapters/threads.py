"""Blocking work in a thread that is never left behind."""

import asyncio
from collections.abc import Callable
from concurrent.futures import Executor
from functools import partial
from typing import ParamSpec, TypeVar

P = ParamSpec("P")
T = TypeVar("T")


async def finish(work: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> T:
    """What `work` returns. A cancelled caller waits for its end, so that it can be undone."""
    return await finish_within(None, None, partial(work, *args, **kwargs))


async def finish_within(
    threads: Executor | None, seconds: float | None, work: Callable[[], T]
) -> T:
    """As `finish`, for at most `seconds`.

    Raises:
        TimeoutError: it goes on, and nobody waits any more.
    """
    running = asyncio.get_running_loop().run_in_executor(threads, work)
    running.add_done_callback(_hear)
    try:
        done, _ = await asyncio.wait([running], timeout=seconds)
    except asyncio.CancelledError:
        await asyncio.wait([running], timeout=seconds)
        raise
    if not done:
        running.cancel()
        raise TimeoutError
    return running.result()


def _hear(running: "asyncio.Future[T]") -> None:
    """An error that nobody waits for is no warning."""
    if not running.cancelled():
        running.exception()
