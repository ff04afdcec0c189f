"""An operator's word takes effect at the next safe point, and a run stays whole."""

import asyncio
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest

from saddle_engine import events as ev
from saddle_engine.commands import Command
from saddle_engine.ports import Answered
from saddle_engine.stages.book import Book
from saddle_engine.stages.inbox import StopAsked, serve
from saddle_engine.state import RunState
from saddle_engine.testing import FakeClock, FakeRunner, MemoryInbox, MemoryJournal
from saddle_engine.testing.runner import Scores
from saddle_engine.types.base import PatchId
from saddle_engine.types.patch import PatchStatus
from saddle_engine.types.rollout import Outcome, RolloutOrder, RolloutResult
from saddle_engine.types.steering import Hold, RunStatus
from saddle_engine.types.taxonomy import Phase
from saddle_engine.types.wire import Exchange
from tests.engine.loop_rig import CutJournal, World, kinds, state, useless
from tests.engine.operator_rig import DEADLINE_S, Operator, answer, steered

P1 = PatchId("p1")


def at_work(run: RunState) -> int:
    return sum(each.open for each in run.rollouts.values())


def held(patch: PatchId) -> Callable[[RunState], bool]:
    return lambda run: patch in run.patches and run.patches[patch].status is PatchStatus.HELD


def outcomes(journal: MemoryJournal) -> list[str | None]:
    return [each.outcome for each in state(journal).iterations.values()]


def world(folder: Path, hold: Hold = Hold.NONE, concurrency: int = 1, epochs: int = 1) -> World:
    return World(
        folder,
        train=("train-a", "train-b"),
        minibatch=1,
        epochs=epochs,
        test=("test-a",),
        hold=hold,
        concurrency=concurrency,
    )


class GatedRunner(FakeRunner):
    """Finishes rollouts only while its gate is open."""

    def __init__(self, scores: Scores) -> None:
        super().__init__(scores)
        self.gate = asyncio.Event()

    async def run(
        self, order: RolloutOrder, recording: Sequence[Exchange], answered: Answered
    ) -> RolloutResult:
        await self.gate.wait()
        return await super().run(order, recording, answered)


async def test_pause_holds_new_rollouts_and_lets_running_ones_finish(tmp_path: Path) -> None:
    paused = world(tmp_path, concurrency=2)
    paused.dev = tuple(f"dev-{letter}" for letter in "abcdef")
    paused = paused.fresh()
    paused.runner = runner = GatedRunner(paused.score)
    started: list[int] = []

    async def act(operator: Operator) -> None:
        await operator.until(lambda run: at_work(run) == 2)
        assert await operator.send("pause") == (True, "")
        runner.gate.set()
        await operator.until(lambda run: at_work(run) == 0)
        await operator.idle()
        started.append(sum(each.tries for each in operator.state.rollouts.values()))
        await operator.send("resume")

    journal = await steered(paused, act)

    assert started == [2]
    assert kinds(journal)[-1] == "RunFinished"
    results = [each.result for each in state(journal).rollouts.values()]
    assert all(result and result.outcome is not Outcome.CANCELLED for result in results)


async def test_pause_holds_the_next_try_of_a_broken_rollout(tmp_path: Path) -> None:
    paused = world(tmp_path)
    paused.trouble = lambda order, run: "no box" if (order.rollout, run) == ("r1", 1) else ""
    paused = paused.fresh()
    tries: list[int] = []

    async def act(operator: Operator) -> None:
        await operator.until(lambda run: at_work(run) == 1)
        await operator.send("pause")
        await operator.idle()
        tries.append(operator.state.rollouts[paused.runner.orders[0].rollout].tries)
        await operator.send("resume")

    journal = await steered(paused, act)

    assert tries == [1]
    assert kinds(journal)[-1] == "RunFinished"


async def test_sealed_search_leaves_its_iteration_and_tests(tmp_path: Path) -> None:
    async def act(operator: Operator) -> None:
        await operator.until(lambda run: "before:1" in run.batches)
        await operator.send("seal")

    journal = await steered(world(tmp_path), act)

    assert outcomes(journal) == [None]
    sealed = state(journal).sealed
    assert sealed is not None
    assert (sealed.by, sealed.best) == ("operator", "n0")
    assert kinds(journal)[-2:] == ["TestEvaluated", "RunFinished"]
    assert "SessionStarted" not in kinds(journal)


async def test_paused_search_can_be_sealed_in_the_middle_of_a_batch(tmp_path: Path) -> None:
    async def act(operator: Operator) -> None:
        await operator.until(lambda run: "before:1" in run.batches)
        await operator.send("pause")
        await operator.idle()
        await operator.send("seal")

    journal = await steered(world(tmp_path), act)

    assert kinds(journal)[-1] == "RunFinished"
    assert state(journal).status is RunStatus.DONE


async def test_seal_in_the_last_iteration_is_the_operators(tmp_path: Path) -> None:
    async def act(operator: Operator) -> None:
        await operator.until(lambda run: "dev:2" in run.batches)
        await operator.send("seal")

    journal = await steered(world(tmp_path), act)

    sealed = state(journal).sealed
    assert sealed is not None
    assert sealed.by == "operator"
    assert outcomes(journal) == ["admitted", "admitted"]


async def test_phase_switch_binds_the_next_diagnosis(tmp_path: Path) -> None:
    async def act(operator: Operator) -> None:
        await operator.until(lambda run: "before:1" in run.batches)
        await operator.send("phase", phase="steering")
        await operator.until(lambda run: "before:2" in run.batches)
        await operator.send("phase", phase="capability")

    journal = await steered(world(tmp_path), act)

    classes = [patch.proposed.patch_class for patch in state(journal).patches.values()]
    assert classes == [Phase.STEERING, Phase.CAPABILITY]
    assert outcomes(journal) == ["admitted", "admitted"]


async def test_approved_patch_goes_on(tmp_path: Path) -> None:
    spent: list[int] = []

    async def act(operator: Operator) -> None:
        for number in (1, 2):
            patch = PatchId(f"p{number}")
            await operator.until(held(patch))
            before = operator.state.spent_rollouts
            await operator.idle()
            spent.append(operator.state.spent_rollouts - before)
            await operator.send("approve", patch=patch)

    journal = await steered(world(tmp_path, Hold.ALL), act)

    assert spent == [0, 0]
    assert outcomes(journal) == ["admitted", "admitted"]
    assert kinds(journal).count("PatchApproved") == 2


async def test_vetoed_patch_ends_its_iteration_and_spends_nothing(tmp_path: Path) -> None:
    async def act(operator: Operator) -> None:
        await operator.until(held(P1))
        await operator.send("veto", patch="p1", reason="too broad")

    vetoing = world(tmp_path, Hold.ALL)
    vetoing.train = ("train-a",)
    journal = await steered(vetoing.fresh(), act)

    assert outcomes(journal) == ["vetoed"]
    assert state(journal).patches[P1].reason == "too broad"
    assert "after:1" not in state(journal).batches


async def test_only_patches_of_the_held_class_wait(tmp_path: Path) -> None:
    async def act(operator: Operator) -> None:
        await operator.until(
            lambda run: any(each.status == "held" for each in run.patches.values())
        )
        held = [name for name, each in operator.state.patches.items() if each.status == "held"]
        classes.extend(operator.state.patches[name].proposed.patch_class for name in held)
        await operator.send("approve", patch=held[0])

    classes: list[Phase] = []
    steering = world(tmp_path, Hold.STEERING, epochs=2)
    steering.train, steering.moves = ("train-a",), {1: useless}
    journal = await steered(steering.fresh(), act)

    assert classes == [Phase.STEERING]
    assert outcomes(journal) == ["declined", "admitted"]


async def test_held_patch_still_waits_after_a_restart(tmp_path: Path) -> None:
    first = world(tmp_path, Hold.ALL)
    first.train = ("train-a",)
    first = first.fresh()

    async def stop(operator: Operator) -> None:
        await operator.until(held(P1))
        await operator.send("stop")

    journal = CutJournal()
    with pytest.raises(BaseExceptionGroup) as stopped:
        await steered(first, stop, journal)
    assert stopped.group_contains(StopAsked)

    async def approve(operator: Operator) -> None:
        await operator.idle()
        assert operator.state.patches[P1].status is PatchStatus.HELD
        await operator.send("approve", patch="p1")

    await steered(first.fresh(), approve, journal)

    assert kinds(journal).count("ApprovalAsked") == 1
    assert outcomes(journal) == ["admitted"]


async def test_search_sealed_while_a_patch_waits_ends_without_it(tmp_path: Path) -> None:
    async def act(operator: Operator) -> None:
        await operator.until(held(P1))
        await operator.send("seal")

    journal = await steered(world(tmp_path, Hold.ALL), act)

    assert kinds(journal)[-1] == "RunFinished"
    assert "after:1" not in state(journal).batches


async def test_stopped_engine_leaves_everything_for_the_next(tmp_path: Path) -> None:
    whole = await world(tmp_path, concurrency=2).run()

    async def act(operator: Operator) -> None:
        await operator.until(lambda run: "dev:1" in run.batches and at_work(run) > 0)
        await operator.send("stop")

    journal, stopping = CutJournal(), world(tmp_path, concurrency=2)
    with pytest.raises(BaseExceptionGroup) as stopped:
        await steered(stopping, act, journal)
    assert stopped.group_contains(StopAsked)
    assert kinds(journal)[-1] != "RunFinished"
    await stopping.fresh().run(journal)

    assert list(state(journal).dag) == list(state(whole).dag)
    assert state(journal).rollouts == state(whole).rollouts
    assert state(journal).tested == state(whole).tested


async def test_command_is_carried_out_once_and_answered_alike_after_a_crash(tmp_path: Path) -> None:
    refused = Command(id="again", verb="resume")
    done = Command(id="done", verb="phase", arguments={"phase": "steering"})

    async def act(operator: Operator) -> None:
        await operator.until(lambda run: {"again", "done"} <= set(run.commands))

    journal = CutJournal()
    first, second = MemoryInbox(refused, done), MemoryInbox(refused, done)
    await steered(world(tmp_path), act, journal, first)
    before = len(journal.read())

    async with (
        asyncio.timeout(DEADLINE_S),
        Book(journal, state(journal)) as book,
        asyncio.TaskGroup() as group,
    ):
        serving = group.create_task(serve(book, journal, second, FakeClock()))
        for command in first.answers:
            await answer(second, command)
        serving.cancel()

    assert first.answers == second.answers
    assert first.answers["again"][0] is False
    assert first.answers["done"] == (True, "")
    assert len(journal.read()) == before


async def test_refusal_is_journalled_with_its_reason(tmp_path: Path) -> None:
    answers: list[tuple[bool, str]] = []

    async def act(operator: Operator) -> None:
        answers.append(await operator.send("approve", patch="p9"))

    journal = await steered(world(tmp_path), act)

    (refused,) = [
        record.event for record in journal.read() if isinstance(record.event, ev.CommandRefused)
    ]
    assert answers == [(False, refused.reason)]
    assert "p9" in refused.reason


async def test_limit_that_is_reached_after_the_word_to_seal_does_not_hold_it(
    tmp_path: Path,
) -> None:
    whole = await world(tmp_path).run()
    assert isinstance(whole, CutJournal)
    seeded = kinds(whole).index("NodeAdmitted") + 1
    journal = whole.cut([records for records, _ in whole.cuts].index(seeded))
    asked, paused = ev.SealAsked(by="me"), ev.RunPaused(by="rollouts", reason="no room")
    await journal.append(asked, paused)

    async with asyncio.timeout(DEADLINE_S):
        await world(tmp_path).run(journal, wait_at_limits=True)

    assert kinds(journal)[-1] == "RunFinished"
