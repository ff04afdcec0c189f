"""Waiting for a provider: jittered, bounded, shared, in sight; and then a person has to look."""

import asyncio
from random import Random

import pytest

from saddle_engine import events as ev
from saddle_engine.errors import TryRefused
from saddle_engine.stages.halting import LimitStop
from saddle_engine.stages.limiter import Limiter
from saddle_engine.stages.retrying import PATIENCE_S, Patience
from saddle_engine.testing import FakeClock, MemoryJournal
from tests.engine.calls_rig import at_rest, cut, limited, opened, overloaded, said, until


def waits(*troubles: TryRefused, seed: int = 1) -> list[float | None]:
    patience = Patience(Random(seed))
    return [patience.wait_s(trouble, 0.0) for trouble in troubles]


def test_waits_grow_and_differ_from_caller_to_caller() -> None:
    longest = [
        max(waits(*[overloaded()] * 5, seed=seed)[n] or 0 for seed in range(200)) for n in range(5)
    ]
    first = {waits(overloaded(), seed=seed)[0] for seed in range(50)}

    assert [round(each) for each in longest] == [4, 16, 60, 60, 60]
    assert len(first) == 50
    assert min(each or 0 for each in first) >= 0.1


def test_after_six_tries_there_is_no_other() -> None:
    assert [each is None for each in waits(*[overloaded()] * 6)] == [False] * 5 + [True]


def test_a_provider_is_waited_for_as_long_as_it_asks_but_not_an_hour() -> None:
    (short,), (long,), (odd,) = waits(limited(7)), waits(limited(3_600)), waits(limited(-5))

    assert 7 <= (short or 0) <= 8
    assert 120 <= (long or 0) <= 121
    assert 0 <= (odd or 0) <= 1


def test_a_provider_that_says_when_is_asked_for_a_quarter_of_an_hour() -> None:
    patience = Patience(Random(1))

    assert all(patience.wait_s(limited(1), now) is not None for now in (0, 100, PATIENCE_S))
    assert patience.wait_s(limited(1), PATIENCE_S + 1) is None


def test_what_may_have_been_paid_for_is_repeated_once() -> None:
    patience = Patience(Random(1))

    assert patience.wait_s(cut(), 0) is not None
    assert patience.wait_s(cut(), 1) is None


async def test_an_outage_pauses_the_run_and_it_goes_on_when_resumed() -> None:
    async with opened(*[overloaded()] * 12) as rig:
        asked = asyncio.ensure_future(rig.ask())
        for tries in (6, 12):
            await until(lambda: rig.book.state.paused)
            assert len(rig.provider.asked_at) == tries
            await at_rest()
            assert len(rig.provider.asked_at) == tries
            await rig.resume()
            await until(lambda: not rig.book.state.paused)
        await asked

    assert [each.by for each in rig.events(ev.RunPaused)] == ["provider", "provider"]
    assert len(rig.provider.asked_at) == 13


async def test_many_callers_pause_the_run_once_and_none_sends_meanwhile() -> None:
    async with opened(*[cut()] * 16) as rig, asyncio.TaskGroup() as group:
        for number in range(8):
            group.create_task(rig.ask(f"r{number}.1:0"))
        await until(lambda: rig.book.state.paused)
        await until(lambda: not rig.book.state.books.reserved)
        sent = len(rig.provider.asked_at)
        group.create_task(rig.ask("r9.1:0"))
        await at_rest()
        assert len(rig.provider.asked_at) == sent
        while len(rig.provider.turns):
            await rig.resume()
            await at_rest()
        await rig.resume()

    paused = False
    for record in rig.journal.read():
        match record.event:
            case ev.RunPaused():
                assert not paused
                paused = True
            case ev.RunResumed():
                paused = False
            case ev.CallReserved():
                assert not paused
            case _:
                pass
    assert rig.book.state.books.outcomes.total() == 9


async def test_everybody_holds_back_when_one_is_told_to() -> None:
    async with opened(limited(50)) as rig, asyncio.TaskGroup() as group:
        first = group.create_task(rig.ask("r1.1:0"))
        await until(lambda: rig.events(ev.CallRefused))
        for number in range(2, 10):
            group.create_task(rig.ask(f"r{number}.1:0"))
        await first

    began, *later = rig.provider.asked_at
    assert began == 0
    assert min(later) >= 50


async def test_after_a_wait_for_all_callers_come_back_apart() -> None:
    ends = set()
    for seed in range(20):
        clock = FakeClock()
        limiter = Limiter(clock, MemoryJournal(clock))
        limiter.hold(50, "too many")
        await limiter.passed("r1", Random(seed))
        ends.add(clock.monotonic())

    assert len(ends) == 20
    assert 50 <= min(ends) < max(ends) <= 52


async def test_a_caller_shows_what_it_waits_for_and_nobody_else_does() -> None:
    async with opened(limited(30), overloaded()) as rig:
        shown: dict[str, list[str]] = {}
        show = rig.journal.show

        def seen(subject: str, text: str) -> None:
            shown.setdefault(subject, []).append(text)
            show(subject, text)

        rig.journal.show = seen  # type: ignore[method-assign]
        await rig.ask()

    assert [*shown] == ["r1"]
    waits = [line for line in shown["r1"] if line.startswith("waits ")]
    assert any("waits 30 s for the provider: rate_limited: too many" in line for line in waits)
    assert any("overloaded" in line for line in waits)
    assert len(set(waits)) > 20
    assert "asks the model again, try 2" in shown["r1"]


async def test_time_that_a_call_waits_is_not_its_owners() -> None:
    idle: list[str] = []

    class Watch:
        def __enter__(self) -> None:
            idle.append("idle")

        def __exit__(self, *_: object) -> None:
            idle.append("busy")

    async with opened(overloaded(), said()) as rig:
        call = rig.call()
        object.__setattr__(call, "idle", Watch)
        await rig.calls.reply(call, {"model": "m", "max_tokens": 1, "messages": []})

    assert idle == ["idle", "busy"] * 3


async def test_where_nobody_waits_an_outage_ends_the_engine_after_what_is_under_way() -> None:
    async with opened(*[cut()] * 2, waits=False) as rig:
        with pytest.raises(LimitStop, match="does not serve"):
            await rig.ask()

    assert rig.kinds[-1] == "RunPaused"
