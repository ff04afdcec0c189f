"""An operator ends a rollout, or has it run anew; the rest of the batch goes on, at every boundary."""

import asyncio
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest

from saddle_engine import events as ev
from saddle_engine.commands import Verb
from saddle_engine.ports import Answered
from saddle_engine.stages import granting
from saddle_engine.stages.granting import Heeding
from saddle_engine.state import RunState
from saddle_engine.testing import FakeRunner, MemoryJournal
from saddle_engine.testing.runner import Scores
from saddle_engine.types.base import RolloutId
from saddle_engine.types.rollout import Outcome, RolloutOrder, RolloutResult
from saddle_engine.types.wire import Exchange
from tests.engine.calls_rig import at_rest, opened, until
from tests.engine.loop_rig import CutJournal, World, kinds, state
from tests.engine.operator_rig import Operator, steered

R1, R2 = RolloutId("r1"), RolloutId("r2")
DEV = ("dev-a", "dev-b", "dev-c")


class HeldRunner(FakeRunner):
    """Rollouts of the names given wait after their model calls, the first time, until they are cancelled."""

    def __init__(self, scores: Scores, *waiting: RolloutId) -> None:
        super().__init__(scores)
        self.gate = asyncio.Event()
        self.recorded: list[tuple[RolloutId, int, int]] = []
        """Rollout, try, and how much of a recording it was given."""
        self._waiting = set(waiting)

    async def run(
        self, order: RolloutOrder, recording: Sequence[Exchange], answered: Answered
    ) -> RolloutResult:
        self.recorded.append((order.rollout, order.tries, len(recording)))
        result = await super().run(order, recording, answered)
        if order.rollout in self._waiting and order.tries == 1:
            await self.gate.wait()
        return result


def world(folder: Path, *waiting: RolloutId, concurrency: int = 1) -> tuple[World, HeldRunner]:
    made = World(
        folder,
        train=("train-a",),
        dev=DEV,
        test=("test-a",),
        minibatch=1,
        test_repeats=1,
        concurrency=concurrency,
    )
    runner = HeldRunner(made.score, *waiting)
    made.runner = runner
    return made, runner


def answered(rollout: RolloutId) -> Callable[[RunState], bool]:
    return lambda run: rollout in run.rollouts and run.rollouts[rollout].steps > 0


def outcome(run: RunState, rollout: RolloutId) -> Outcome | None:
    result = run.rollouts[rollout].result if rollout in run.rollouts else None
    return result.outcome if result else None


async def cancelled(made: World) -> MemoryJournal:
    """`r1` is cancelled at work, `r3` while it waits."""

    async def act(operator: Operator) -> None:
        await operator.until(answered(R1))
        assert (await operator.send("cancel", rollout="r3", reason="not needed"))[0]
        assert (await operator.send("cancel", rollout="r1", reason="too slow"))[0]

    return await steered(made, act)


async def test_a_cancelled_rollout_has_no_score_and_its_batch_goes_on(tmp_path: Path) -> None:
    journal = await cancelled(world(tmp_path, R1)[0])

    run = state(journal)
    first, third = (run.rollouts[RolloutId(each)].result for each in ("r1", "r3"))
    assert first is not None
    assert third is not None
    assert (first.outcome, first.score, first.reason) == (
        Outcome.CANCELLED,
        None,
        "cancelled by operator: too slow",
    )
    assert (first.steps, first.tokens, third.steps, third.tokens) == (1, 11, 0, 0)
    assert outcome(run, R2) is Outcome.FAILED
    assert run.seed.dev == 0.0
    assert kinds(journal)[-1] == "RunFinished"


async def test_a_cancelled_rollout_stays_so_wherever_the_engine_died(tmp_path: Path) -> None:
    made, _ = world(tmp_path, R1)
    whole = await cancelled(made)
    assert isinstance(whole, CutJournal)
    asked = kinds(whole).index("CancelAsked")

    for place, (records, _) in enumerate(whole.cuts):
        if records <= asked:
            continue
        run = state(await made.fresh().run(whole.cut(place)))
        names = [id_ for id_, each in run.rollouts.items() if outcome(run, id_) == "cancelled"]
        known = {event.rollout for event in _of(whole, ev.CancelAsked, records)}
        assert set(names) == known
        assert not run.wishes.rollouts
        assert run.status == "done"


def _of(journal: MemoryJournal, kind: type[ev.CancelAsked], upto: int) -> list[ev.CancelAsked]:
    events = [record.event for record in journal.read()[:upto]]
    return [event for event in events if isinstance(event, kind)]


async def requeued(made: World) -> MemoryJournal:
    """`r1` begins anew while it is at work."""

    async def act(operator: Operator) -> None:
        await operator.until(answered(R1))
        assert (await operator.send("requeue", rollout="r1"))[0]

    return await steered(made, act)


async def test_a_requeued_rollout_runs_anew_without_its_old_recording(tmp_path: Path) -> None:
    made, runner = world(tmp_path, R1)
    journal = await requeued(made)

    assert [each for each in runner.recorded if each[0] == R1] == [("r1", 1, 0), ("r1", 2, 0)]
    first = state(journal).rollouts[R1]
    assert (first.tries, first.broke) == (2, 1)
    assert outcome(state(journal), R1) is Outcome.FAILED
    assert kinds(journal).count("RolloutRequeued") == 1


async def test_a_requeued_rollout_runs_anew_wherever_the_engine_died(tmp_path: Path) -> None:
    made, _ = world(tmp_path, R1)
    whole = await requeued(made)
    assert isinstance(whole, CutJournal)
    asked = kinds(whole).index("RequeueAsked")

    for place, (records, _) in enumerate(whole.cuts):
        if records <= asked:
            continue
        journal = await made.fresh().run(whole.cut(place))
        assert state(journal).rollouts[R1].tries == 2
        assert kinds(journal).count("RolloutRequeued") == 1
        assert state(journal).rollouts == state(whole).rollouts


async def test_a_cancelled_rollout_of_an_open_batch_can_be_asked_for_again(tmp_path: Path) -> None:
    made, runner = world(tmp_path, R1, R2, concurrency=2)

    async def act(operator: Operator) -> None:
        await operator.until(lambda run: answered(R1)(run) and answered(R2)(run))
        await operator.send("cancel", rollout="r1")
        await operator.until(lambda run: outcome(run, R1) is Outcome.CANCELLED)
        assert (await operator.send("requeue", rollout="r1"))[0]
        await operator.until(lambda run: outcome(run, R1) is Outcome.FAILED)
        runner.gate.set()

    journal = await steered(made, act)

    assert [tries for name, tries, _ in runner.recorded if name == R1] == [1, 2]
    assert kinds(journal)[-1] == "RunFinished"


async def test_what_has_a_score_or_whose_batch_has_ended_is_never_run_again(tmp_path: Path) -> None:
    made, _ = world(tmp_path, R1)
    told: list[tuple[bool, str]] = []

    async def act(operator: Operator) -> None:
        await operator.until(answered(R1))
        await operator.send("cancel", rollout="r1")
        await operator.until(lambda run: len(run.dag) > 0)
        asked: list[tuple[Verb, str]] = [("requeue", "r1"), ("requeue", "r2"), ("cancel", "r2")]
        told.extend([await operator.send(verb, rollout=rollout) for verb, rollout in asked])

    await steered(made, act)

    assert [accepted for accepted, _ in told] == [False] * 3
    for (_, why), words in zip(
        told, ["has ended without it", "never run again", "has ended: failed"], strict=True
    ):
        assert words in why


async def test_a_paused_run_lets_a_rollout_be_cancelled(tmp_path: Path) -> None:
    made, _ = world(tmp_path, R1)
    seen: list[Outcome | None] = []

    async def act(operator: Operator) -> None:
        await operator.until(answered(R1))
        await operator.send("pause", mode="hold")
        await operator.send("cancel", rollout="r1")
        await operator.send("cancel", rollout="r2")
        await operator.until(lambda run: not run.wishes.rollouts)
        seen.extend(outcome(operator.state, each) for each in (R1, R2))
        await operator.send("resume")

    await steered(made, act)

    assert seen == [Outcome.CANCELLED] * 2


@pytest.mark.parametrize("rollouts", [("r1", "r3"), ("r2",)])
async def test_operators_who_ask_at_the_same_time_are_all_heard(
    tmp_path: Path, rollouts: tuple[str, ...]
) -> None:
    made, _ = world(tmp_path, R1, R2, RolloutId("r3"), concurrency=3)

    async def act(operator: Operator) -> None:
        await operator.until(
            lambda run: all(answered(RolloutId(r))(run) for r in ("r1", "r2", "r3"))
        )
        async with asyncio.TaskGroup() as group:
            for rollout in rollouts:
                group.create_task(operator.send("cancel", rollout=rollout))
        await operator.until(lambda run: not run.wishes.rollouts)
        made.runner.gate.set()  # type: ignore[attr-defined]  # it is a HeldRunner

    run = state(await steered(made, act))

    found = {each for each in ("r1", "r2", "r3") if outcome(run, RolloutId(each)) == "cancelled"}
    assert found == set(rollouts)


async def test_a_call_under_way_is_paid_for_before_its_rollout_is_cut_short() -> None:
    async with opened() as rig:
        rig.provider.gate.clear()
        begun: list[bool] = []

        async def work() -> None:
            await rig.ask("r1.1:0")
            begun.append(True)
            await asyncio.Event().wait()  # whatever the harness would do next

        heeding = Heeding(rig.book)
        watching = asyncio.ensure_future(heeding.watch())
        working = asyncio.ensure_future(heeding.unless_wished(R1, work))
        await until(lambda: rig.provider.at_work)
        await rig.book.append(ev.CancelAsked(rollout=R1, by="me"))
        await at_rest()
        assert not working.done()
        rig.provider.gate.set()
        await working
        watching.cancel()

    assert rig.kinds == ["CallReserved", "CancelAsked", "CallSettled"]


async def test_a_reply_that_does_not_come_is_charged_at_its_worst(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(granting, "CALLS_S", 0.01)
    async with opened() as rig:
        rig.provider.gate.clear()

        async def work() -> None:
            await rig.ask("r1.1:0")

        heeding = Heeding(rig.book)
        watching = asyncio.ensure_future(heeding.watch())
        working = asyncio.ensure_future(heeding.unless_wished(R1, work))
        await until(lambda: rig.provider.at_work)
        await rig.book.append(ev.CancelAsked(rollout=R1, by="me"))
        await working
        watching.cancel()

    (lost,) = rig.events(ev.CallUnknown)
    assert (lost.why, rig.book.state.books.reserved) == ("given_up", {})
