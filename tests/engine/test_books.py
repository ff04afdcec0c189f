"""The books of a run: every nano-dollar stands in exactly one place."""

from typing import Any

from hypothesis import given
from hypothesis import strategies as some

from saddle_engine import events as ev
from saddle_engine.books import Books
from saddle_engine.stages.tries import abandoned
from saddle_engine.types.base import Digest, RolloutId, SessionId
from saddle_engine.types.calls import CallId, ReplyOutcome
from saddle_engine.types.model import Usage
from saddle_engine.types.wire import Door

USAGE = Usage(input_tokens=100, output_tokens=10, cache_read_tokens=1_000)


def of(call: str, tries: int = 1, role: str = "task") -> dict[str, Any]:
    return {"call": CallId(call), "tries": tries, "role": role, "owner": call.split(".")[0]}


def reserved(call: str, cost: int = 900, **which: Any) -> ev.CallReserved:
    return ev.CallReserved(**of(call, **which), model="m", key="k", tokens=2_000, cost=cost)


def settled(call: str, cost: int = 300, usage: Usage = USAGE, **which: Any) -> ev.CallSettled:
    outcome = ReplyOutcome.COMPLETE
    return ev.CallSettled(
        **of(call, **which), key="k", status=200, outcome=outcome, usage=usage, cost=cost, reply=Digest("d")
    )  # fmt: skip


def refused(call: str, **which: Any) -> ev.CallRefused:
    return ev.CallRefused(**of(call, **which), why="overloaded", reason="busy")


def unknown(call: str, cost: int = 800, **which: Any) -> ev.CallUnknown:
    return ev.CallUnknown(
        **of(call, **which), why="cut_stream", reason="cut", tokens=1_900, cost=cost
    )


def answered(call: str, usage: Usage = USAGE) -> ev.RequestAnswered:
    return ev.RequestAnswered(
        rollout=RolloutId("r1"), tries=1, index=0, door=Door.MODEL, lane="", key="k", step=1, status=200,
        request=Digest("q"), reply=Digest("d"), seconds=0.1, usage=usage, cost=300, call=CallId(call),
    )  # fmt: skip


def replied(call: str, usage: Usage = USAGE) -> ev.ModelReplied:
    return ev.ModelReplied(
        session=SessionId("d1"), tries=1, index=0, key="k", request=Digest("q"), reply=Digest("d"), usage=usage,
        cost=300, call=CallId(call),
    )  # fmt: skip


def books(*events: ev.AnyEvent) -> Books:
    kept = Books()
    for event in events:
        kept.apply(event)
    return kept


def test_a_reservation_counts_until_its_try_has_ended() -> None:
    open_one = books(reserved("r1.1:0"))

    assert (open_one.committed, open_one.committed_tokens, open_one.spent) == (900, 2_000, 0)
    assert books(reserved("r1.1:0"), settled("r1.1:0")).committed == 300
    assert books(reserved("r1.1:0"), refused("r1.1:0")).committed == 0
    assert books(reserved("r1.1:0"), unknown("r1.1:0")).committed == 800


def test_tokens_of_both_directions_count_cached_ones_too() -> None:
    kept = books(reserved("r1.1:0"), settled("r1.1:0"), reserved("r2.1:0"), unknown("r2.1:0"))

    assert kept.committed_tokens == 1_110 + 1_900
    assert kept.tokens("task") == kept.committed_tokens
    assert kept.usage_of("task") == USAGE


def test_what_is_settled_is_entered_once_though_it_is_recorded_later() -> None:
    kept = books(reserved("r1.1:0"), settled("r1.1:0"), answered("r1.1:0"))

    assert kept.usage_of("task") == USAGE
    assert kept.settled["task"] == 300
    assert not kept.unclaimed
    assert not kept.tries


def test_a_paid_reply_waits_for_whoever_asks_again() -> None:
    kept = books(reserved("d1.1:0", role="diagnosis"), settled("d1.1:0", role="diagnosis"))
    waiting = dict(kept.unclaimed)
    kept.claim("diagnosis", replied("d1.1:0"))

    assert [*waiting] == ["d1.1:0"]
    assert not kept.unclaimed
    assert kept.usage_of("diagnosis") == USAGE


def test_tokens_of_a_free_model_are_entered_when_they_are_recorded() -> None:
    kept = books(answered("r1.1:0"))
    kept.claim("diagnosis", replied("d1.1:0"))

    assert (kept.tokens("task"), kept.tokens("diagnosis"), kept.spent) == (1_110, 1_110, 0)


def test_tries_and_troubles_are_counted() -> None:
    kept = books(
        reserved("r1.1:0"), refused("r1.1:0"),
        reserved("r1.1:0", tries=2), unknown("r1.1:0", tries=2),
        reserved("d1.1:0", role="diagnosis"), settled("d1.1:0", role="diagnosis"),
    )  # fmt: skip

    assert dict(kept.sent) == {"task": 2, "diagnosis": 1}
    assert dict(kept.why) == {"overloaded": 1, "cut_stream": 1}
    assert kept.tries[CallId("r1.1:0")] == 2
    assert kept.outcomes == {("diagnosis", ReplyOutcome.COMPLETE): 1}


def test_a_try_of_a_dead_engine_counts_at_its_worst() -> None:
    open_one = reserved("r1.1:0")
    kept = books(open_one, abandoned(open_one))

    assert (kept.unknown["task"], kept.committed, kept.committed_tokens) == (900, 900, 2_000)
    assert kept.why["engine_died"] == 1


ENDS = some.sampled_from([settled, refused, unknown])
CALLS = some.lists(some.tuples(some.integers(0, 10**12), ENDS, some.integers(0, 10**12)))


@given(CALLS)
def test_spending_is_the_sum_of_what_ended_and_never_more_than_was_set_aside(
    calls: list[tuple[int, Any, int]],
) -> None:
    kept, spent = Books(), 0
    for number, (worst, end, share) in enumerate(calls):
        cost = min(worst, share)
        kept.apply(reserved(f"r{number}.1:0", cost=worst))
        assert kept.committed == spent + worst
        kept.apply(end(f"r{number}.1:0") if end is refused else end(f"r{number}.1:0", cost=cost))
        spent += 0 if end is refused else cost

        assert kept.committed == kept.spent == spent
        assert kept.settled.total() + kept.unknown.total() == spent
