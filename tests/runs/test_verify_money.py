"""The money is counted again from the tries, and a journal that cheats is found out."""

import pytest

from saddle_engine import events as ev
from saddle_engine.state import RunState
from saddle_engine.types.base import Digest, SessionId
from saddle_engine.types.calls import CallId, ReplyOutcome
from saddle_engine.types.model import Usage
from saddle_engine.types.money import nanos
from saddle_runs.verify.money import MoneyRules

CENT = nanos(0.01)
USED = Usage(input_tokens=10, output_tokens=5)
DIGEST = Digest("a" * 64)


def reserved(call: str = "d1.1:0", tries: int = 1, cost: int = 6 * CENT) -> ev.CallReserved:
    return ev.CallReserved(
        call=CallId(call),
        tries=tries,
        role="diagnosis",
        owner="d1",
        model="m",
        key="k",
        tokens=100,
        cost=cost,
    )


def settled(call: str = "d1.1:0", tries: int = 1, cost: int = CENT) -> ev.CallSettled:
    return ev.CallSettled(
        call=CallId(call),
        tries=tries,
        role="diagnosis",
        owner="d1",
        key="k",
        status=200,
        outcome=ReplyOutcome.COMPLETE,
        usage=USED,
        cost=cost,
        reply=DIGEST,
    )


def unknown(call: str = "d1.1:0", cost: int = 6 * CENT) -> ev.CallUnknown:
    return ev.CallUnknown(
        call=CallId(call),
        tries=1,
        role="diagnosis",
        owner="d1",
        why="cut_stream",
        reason="cut",
        tokens=100,
        cost=cost,
    )


def refused() -> ev.CallRefused:
    return ev.CallRefused(
        call=CallId("d1.1:0"),
        tries=1,
        role="diagnosis",
        owner="d1",
        why="rate_limited",
        reason="429",
    )


def replied(cost: int = CENT, usage: Usage = USED) -> ev.ModelReplied:
    return ev.ModelReplied(
        session=SessionId("d1"),
        tries=1,
        index=0,
        key="k",
        request=DIGEST,
        reply=DIGEST,
        usage=usage,
        cost=cost,
        call=CallId("d1.1:0"),
    )


def check(*events: ev.AnyEvent, **limits: float) -> None:
    rules, state = MoneyRules(), RunState(limits=limits)
    for event in events:
        rules.before(state, event)


def test_a_call_that_is_refused_then_unknown_then_settled_holds() -> None:
    check(
        *(reserved(), refused()),
        *(reserved(tries=2), unknown().model_copy(update={"tries": 2})),
        *(reserved(tries=3), settled(tries=3), replied()),
        usd=0.12,
    )


@pytest.mark.parametrize(
    ("events", "wrong"),
    [
        ([reserved(), reserved()], "under way already"),
        ([reserved(tries=2)], "try 2 does not follow try 0"),
        ([settled()], "without being under way"),
        ([reserved(), settled(tries=2)], "another try"),
        ([reserved(), unknown(cost=7 * CENT)], "more than the reserved"),
        ([replied()], "never settled"),
        ([reserved(), settled(), replied(), replied()], "never settled"),
        ([reserved(), settled(), replied(cost=2 * CENT)], "other numbers"),
        ([reserved(), settled(), replied(usage=Usage())], "other numbers"),
    ],
)
def test_a_try_that_does_not_add_up_is_found(events: list[ev.AnyEvent], wrong: str) -> None:
    with pytest.raises(ValueError, match=wrong):
        check(*events)


def test_what_a_provider_counts_beyond_the_worst_case_is_booked_and_counts_against_the_limit() -> (
    None
):
    dear = settled(cost=7 * CENT)

    check(reserved(), dear, usd=0.06)
    with pytest.raises(ValueError, match="may pass the limit"):
        check(reserved(), dear, reserved("d1.1:1"), usd=0.12)


@pytest.mark.parametrize("before", [[settled()], [unknown()], []])
def test_a_reservation_that_could_pass_the_limit_is_found(before: list[ev.AnyEvent]) -> None:
    events = [reserved(), *before, reserved("d1.1:1")]
    most = 6 * CENT + (CENT if before and isinstance(before[0], ev.CallSettled) else 6 * CENT)

    check(*events, usd=most / nanos(1))
    with pytest.raises(ValueError, match="may pass the limit"):
        check(*events, usd=(most - 1) / nanos(1))


def test_tokens_that_could_pass_the_limit_are_found() -> None:
    check(reserved(), settled(), reserved("d1.1:1"), tokens=115)
    with pytest.raises(ValueError, match="may pass the limit"):
        check(reserved(), settled(), reserved("d1.1:1"), tokens=114)
