"""A batch that does not fit is not begun, and the test's share stays."""

import pytest

from saddle_engine.errors import LimitReached
from saddle_engine.ledger import require, rollouts_left
from saddle_engine.state import Rollout, RunState
from saddle_engine.types.base import RolloutId, TaskId, Tree
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
