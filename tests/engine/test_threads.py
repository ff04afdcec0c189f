"""Blocking work is never left behind."""

import asyncio
import threading

import pytest

from saddle_engine.adapters.threads import finish, finish_within


async def test_a_cancelled_caller_waits_for_the_end_of_its_work() -> None:
    begun, go_on, done = threading.Event(), threading.Event(), threading.Event()

    def work() -> None:
        begun.set()
        go_on.wait(20)
        done.set()

    async with asyncio.TaskGroup() as group:
        running = group.create_task(finish(work))
        await asyncio.to_thread(begun.wait, 20)
        running.cancel()
        await asyncio.sleep(0)
        assert not running.done()
        go_on.set()

    assert running.cancelled()
    assert done.is_set()


async def test_work_that_takes_too_long_is_given_up() -> None:
    release = threading.Event()
    with pytest.raises(TimeoutError):
        await finish_within(None, 0.01, lambda: release.wait(20))
    release.set()


async def test_what_work_raises_reaches_its_caller() -> None:
    with pytest.raises(ValueError, match="invalid literal"):
        await finish(int, "x")
