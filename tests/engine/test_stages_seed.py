"""A seed that never comes to an end is not worth a search."""

from collections.abc import Sequence
from pathlib import Path

import pytest

from saddle_engine.errors import SeedUnfit
from saddle_engine.ports import Answered
from saddle_engine.testing import FakeRunner
from saddle_engine.types.rollout import Outcome, RolloutOrder, RolloutResult
from saddle_engine.types.wire import Exchange
from tests.engine.loop_rig import World, kinds, state

CRASHED = RolloutResult(
    outcome=Outcome.FAILED, score=0.0, reason="no_finish: exit 1", detail="no module saddle_pipe"
)

CAPPED = RolloutResult(outcome=Outcome.FAILED, score=0.0, reason="usd_limit")


class Crashing(FakeRunner):
    """Ends some tasks without `finish`."""

    def __init__(self, world: World, *tasks: str, result: RolloutResult = CRASHED) -> None:
        super().__init__(world.score)
        self._tasks = tasks
        self._result = result

    async def run(
        self, order: RolloutOrder, recording: Sequence[Exchange], answered: Answered
    ) -> RolloutResult:
        result = await super().run(order, recording, answered)
        return self._result if order.task in self._tasks else result


async def test_a_seed_that_finishes_no_dev_task_ends_the_run_with_its_last_words(
    tmp_path: Path,
) -> None:
    world = World(tmp_path)
    world.runner = Crashing(world, *world.dev)

    with pytest.raises(SeedUnfit, match=r"any of its 2 dev rollouts; r1 .*no module saddle_pipe"):
        await world.run()


async def test_a_seed_that_finishes_one_dev_task_is_searched_from(tmp_path: Path) -> None:
    world = World(tmp_path)
    world.runner = Crashing(world, world.dev[0])

    journal = await world.run()

    assert state(journal).status.value == "done"
    assert "NodeAdmitted" in kinds(journal)


async def test_limits_under_which_the_seed_cannot_ask_once_end_the_run(tmp_path: Path) -> None:
    world = World(tmp_path)
    world.runner = Crashing(world, *world.dev, result=CAPPED)

    with pytest.raises(SeedUnfit, match=r"could not ask the model once .* usd_limit .*rollout\]"):
        await world.run()


async def test_a_seed_that_reaches_its_limit_at_work_is_searched_from(tmp_path: Path) -> None:
    world = World(tmp_path)
    world.runner = Crashing(world, *world.dev, result=CAPPED.model_copy(update={"steps": 3}))

    assert state(await world.run()).status.value == "done"
