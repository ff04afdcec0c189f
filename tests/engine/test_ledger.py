"""A batch that does not fit is not begun, and the test's share stays."""

from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as some

from saddle_engine.errors import LimitReached
from saddle_engine.ledger import (
    cost_left,
    refusal,
    require,
    rollouts_left,
    tokens_left,
    typical_cost,
    typical_tokens,
)
from saddle_engine.state import Batch, Rollout, RunState
from saddle_engine.types.base import RolloutId, TaskId, Tree
from saddle_engine.types.model import Usage
from saddle_engine.types.money import NANO, nanos
from saddle_engine.types.price import Bound
from saddle_engine.types.rollout import Purpose, RolloutOrder, Split
from tests.engine.loop_rig import World


def spent(world: World, rollouts: int, limit: int | None) -> RunState:
    state = RunState(run=world.started())
    state.limits = {} if limit is None else {"rollouts": limit}
    for number in range(rollouts):
        order = RolloutOrder(
            rollout=RolloutId(f"r{number}"),
            tree=Tree("t"),
            task=TaskId("a"),
            split=Split.TRAIN,
            attempt=number + 1,
        )
        state.rollouts[order.rollout] = Rollout(order, "before:1")
    return state


@pytest.fixture
def world(tmp_path_factory: pytest.TempPathFactory) -> World:
    return World(tmp_path_factory.mktemp("world"))


def test_last_batch_that_fits_is_begun_and_the_next_is_not(world: World) -> None:
    aside = world.started().test_cost
    state = spent(world, 10, limit=10 + 3 + aside)

    require(state, Purpose.BEFORE, 3)
    with pytest.raises(LimitReached, match="leaves 3 beside the test"):
        require(state, Purpose.BEFORE, 4)


def test_test_runs_on_what_was_set_aside_for_it(world: World) -> None:
    aside = world.started().test_cost
    state = spent(world, 10, limit=10 + aside)

    assert rollouts_left(state) == 0
    require(state, Purpose.TEST, aside)


def test_limit_that_is_passed_already_leaves_nothing(world: World) -> None:
    with pytest.raises(LimitReached, match="leaves 0"):
        require(spent(world, 10, limit=1), Purpose.DEV, 1)


def test_without_a_limit_everything_fits(world: World) -> None:
    require(spent(world, 10, limit=None), Purpose.DEV, 10**9)


def paid(world: World, *, cost: int, tokens: int, finished: int = 10, **limits: float) -> RunState:
    """A run whose finished rollouts have cost that much in all."""
    state = spent(world, finished, limit=None)
    state.limits, state.finished = limits, finished
    state.books.settled["task"] = cost
    state.books.usage["task"] = Usage(input_tokens=tokens)
    return state


def worst(cost: int, tokens: int) -> Bound:
    return Bound(input_tokens=tokens, output_tokens=0, cost=cost)


def test_the_tests_likely_share_of_the_money_is_set_aside(world: World) -> None:
    aside = world.started().test_cost
    state = paid(world, cost=10 * NANO, tokens=1_000, usd=20 + aside)

    assert cost_left(state) == 10 * NANO
    assert refusal(state, worst(10 * NANO, 1)) is None
    over = refusal(state, worst(10 * NANO + 1, 1))
    assert over is not None
    assert over[0] == "usd"
    assert "leaves $10.00" in over[1]


def test_the_test_itself_may_spend_all_of_it(world: World) -> None:
    state = paid(world, cost=10 * NANO, tokens=1_000, usd=20)
    state.batches["test"] = Batch("test", Purpose.TEST, 0)

    assert cost_left(state) == 10 * NANO
    require(state, Purpose.TEST, 1_000)


def test_a_search_that_is_to_be_sealed_may_finish_what_is_under_way(world: World) -> None:
    state = paid(world, cost=10 * NANO, tokens=1_000, usd=20)

    state.seal_asked = True

    assert cost_left(state) == 10 * NANO


def test_a_batch_that_will_likely_cost_too_much_is_not_begun(world: World) -> None:
    aside = world.started().test_cost
    state = paid(world, cost=10 * NANO, tokens=1_000, usd=13 + aside)

    require(state, Purpose.DEV, 3)
    with pytest.raises(LimitReached, match=r"4 rollouts, about \$4\.00, does not fit") as refused:
        require(state, Purpose.DEV, 4)
    assert refused.value.limit == "usd"


def test_tokens_are_limited_like_money(world: World) -> None:
    aside = world.started().test_cost
    state = paid(world, cost=0, tokens=1_000)
    state.limits = {"tokens": 1_500 + 100 * aside}

    assert tokens_left(state) == 500
    assert refusal(state, worst(0, 500)) is None
    over = refusal(state, worst(0, 501))
    assert over is not None
    assert over[0] == "tokens"
    assert "501 tokens" in over[1]
    with pytest.raises(LimitReached, match="about 600 tokens"):
        require(state, Purpose.DEV, 6)


def test_before_the_first_rollout_nothing_is_known_and_nothing_set_aside(world: World) -> None:
    state = paid(world, cost=0, tokens=0, finished=0, usd=1)

    assert (typical_cost(state), typical_tokens(state), cost_left(state)) == (0, 0, NANO)


def test_a_limit_of_hours_holds_for_what_is_to_be_begun(world: World) -> None:
    state = paid(world, cost=0, tokens=0, hours=1)
    state.worked_s = 3_599
    require(state, Purpose.DEV, 1)

    state.worked_s = 3_601
    with pytest.raises(LimitReached) as refused:
        require(state, Purpose.DEV, 1)

    assert refused.value.limit == "hours"


@given(some.decimals(0, 10**6, places=9))
def test_a_limit_in_dollars_is_kept_to_the_nano_dollar(amount: Decimal) -> None:
    state = RunState()
    state.limits = {"usd": float(amount)}

    left = nanos(float(amount))

    assert refusal(state, worst(left, 0)) is None
    assert refusal(state, worst(left + 1, 0)) is not None
