"""A batch is planned on what is so when it is journalled, not on what was so a commit before."""

import asyncio
from pathlib import Path

import pytest

from saddle_engine import events as ev
from saddle_engine.errors import LimitReached
from saddle_engine.stages.book import Book
from saddle_engine.state import RunState
from saddle_engine.types.rollout import Purpose
from saddle_engine.types.steering import Hold
from saddle_runs.verify import Verifier
from tests.engine.loop_rig import CONFIG, CutJournal, World, state
from tests.engine.operator_rig import Operator, has, steered


async def test_a_batch_does_not_pass_a_limit_that_is_being_lowered(tmp_path: Path) -> None:
    told, journal = World(tmp_path), CutJournal()
    journal.put(CONFIG)
    started = told.started()
    await journal.append(started)
    lowered = ev.LimitChanged(name="rollouts", value=started.test_cost + 1, by="maria")

    async with Book(journal, RunState().fold(journal.read())) as book, asyncio.TaskGroup() as group:
        parts = told.parts(book, journal, waits=True)
        pairs = [(started.tree, task) for task in parts.tasks.values()]
        group.create_task(book.decide(lambda _: [lowered]))
        await asyncio.sleep(0)
        with pytest.raises(LimitReached):
            await parts.rollouts.run("seed_dev", Purpose.SEED_DEV, pairs)


class SlowShadows(CutJournal):
    """The commit of a measured shadow takes long enough for an operator to say something."""

    def __init__(self) -> None:
        super().__init__()
        self.committing = asyncio.Event()

    async def append(self, *events: ev.AnyEvent) -> list[ev.Record]:
        if any(isinstance(event, ev.ShadowChecked) for event in events):
            self.committing.set()
            for _ in range(100):
                await asyncio.sleep(0)
        return await super().append(*events)


async def test_nothing_is_spent_on_a_veto_that_is_being_taken_back(tmp_path: Path) -> None:
    told = World(
        tmp_path,
        train=("train-a", "train-b"),
        minibatch=1,
        test=("test-a",),
        hold=Hold.ALL,
        shadow=2,
    )
    journal = SlowShadows()

    async def vetoes_both_and_returns_one(operator: Operator) -> None:
        await operator.until(has("p1"))
        await operator.send("defer", patch="p1")
        await operator.until(has("p2"))
        await operator.send("veto", patch="p1", reason="no")
        await operator.send("veto", patch="p2", reason="no")
        await journal.committing.wait()
        assert (await operator.send("undo", what="p2"))[0]

    await steered(told, vetoes_both_and_returns_one, journal)

    assert Verifier(journal.get, told.store.tree_of).check_all(journal.read())
    assert "shadow:p2" not in state(journal).batches
