"""Paid calls: every try is booked before it is sent, and closed however it ends."""

import asyncio

import pytest

from saddle_engine import events as ev
from saddle_engine.errors import ModelError, TryRefused
from saddle_engine.state import RunState
from saddle_engine.testing import MemoryJournal
from saddle_engine.types.calls import ReplyOutcome
from saddle_engine.types.model import ModelReply
from saddle_engine.types.price import FREE, bound
from tests.engine.calls_rig import (
    ASKED,
    COST,
    PRICE,
    Rig,
    at_rest,
    cut,
    limited,
    opened,
    overloaded,
    said,
    until,
    whys,
)

WORST = bound(ASKED, PRICE)
BEGUN = 100 * 3_000 + 1_000 * 15_000
"""The worst of a try whose input is known."""


async def test_a_call_is_booked_before_it_is_sent_and_settled_after() -> None:
    async with opened() as rig:
        rig.provider.gate.clear()
        asked = asyncio.ensure_future(rig.ask())
        await until(lambda: rig.provider.at_work)
        (reserved,) = rig.book.state.books.reserved.values()
        committed = rig.book.state.books.committed
        rig.provider.gate.set()
        reply = await asked

    assert (reserved.tries, reserved.cost, reserved.tokens) == (1, WORST.cost, WORST.tokens)
    assert committed == WORST.cost
    assert reply.cost == COST
    assert rig.kinds == ["CallReserved", "CallSettled"]
    assert (rig.book.state.books.settled["task"], rig.book.state.books.committed) == (COST, COST)


async def test_tries_are_numbered_and_each_has_its_end() -> None:
    async with opened(overloaded(), cut(), limited(1.0)) as rig:
        await rig.ask()

    assert rig.kinds == [
        *("CallReserved", "CallRefused"),
        *("CallReserved", "CallUnknown"),
        *("CallReserved", "CallRefused"),
        *("CallReserved", "CallSettled"),
    ]
    assert [each.tries for each in rig.events(ev.CallReserved)] == [1, 2, 3, 4]
    assert whys(rig.events(ev.CallRefused)) == ["overloaded", "rate_limited"]
    assert len(rig.provider.asked_at) == rig.book.state.books.sent["task"] == 4


async def test_what_came_to_nothing_counts_at_its_worst() -> None:
    async with opened(cut()) as rig:
        await rig.ask()

    (unknown,) = rig.events(ev.CallUnknown)
    assert (unknown.cost, unknown.tokens) == (WORST.cost, WORST.tokens)
    books = rig.book.state.books
    assert (books.unknown["task"], books.settled["task"]) == (WORST.cost, COST)
    assert books.committed_tokens == WORST.tokens + 110


async def test_a_call_that_is_given_up_counts_its_input_and_all_of_its_output() -> None:
    async with opened() as rig:
        begun = asyncio.Event()

        async def half(request: object, draw: int, heard: object = None) -> ModelReply:
            assert isinstance(heard, object)
            heard.begun(said().usage.model_copy(update={"output_tokens": 1}))  # type: ignore[attr-defined]
            begun.set()
            await asyncio.Event().wait()
            raise AssertionError

        rig.provider.reply = half  # type: ignore[method-assign]
        asked = asyncio.ensure_future(rig.ask())
        await begun.wait()
        asked.cancel()
        with pytest.raises(asyncio.CancelledError):
            await asked
        books = rig.book.state.books

    (unknown,) = rig.events(ev.CallUnknown)
    assert (unknown.why, unknown.cost) == ("given_up", BEGUN)
    assert not books.reserved


async def test_a_call_that_is_cancelled_before_it_is_sent_costs_nothing() -> None:
    class Slow(MemoryJournal):
        gate = asyncio.Event()

        async def append(self, *events: ev.AnyEvent) -> list[ev.Record]:
            await self.gate.wait()
            return await super().append(*events)

    async with opened(journal=(journal := Slow())) as rig:
        asked = asyncio.ensure_future(rig.ask())
        await at_rest()
        asked.cancel()
        await at_rest()
        journal.gate.set()
        with pytest.raises(asyncio.CancelledError):
            await asked

    assert rig.kinds == ["CallReserved", "CallRefused"]
    assert rig.provider.asked_at == []
    assert rig.book.state.books.committed == 0


async def test_a_bug_in_a_client_leaves_no_reservation_open() -> None:
    async with opened() as rig:
        rig.provider.turns = [ModelError("what?")]  # type: ignore[list-item]
        with pytest.raises(ModelError):
            await rig.ask()

    assert whys(rig.events(ev.CallUnknown)) == ["broken"]
    assert not rig.book.state.books.reserved


async def test_a_request_that_is_refused_for_itself_is_settled_for_nothing() -> None:
    refused = ModelReply(status=400, body={"error": {"message": "prompt is too long: 2 > 1"}})
    async with opened(refused) as rig:
        reply = await rig.ask()

    (settled,) = rig.events(ev.CallSettled)
    assert (settled.status, settled.cost, reply.status) == (400, 0, 400)
    assert settled.outcome is ReplyOutcome.CONTEXT_OVERFLOW


async def test_what_a_dead_engine_has_paid_for_is_served_without_a_second_payment() -> None:
    async with opened(said("paid")) as first:
        await first.ask()
    async with opened(journal=first.journal) as second:
        again = await second.ask()
        other = await second.ask(messages=[{"role": "user", "content": "else"}])

    assert again.body["content"][0]["text"] == "paid"
    assert again.cost == COST
    assert other.body["content"][0]["text"] == "hello"
    assert len(second.provider.asked_at) == 1
    assert second.book.state.books.settled["task"] == 2 * COST


async def test_an_agent_gets_what_a_dead_engine_was_told_of_its_request() -> None:
    refused = ModelReply(status=400, body={"error": {"message": "no"}})
    async with opened(refused) as first:
        await first.ask("d1.1:0", "diagnosis")
    async with opened(journal=first.journal) as second:
        again = await second.ask("d1.1:0", "diagnosis")

    assert again.status == 400
    assert not second.provider.asked_at


async def test_a_reply_is_told_while_it_comes() -> None:
    async with opened() as rig:
        await rig.ask()

        assert rig.journal.live["r1"] == "hel"


async def test_simulated_calls_are_booked_only_where_tokens_are_limited() -> None:
    async with opened(price=FREE, simulated=True) as rig:
        await rig.ask()
    async with opened(price=FREE, simulated=True, limits={"tokens": 100_000}) as limited_rig:
        await limited_rig.ask()

    assert rig.kinds == []
    assert limited_rig.kinds == ["LimitChanged", "CallReserved", "CallSettled"]


async def test_calls_of_a_real_model_that_costs_nothing_are_booked_and_tried_again() -> None:
    async with opened(overloaded(), price=FREE) as rig:
        reply = await rig.ask()

    assert reply.status == 200
    assert rig.kinds == ["CallReserved", "CallRefused", "CallReserved", "CallSettled"]


async def test_a_first_reading_of_the_journal_gives_the_same_books() -> None:
    async with opened(cut(), overloaded()) as rig:
        await rig.ask()
        await rig.ask("d1.1:0", "diagnosis")

    assert RunState().fold(rig.journal.read()).books == rig.book.state.books


async def refused_with(rig: Rig) -> str:
    """Why the run is paused."""
    await until(lambda: rig.book.state.paused)
    assert rig.book.state.paused is not None
    assert rig.book.state.paused.by == "provider"
    return rig.book.state.paused.reason


@pytest.mark.parametrize("kind", ["not_allowed", "no_credit", "no_such_model"])
async def test_what_only_a_person_can_change_pauses_at_once_and_is_asked_again(kind: str) -> None:
    async with opened(TryRefused(kind, "said the provider", status=401)) as rig:
        asked = asyncio.ensure_future(rig.ask())
        reason = await refused_with(rig)
        tries = len(rig.provider.asked_at)
        await rig.resume()
        reply = await asked

    assert "said the provider" in reason
    assert (tries, len(rig.provider.asked_at)) == (1, 2)
    assert reply.cost == COST
