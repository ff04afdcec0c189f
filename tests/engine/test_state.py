"""One fold for live view, resume and replay."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from saddle_engine import events as ev
from saddle_engine.state import RunState, mean_score
from saddle_engine.types.base import Digest, NodeId, RolloutId, SessionId, TaskId, Tree
from saddle_engine.types.patch import PatchStatus
from saddle_engine.types.rollout import Outcome, RolloutOrder, RolloutResult, Split
from saddle_engine.types.steering import RunStatus
from saddle_engine.types.taxonomy import Phase
from tests.engine.loop_rig import World, useless


@pytest.fixture
async def records(tmp_path: Path) -> list[ev.Record]:
    """A whole run with an admitted and a declined patch."""
    train = ("train-a", "train-b")
    world = World(tmp_path, train=train, moves={2: useless}, minibatch=1, turns=2)
    return list((await world.run()).read())


def engine_started(seq: int) -> ev.Record:
    event = ev.EngineStarted(pid=1, host="h", private="/p")
    return ev.Record(seq=seq, at=1.0, event=event)


async def test_live_state_is_the_fold_of_the_journal_at_every_record(
    records: list[ev.Record],
) -> None:
    live = RunState()

    for number, record in enumerate(records, start=1):
        live.apply(record)
        again = [ev.Record.model_validate_json(each.model_dump_json()) for each in records[:number]]
        assert live == RunState().fold(again)


async def test_states_of_different_journals_differ(records: list[ev.Record]) -> None:
    whole = RunState().fold(records)

    assert RunState().fold(records[:-1]) != whole


@given(st.integers(1, 1000), st.integers(0, 5))
def test_record_out_of_order_is_refused(seq: int, known: int) -> None:
    state = RunState().fold(engine_started(number) for number in range(1, known + 1))

    if seq == known + 1:
        state.apply(engine_started(seq))
    else:
        with pytest.raises(ValueError, match="does not follow"):
            state.apply(engine_started(seq))


@pytest.mark.parametrize(
    "event",
    [
        ev.RolloutStarted(rollout=RolloutId("r9"), tries=1),
        ev.RolloutPlanned(
            batch="before:1",
            rollout=RolloutId("r1"),
            tree=Tree("t"),
            task=TaskId("a"),
            split=Split.TRAIN,
            attempt=1,
        ),
        ev.IterationFinished(iteration=3, outcome="declined"),
    ],
)
def test_record_that_names_the_unknown_is_refused(event: ev.AnyEvent) -> None:
    with pytest.raises(ValueError, match="unknown"):
        RunState().apply(ev.Record(seq=1, at=0.0, event=event))


def folded(*events: ev.AnyEvent) -> RunState:
    return RunState().fold(
        ev.Record(seq=seq, at=0.0, event=event) for seq, event in enumerate(events, start=1)
    )


def test_new_engine_clears_the_failure_of_the_last_one() -> None:
    failed = ev.RunFailed(error="the disk is full")
    paused = ev.RunPaused(by="operator", reason="lunch")

    assert folded(failed).error == "the disk is full"
    state = folded(paused, failed, ev.EngineStarted(pid=1, host="h", private="/p"))
    assert (state.status, state.error, state.paused) == (RunStatus.RUNNING, "", None)


def test_engine_that_left_is_gone_and_its_folder_is_remembered() -> None:
    started = ev.EngineStarted(pid=1, host="h", private="/p")

    state = folded(started, ev.EngineStopped(reason="done"))

    assert state.engine is None
    assert state.private == "/p"


async def test_rollouts_that_were_planned_are_spent_whatever_became_of_them(
    records: list[ev.Record],
) -> None:
    planned = sum(isinstance(record.event, ev.RolloutPlanned) for record in records)

    assert RunState().fold(records).spent_rollouts == planned


async def test_batch_has_results_only_when_none_is_missing(records: list[ev.Record]) -> None:
    state, seen = RunState(), set[bool]()

    for record in records:
        state.apply(record)
        for batch in state.batches.values():
            done = all(state.rollouts[each].result is not None for each in batch.rollouts)
            assert (state.batch_results(batch.id) is not None) == done
            seen.add(done)
    assert seen == {True, False}
    assert state.batch_results("dev:99") is None


async def test_agents_know_scores_of_train_tasks_only(records: list[ev.Record]) -> None:
    state = RunState().fold(records)

    tasks = {task for scores in state.train_scores.values() for task in scores}

    assert tasks
    assert all(task.startswith("train-") for task in tasks)


async def test_patch_lives_through_its_statuses_in_order(records: list[ev.Record]) -> None:
    state, lives = RunState(), dict[str, list[PatchStatus]]()

    for record in records:
        state.apply(record)
        for name, patch in state.patches.items():
            life = lives.setdefault(name, [])
            if life[-1:] != [patch.status]:
                life.append(patch.status)

    proposed, checking = PatchStatus.PROPOSED, PatchStatus.CHECKING
    assert lives["p1"] == [proposed, checking, PatchStatus.GATING, PatchStatus.ADMITTED]
    assert lives["p2"] == [proposed, checking, PatchStatus.DECLINED]


def test_mean_counts_scored_results_only() -> None:
    order = RolloutOrder(
        rollout=RolloutId("r1"), tree=Tree("t"), task=TaskId("a"), split=Split.TRAIN, attempt=1
    )
    passed = RolloutResult(outcome=Outcome.PASSED, score=1.0)
    cancelled = RolloutResult(outcome=Outcome.CANCELLED)

    assert mean_score([(order, passed), (order, cancelled)]) == 1.0
    assert mean_score([(order, cancelled)]) is None


@given(st.permutations([0.1, 0.2, 0.3, 0.7, 1.0]))
def test_order_of_tasks_never_breaks_a_tie(scores: list[float]) -> None:
    order = RolloutOrder(
        rollout=RolloutId("r1"), tree=Tree("t"), task=TaskId("a"), split=Split.DEV, attempt=1
    )
    results = [
        (order, RolloutResult(outcome=Outcome.FAILED, score=score)) for score in sorted(scores)
    ]
    shuffled = [(order, RolloutResult(outcome=Outcome.FAILED, score=score)) for score in scores]

    assert mean_score(shuffled) == mean_score(results)


def test_session_keeps_the_phase_of_its_first_try() -> None:
    first = ev.SessionStarted(
        session=SessionId("d1"), agent="diagnosis", iteration=1, prompt=Digest("p")
    )
    switched = ev.PhaseSwitched(phase=Phase.STEERING, by="operator", reason="by operator")
    second = first.model_copy(update={"tries": 2})

    state = folded(first, switched, second)

    assert state.sessions[first.session].phase is Phase.CAPABILITY
    assert state.sessions[first.session].started.tries == 2


async def test_another_try_begins_at_step_0(records: list[ev.Record]) -> None:
    state = RunState()
    for record in records:
        state.apply(record)
        if isinstance(record.event, ev.RequestAnswered):
            break
    (rollout,) = [each for each in state.rollouts.values() if each.open]
    name = rollout.order.rollout
    assert rollout.steps == 1

    broke = ev.RolloutBroke(rollout=name, tries=1, reason="no box")
    again = ev.RolloutStarted(rollout=name, tries=2)
    for event in (broke, again):
        state.apply(ev.Record(seq=state.seq + 1, at=0.0, event=event))

    assert (rollout.tries, rollout.broke, rollout.steps) == (2, 1, 0)


@pytest.mark.parametrize(
    "late",
    [
        ev.RunPaused(by="usd", reason="x"),
        ev.RunResumed(by="me"),
        ev.RunSealed(by="policy", reason="x", best=NodeId("n0")),
        ev.RunFailed(error="x"),
        ev.RunFinished(),
        ev.EngineStarted(pid=1, host="h", private="/p"),
    ],
    ids=lambda event: event.kind,
)
def test_an_aborted_run_stays_aborted_whatever_still_comes_to_its_end(late: ev.AnyEvent) -> None:
    assert folded(ev.RunAborted(by="me", reason="x"), late).status is RunStatus.ABORTED
