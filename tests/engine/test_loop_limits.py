"""Hard limits are never passed; broken machinery is never a score."""

from collections import Counter
from pathlib import Path

import pytest

from saddle_engine import events as ev
from saddle_engine.errors import RolloutBroken
from saddle_engine.stages.halting import LimitStop
from saddle_engine.stages.rollouts import MAX_TRIES
from saddle_engine.testing import MemoryJournal
from saddle_engine.types.rollout import RolloutOrder
from saddle_engine.types.steering import RunStatus
from tests.engine.loop_rig import CutJournal, World, kinds, state
from tests.engine.operator_rig import Operator, steered

RAISED: list[ev.AnyEvent] = [
    ev.LimitChanged(name="rollouts", value=1000, by="operator"),
    ev.RunResumed(by="operator"),
]
SEALING: list[ev.AnyEvent] = [ev.SealAsked(by="operator"), ev.RunResumed(by="operator")]


def world(folder: Path, limit: int | None = None) -> World:
    return World(folder, train=("train-a", "train-b"), test=("test-a",), minibatch=1, limit=limit)


async def spent_without_limit(folder: Path) -> int:
    return state(await world(folder).run()).spent_rollouts


async def test_every_limit_stops_before_a_batch_that_does_not_fit(tmp_path: Path) -> None:
    needed = await spent_without_limit(tmp_path)
    whole = state(await world(tmp_path).run())
    assert whole.run is not None
    stops = 0

    for limit in range(1, needed + 1):
        limited, journal = world(tmp_path, limit), CutJournal()
        try:
            await limited.run(journal)
        except LimitStop:
            stops += 1
            stopped = state(journal)
            assert stopped.spent_rollouts <= max(limit - whole.run.test_cost, 0)
            assert kinds(journal)[-1] == "RunPaused"
            assert stopped.paused is not None
            assert stopped.paused.by == "rollouts"
            await journal.append(*RAISED)
            await limited.fresh().run(journal)

        assert list(state(journal).dag) == list(whole.dag)
        assert state(journal).tested == whole.tested
        assert state(journal).rollouts == whole.rollouts
    assert stops == needed - 1


async def test_search_sealed_at_its_limit_still_has_its_test(tmp_path: Path) -> None:
    needed = await spent_without_limit(tmp_path)

    for limit in range(6, needed):
        limited, journal = world(tmp_path, limit), CutJournal()
        with pytest.raises(LimitStop):
            await limited.run(journal)
        await journal.append(*SEALING)
        await limited.fresh().run(journal)

        assert kinds(journal)[-1] == "RunFinished"
        assert state(journal).spent_rollouts <= limit


async def test_attached_run_waits_at_its_limit_until_it_is_raised(tmp_path: Path) -> None:
    async def act(operator: Operator) -> None:
        await operator.until(lambda run: run.status is RunStatus.PAUSED)
        spent = operator.state.spent_rollouts
        await operator.idle()
        assert operator.state.spent_rollouts == spent
        await operator.send("limit", name="rollouts", value=1000)

    journal = await steered(world(tmp_path, 8), act)

    assert kinds(journal).count("RunPaused") == 1
    assert kinds(journal)[-1] == "RunFinished"


async def test_run_that_is_resumed_at_its_limit_stops_there_again(tmp_path: Path) -> None:
    async def act(operator: Operator) -> None:
        await operator.until(lambda run: run.status is RunStatus.PAUSED)
        await operator.send("resume")
        await operator.until(lambda run: run.status is RunStatus.PAUSED)
        await operator.send("seal")

    journal = await steered(world(tmp_path, 8), act)

    assert kinds(journal).count("RunPaused") == 2
    assert kinds(journal)[-1] == "RunFinished"


def broken(folder: Path, times: int, rollout: str = "r2") -> World:
    def trouble(order: RolloutOrder, run: int) -> str:
        return "the box is gone" if order.rollout == rollout and run <= times else ""

    spoilt = world(folder)
    spoilt.trouble = trouble
    return spoilt.fresh()


def of(journal: MemoryJournal, rollout: str) -> list[ev.AnyEvent]:
    return [record.event for record in journal.read(subject=rollout)]


async def test_broken_rollout_is_tried_again_as_the_same_attempt_and_never_scored(
    tmp_path: Path,
) -> None:
    whole = state(await world(tmp_path).run())
    spoilt = broken(tmp_path, MAX_TRIES - 1)

    journal = await spoilt.run()

    assert [event.kind for event in of(journal, "r2")] == [
        *("RolloutStarted", "RequestAnswered", "RolloutBroke"),
        *("RolloutStarted", "RequestAnswered", "RolloutBroke"),
        *("RolloutStarted", "RequestAnswered", "RolloutFinished"),
    ]
    orders = [order for order in spoilt.runner.orders if order.rollout == "r2"]
    assert [order.tries for order in orders] == [1, 2, 3]
    assert len({order.model_copy(update={"tries": 1}) for order in orders}) == 1
    assert state(journal).tested == whole.tested
    assert state(journal).spent_rollouts == whole.spent_rollouts
    assert list(state(journal).dag) == list(whole.dag)


async def test_rollout_that_stays_broken_ends_the_engine_and_the_next_one_tries_again(
    tmp_path: Path,
) -> None:
    whole = state(await world(tmp_path).run())
    spoilt, journal = broken(tmp_path, MAX_TRIES), CutJournal()

    for engine in (1, 2):
        with pytest.raises(BaseExceptionGroup) as failure:
            await spoilt.run(journal)
        assert failure.group_contains(RolloutBroken, match=r"r2 .*the box is gone")
        tries = Counter(event.kind for event in of(journal, "r2"))
        assert tries["RolloutBroke"] == engine * MAX_TRIES
        spoilt = spoilt.fresh()
    await world(tmp_path).run(journal)

    assert state(journal).tested == whole.tested
    assert list(state(journal).dag) == list(whole.dag)


async def test_broken_rollout_does_not_take_others_with_it(tmp_path: Path) -> None:
    spoilt, journal = broken(tmp_path, MAX_TRIES), CutJournal()
    spoilt.concurrency = 4

    with pytest.raises(BaseExceptionGroup):
        await spoilt.fresh().run(journal)
    again = world(tmp_path)
    await again.run(journal)

    broke = {
        record.event.rollout
        for record in journal.read()
        if isinstance(record.event, ev.RolloutBroke)
    }
    assert broke == {"r2"}
    assert kinds(journal)[-1] == "RunFinished"


async def test_rollouts_at_a_time_are_never_more_than_allowed(tmp_path: Path) -> None:
    many = world(tmp_path)
    many.dev, many.concurrency = tuple(f"dev-{letter}" for letter in "abcdefgh"), 3
    many = many.fresh()

    await many.run()

    assert many.runner.most_at_work == 3
