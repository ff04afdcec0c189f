"""Limits hold call by call: room is taken before anything is sent, and nobody takes another's."""

import asyncio

import pytest

from saddle_engine import events as ev
from saddle_engine.stages.halting import LimitStop
from saddle_engine.stages.hours import watch_hours, worked_s
from saddle_engine.types.model import Usage
from saddle_engine.types.price import bound
from tests.engine.calls_rig import (
    ASKED,
    COST,
    PRICE,
    Rig,
    at_rest,
    cut,
    opened,
    said,
    until,
    usd,
)

WORST = bound(ASKED, PRICE)


async def asks(rig: Rig, group: asyncio.TaskGroup, number: int) -> list[asyncio.Task[object]]:
    return [group.create_task(rig.ask(f"r{each}.1:0")) for each in range(number)]


async def test_what_does_not_fit_is_not_sent_and_the_run_is_paused() -> None:
    async with opened(limits={"usd": usd(WORST.cost - 1)}) as rig:
        asked = asyncio.ensure_future(rig.ask())
        await until(lambda: rig.book.state.paused)
        paused = rig.book.state.paused
        sent = len(rig.provider.asked_at)
        await rig.raise_limit("usd", usd(WORST.cost))
        await asked

    assert paused is not None
    assert paused.by == "usd"
    assert "the next model call may take" in paused.reason
    assert (sent, len(rig.provider.asked_at)) == (0, 1)


@pytest.mark.parametrize("count", ["input_tokens", "cache_read_tokens"])
async def test_a_call_that_takes_more_than_its_worst_case_is_booked_and_pauses_the_run(
    count: str,
) -> None:
    usage = Usage.model_validate({count: WORST.input_tokens + 1_000, "output_tokens": 1_000})
    dear = said("dear").model_copy(update={"usage": usage})
    async with opened(dear) as rig:
        asked = asyncio.ensure_future(rig.ask())
        await until(lambda: rig.book.state.paused)
        paused = rig.book.state.paused
        await rig.resume()
        reply = await asked

    assert paused is not None
    assert paused.by == "provider"
    assert "look at its own bill" in paused.reason
    assert rig.book.state.books.spent == PRICE.cost(usage) == reply.cost
    assert len(rig.provider.asked_at) == 1


async def test_a_reply_that_takes_too_much_is_not_paid_for_again_where_nobody_waits() -> None:
    usage = Usage(input_tokens=WORST.input_tokens + 1_000, output_tokens=1_000)
    dear = said("dear").model_copy(update={"usage": usage})
    async with opened(dear, waits=False) as first:
        with pytest.raises(LimitStop, match="look at its own bill"):
            await first.ask()
    async with opened(journal=first.journal) as second:
        await second.resume()
        reply = await second.ask()

    assert reply.body == dear.body
    assert not second.provider.asked_at


async def test_a_call_waits_for_others_to_settle_before_the_run_is_paused() -> None:
    limit = usd(WORST.cost + COST)
    async with opened(limits={"usd": limit}) as rig, asyncio.TaskGroup() as group:
        rig.provider.gate.clear()
        await asks(rig, group, 2)
        await until(lambda: rig.provider.at_work)
        await at_rest()
        assert rig.provider.at_work == 1
        assert any("waits for calls under way" in line for line in rig.journal.live.values())
        rig.provider.gate.set()

    assert rig.book.state.paused is None
    assert rig.book.state.books.spent == 2 * COST


@pytest.mark.parametrize("limit", ["usd", "tokens"])
async def test_many_calls_at_once_never_pass_a_limit_and_use_it_up(limit: str) -> None:
    size = 10 * WORST.cost if limit == "usd" else 10 * WORST.tokens
    value = usd(size) if limit == "usd" else size
    async with opened(*[cut()] * 5, limits={limit: value}, waits=False) as rig:
        with pytest.raises(ExceptionGroup) as stopped:
            async with asyncio.TaskGroup() as group:
                await asks(rig, group, 2_000)
        books = rig.book.state.books
        committed = books.committed if limit == "usd" else books.committed_tokens
        one = WORST.cost if limit == "usd" else WORST.tokens

    assert stopped.group_contains(LimitStop)
    assert size - one < committed <= size
    most = 0
    for record in rig.journal.read():
        most += isinstance(record.event, ev.CallReserved)
        most -= isinstance(record.event, ev.CallSettled | ev.CallRefused | ev.CallUnknown)
        assert most <= 10


async def test_a_raised_limit_lets_a_waiting_call_go_while_others_are_under_way() -> None:
    async with opened(limits={"usd": usd(WORST.cost)}) as rig, asyncio.TaskGroup() as group:
        rig.provider.gate.clear()
        await asks(rig, group, 2)
        await until(lambda: rig.provider.at_work)
        await rig.book.append(ev.LimitChanged(name="usd", value=1, by="operator"))
        await until(lambda: rig.provider.at_work == 2)
        rig.provider.gate.set()

    assert not rig.events(ev.RunPaused)


async def test_nothing_is_sent_while_the_run_is_paused_by_a_limit() -> None:
    async with opened() as rig:
        await rig.book.append(ev.RunPaused(by="usd", reason="used up"))
        asked = asyncio.ensure_future(rig.ask())
        await at_rest()
        sent = len(rig.provider.asked_at)
        await rig.resume()
        await asked

    assert sent == 0


async def test_a_pause_of_an_operator_lets_what_is_under_way_go_on() -> None:
    async with opened() as rig:
        await rig.book.append(ev.RunPaused(by="operator", reason="lunch"))
        await rig.ask()

    assert len(rig.provider.asked_at) == 1


async def test_an_engine_that_leaves_lets_calls_under_way_finish_and_begins_none() -> None:
    async with opened() as rig:
        rig.provider.gate.clear()
        first = asyncio.ensure_future(rig.ask("r1.1:0"))
        await until(lambda: rig.provider.at_work)
        leaving = asyncio.ensure_future(rig.halts.leave(rig.clock))
        second = asyncio.ensure_future(rig.ask("r2.1:0"))
        await asyncio.sleep(0)
        rig.provider.gate.set()
        await asyncio.wait_for(leaving, 5)
        await first
        second.cancel()
        with pytest.raises(asyncio.CancelledError):
            await second

    assert rig.kinds == ["CallReserved", "CallSettled"]
    assert rig.clock.monotonic() < 20


async def test_an_engine_that_leaves_does_not_wait_for_ever() -> None:
    async with opened() as rig:
        rig.provider.gate.clear()
        asked = asyncio.ensure_future(rig.ask())
        await until(lambda: rig.provider.at_work)
        await rig.halts.leave(rig.clock)
        asked.cancel()
        with pytest.raises(asyncio.CancelledError):
            await asked

    assert 20 <= rig.clock.monotonic() < 21
    assert [each.why for each in rig.events(ev.CallUnknown)] == ["given_up"]


async def test_whoever_asks_a_second_time_does_not_wait() -> None:
    async with opened() as rig:
        rig.provider.gate.clear()
        asked = asyncio.ensure_future(rig.ask())
        await until(lambda: rig.provider.at_work)
        first = asyncio.ensure_future(rig.halts.leave(rig.clock))
        await asyncio.sleep(0)
        await rig.halts.leave(rig.clock)
        assert not first.done()
        asked.cancel()
        await asyncio.wait([asked, first])


async def test_hours_are_counted_while_an_engine_works_and_the_run_is_not_paused() -> None:
    async with opened(limits={"hours": 1}) as rig:
        clock = rig.clock
        await rig.book.append(ev.EngineStarted(pid=1, host="h", private="p"))
        clock.advance(1_800)
        await rig.book.append(ev.RunPaused(by="operator", reason="lunch"))
        clock.advance(10_000)
        before = worked_s(rig.book, clock)
        await rig.resume()
        watch = asyncio.ensure_future(watch_hours(rig.book, rig.halts, clock))
        await until(lambda: rig.book.state.paused)
        after, paused = worked_s(rig.book, clock), rig.book.state.paused
        watch.cancel()
        await asyncio.wait([watch])

    assert before == 1_800
    assert 3_600 <= after < 3_605
    assert paused is not None
    assert paused.by == "hours"


async def test_hours_in_which_a_dead_engine_was_not_replaced_are_not_counted() -> None:
    async with opened() as rig:
        await rig.book.append(ev.EngineStarted(pid=1, host="h", private="p"))
        rig.clock.advance(60)
        await rig.book.append(ev.LimitChanged(name="hours", value=1, by="operator"))
        rig.clock.advance(100_000)
        await rig.book.append(ev.EngineStarted(pid=2, host="h", private="p"))

        assert worked_s(rig.book, rig.clock) == 60
