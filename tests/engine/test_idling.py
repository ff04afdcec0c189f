"""An engine that can do nothing and that nobody watches ends by itself; one that can do anything never does."""

import asyncio
from collections.abc import Callable

from saddle_engine import events as ev
from saddle_engine.stages.idling import IdleStop, watch_idleness
from saddle_engine.types.base import Digest, PatchId
from saddle_engine.types.steering import PauseMode
from tests.engine.calls_rig import Rig, at_rest, opened, until
from tests.tui.stories import Story

HOUR_S = 3600.0


def nobody() -> bool:
    return False


async def ends(rig: Rig, watched: Callable[[], bool] = nobody, hours: float = 1.0) -> str:
    """What an engine says that ends within three hours; empty when it does not end."""
    begun = rig.clock.monotonic()
    watch = asyncio.ensure_future(watch_idleness(rig.book, hours, watched, rig.clock))
    while not watch.done() and rig.clock.monotonic() - begun < 3 * HOUR_S:
        await rig.clock.sleep(1.0)
    watch.cancel()
    await asyncio.wait([watch])
    if watch.cancelled() or watch.exception() is None:
        return ""
    assert isinstance(watch.exception(), IdleStop)
    return str(watch.exception())


async def pause(rig: Rig, mode: PauseMode = PauseMode.DRAIN, by: str = "operator") -> None:
    await rig.book.append(ev.RunPaused(by=by, reason="the limit of $5 is reached", mode=mode))


async def hold(rig: Rig) -> PatchId:
    """A patch waits for the operator in the newest iteration."""
    story = Story().start().seed()
    story.iterate("n0")
    patch = story.propose("n0")
    await rig.book.append(*story.events, ev.ApprovalAsked(patch=patch))
    return patch


async def test_an_engine_of_a_paused_run_ends_after_its_time_and_says_why() -> None:
    async with opened() as rig:
        await pause(rig)
        begun = rig.clock.monotonic()
        said = await ends(rig)

    assert said == "idle: the run is paused, and nobody watched for 1 h"
    assert HOUR_S <= rig.clock.monotonic() - begun < HOUR_S + 10


async def test_hours_in_which_the_engine_itself_stood_still_do_not_count() -> None:
    async with opened() as rig:
        await pause(rig)
        watch = asyncio.ensure_future(watch_idleness(rig.book, 1.0, nobody, rig.clock))
        for _ in range(10):
            rig.clock.advance(2 * HOUR_S)
            await asyncio.sleep(0)
        still = not watch.done()
        watch.cancel()
        await asyncio.wait([watch])

    assert still


async def test_a_limit_or_a_provider_that_is_waited_for_is_named() -> None:
    async with opened() as rig:
        await pause(rig, by="usd")

        assert "idle: the limit of $5 is reached, and" in await ends(rig)


async def test_an_engine_ends_while_a_patch_waits_for_the_operator() -> None:
    async with opened() as rig:
        await hold(rig)

        assert "idle: p1 waits for the operator, and" in await ends(rig)


async def test_zero_hours_wait_for_ever() -> None:
    async with opened() as rig:
        await pause(rig)

        assert await ends(rig, hours=0) == ""


async def test_a_run_that_goes_on_never_ends_this_way() -> None:
    async with opened() as rig:
        await rig.book.append(*Story().start().events)

        assert await ends(rig) == ""


async def test_a_patch_that_was_set_aside_keeps_no_engine_from_its_work() -> None:
    async with opened() as rig:
        await rig.book.append(ev.PatchDeferred(patch=await hold(rig), by="me"))

        assert await ends(rig) == ""


async def test_an_engine_never_ends_while_somebody_watches() -> None:
    async with opened() as rig:
        await pause(rig)

        assert await ends(rig, watched=lambda: True) == ""


async def test_its_time_begins_anew_when_somebody_has_looked_or_said_something() -> None:
    async with opened() as rig:
        await pause(rig)
        begun = rig.clock.monotonic()
        watch = asyncio.ensure_future(ends(rig, lambda: rig.clock.monotonic() - begun < HOUR_S / 2))
        await until(lambda: rig.clock.monotonic() - begun > HOUR_S)
        await rig.book.append(ev.CommandRefused(command="1", verb="approve", reason="no"))
        said_at = rig.clock.monotonic()
        assert await watch

    assert rig.clock.monotonic() - said_at >= HOUR_S - 10


async def test_a_rollout_that_is_under_way_keeps_it_and_one_that_waits_does_not() -> None:
    async with opened() as rig:
        await pause(rig, PauseMode.HOLD)
        with rig.book.hands.at_work("r1"):
            busy = await ends(rig)
            asked = asyncio.ensure_future(rig.ask("r1.1:0"))
            await at_rest()
            waits = await ends(rig)
            await rig.resume()
            await asked

    assert busy == ""
    assert waits


async def test_a_call_that_is_under_way_keeps_it() -> None:
    async with opened() as rig:
        rig.provider.gate.clear()
        asked = asyncio.ensure_future(rig.ask())
        await until(lambda: rig.provider.at_work)
        await pause(rig)
        busy = await ends(rig)
        rig.provider.gate.set()
        await asked

        assert busy == ""
        assert await ends(rig)


async def test_a_version_that_is_being_checked_keeps_it() -> None:
    async with opened() as rig:
        patch = await hold(rig)
        await rig.book.append(ev.EditAsked(patch=patch, edits=Digest("d" * 64), by="me"))
        busy = await ends(rig)
        await rig.book.append(ev.EditRefused(patch=patch, reason="no"))

        assert busy == ""
        assert await ends(rig)


async def test_rollouts_that_wait_at_a_limit_do_not_keep_it() -> None:
    async with opened(limits={"usd": 0.001}) as rig:
        with rig.book.hands.at_work("r1"), rig.book.hands.at_work("r2"):
            asked = [asyncio.ensure_future(rig.ask(f"r{number}.1:0")) for number in (1, 2)]
            await until(lambda: rig.book.state.paused)
            await at_rest()
            said = await ends(rig)
            for each in asked:
                each.cancel()
            await asyncio.wait(asked)

    assert said.startswith("idle: ")
