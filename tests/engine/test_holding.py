"""A pause that holds: no call begins, what is under way ends, nobody's clock runs, and it goes on."""

import asyncio
from collections.abc import Coroutine, Iterator
from contextlib import contextmanager
from dataclasses import replace

import pytest

from saddle_engine import events as ev
from saddle_engine.commands import Command
from saddle_engine.stages.halting import LimitStop
from saddle_engine.stages.inbox import serve
from saddle_engine.testing import FakeClock, MemoryInbox
from saddle_engine.types.price import bound
from saddle_engine.types.steering import PauseMode
from tests.engine.calls_rig import ASKED, PRICE, Rig, at_rest, opened, until, usd

WORST = bound(ASKED, PRICE)


async def pause(rig: Rig, mode: PauseMode) -> None:
    await rig.book.append(ev.RunPaused(by="operator", reason="paused by me", mode=mode))


@pytest.mark.parametrize("simulated", [False, True])
async def test_a_held_run_begins_no_call_and_a_drained_one_does(simulated: bool) -> None:
    async with opened(simulated=simulated) as rig:
        await pause(rig, PauseMode.DRAIN)
        await rig.ask("r1.1:0")
        await pause(rig, PauseMode.HOLD)
        asked = asyncio.ensure_future(rig.ask("r2.1:0"))
        await at_rest()
        sent = len(rig.provider.asked_at)
        await rig.resume()
        await asked

    assert (sent, len(rig.provider.asked_at)) == (1, 2)


async def test_a_call_under_way_ends_in_a_held_run() -> None:
    async with opened() as rig:
        rig.provider.gate.clear()
        asked = asyncio.ensure_future(rig.ask())
        await until(lambda: rig.provider.at_work)
        await pause(rig, PauseMode.HOLD)
        rig.provider.gate.set()
        reply = await asked

    assert reply.status == 200
    assert rig.kinds[-1] == "CallSettled"


async def test_a_held_run_that_drains_lets_what_is_under_way_ask_again() -> None:
    async with opened() as rig:
        await pause(rig, PauseMode.HOLD)
        asked = asyncio.ensure_future(rig.ask())
        await at_rest()
        assert not rig.provider.asked_at
        await pause(rig, PauseMode.DRAIN)
        await asked

    assert rig.book.state.paused is not None


@pytest.mark.parametrize("simulated", [False, True])
async def test_the_wait_of_a_held_run_is_not_charged_to_who_asks(simulated: bool) -> None:
    inside: list[int] = [0]

    @contextmanager
    def idle() -> Iterator[None]:
        inside[0] += 1
        try:
            yield
        finally:
            inside[0] -= 1

    async with opened(simulated=simulated) as rig:
        await pause(rig, PauseMode.HOLD)
        call = replace(rig.call(), idle=idle)
        asked = asyncio.ensure_future(rig.calls.reply(call, ASKED))
        await at_rest()
        waiting = inside[0]
        await rig.resume()
        await asked

    assert (waiting, inside[0]) == (1, 0)


async def test_an_operator_who_holds_a_run_without_a_screen_does_not_end_its_engine() -> None:
    async with opened(waits=False) as rig:
        await pause(rig, PauseMode.HOLD)
        halted = asyncio.ensure_future(rig.halts.halt("rollouts", "no room"))
        await at_rest()
        assert not halted.done()
        await rig.resume()
        await halted
        with pytest.raises(LimitStop):
            await rig.halts.halt("rollouts", "no room")


@pytest.mark.parametrize("lowered_first", [True, False])
async def test_a_limit_that_is_lowered_at_the_same_moment_lets_no_call_through(
    lowered_first: bool,
) -> None:
    """Whoever comes first is heeded by the other: the limit is refused, or the call is."""
    room, less = usd(2 * WORST.cost), usd(WORST.cost // 2)
    inbox = MemoryInbox()
    async with opened(limits={"usd": room}) as rig, asyncio.TaskGroup() as group:
        rig.provider.gate.clear()
        lower = Command(id="c", verb="limit", arguments={"name": "usd", "value": less})

        async def steering() -> None:
            inbox.send(lower)
            await serve(rig.book, rig.journal, inbox, FakeClock())

        work: list[Coroutine[None, None, object]] = [steering(), rig.ask()]
        tasks = [group.create_task(each) for each in (work if lowered_first else work[::-1])]
        await until(lambda: "c" in inbox.answers)
        await at_rest()
        committed, limit = rig.book.state.books.committed, rig.book.state.limits["usd"]
        for task in tasks:
            task.cancel()

    assert committed <= limit * 1_000_000_000
    assert (limit == less) == inbox.answers["c"][0]
    reserved = [n for n, kind in enumerate(rig.kinds) if kind == "CallReserved"]
    assert bool(reserved) == (not inbox.answers["c"][0])


async def test_a_hold_that_comes_at_the_same_moment_as_a_call_is_first_or_second_but_not_passed() -> (
    None
):
    inbox = MemoryInbox(Command(id="c", verb="pause", arguments={"mode": "hold"}))
    async with opened() as rig, asyncio.TaskGroup() as group:
        serving = group.create_task(serve(rig.book, rig.journal, inbox, FakeClock()))
        asked = [group.create_task(rig.ask(f"r{number}.1:0")) for number in range(8)]
        await until(lambda: rig.book.state.paused)
        await at_rest()
        paused = rig.kinds.index("RunPaused")
        assert "CallReserved" not in rig.kinds[paused:]
        await rig.resume()
        await asyncio.wait(asked)
        serving.cancel()
    assert rig.kinds.count("CallSettled") == 8
