"""What an operator cancelled never becomes a score, in no verdict."""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest

from saddle_engine import events as ev
from saddle_engine.errors import SeedUnfit
from saddle_engine.ports import Answered
from saddle_engine.testing import FakeRunner, MemoryJournal
from saddle_engine.types.base import PatchId, RolloutId
from saddle_engine.types.patch import PatchStatus
from saddle_engine.types.rollout import Outcome, RolloutOrder, RolloutResult
from saddle_engine.types.wire import Exchange
from saddle_runs.verify import Verifier
from tests.engine.loop_rig import CutJournal, World, of, state
from tests.engine.test_loop import kinds, of_kind, outcomes

P1 = PatchId("p1")
Cancels = Callable[[RolloutOrder], bool]


class CancellingRunner(FakeRunner):
    """Some of its rollouts end cancelled."""

    cancels: Cancels

    async def run(
        self, order: RolloutOrder, recording: Sequence[Exchange], answered: Answered
    ) -> RolloutResult:
        result = await super().run(order, recording, answered)
        if not self.cancels(order):
            return result
        return result.model_copy(update={"outcome": Outcome.CANCELLED, "score": None})


def world(folder: Path, cancels: Cancels, **changes: Any) -> World:
    given = {"train": ("train-a", "train-b", "train-easy"), "minibatch": 3, **changes}
    told = World(folder, moves={1: of("a")}, **given)
    told.runner = CancellingRunner(told.score)
    told.runner.cancels = cancels
    return told


def sound(journal: MemoryJournal, told: World) -> bool:
    """With the words of an operator, which this runner does not wait for."""
    events = [
        (record.at, event)
        for record in journal.read()
        for event in (*_word_for(record.event), record.event)
    ]
    records = [ev.Record(seq=n, at=at, event=event) for n, (at, event) in enumerate(events, 1)]
    return Verifier(journal.get, told.store.tree_of).check_all(records) == len(records)


def _word_for(event: ev.AnyEvent) -> list[ev.AnyEvent]:
    ended = isinstance(event, ev.RolloutFinished) and event.outcome is Outcome.CANCELLED
    return [ev.CancelAsked(rollout=RolloutId(event.subject), by="maria")] if ended else []


async def test_pair_with_a_cancelled_side_is_left_out_of_both_means_and_buckets(
    tmp_path: Path,
) -> None:
    def cancels(order: RolloutOrder) -> bool:
        before = order.tree == told.seed.tree and order.task == "train-easy"
        return before or (order.tree != told.seed.tree and order.task == "train-b")

    told = world(tmp_path, cancels)
    journal = await told.run()

    (checked,) = of_kind(journal, ev.MiniBatchChecked)
    assert (checked.before, checked.after, checked.verdict) == (0.0, 1.0, "better")
    assert checked.buckets.model_dump(exclude_defaults=True) == {"fixed": ("train-a",)}
    assert sound(journal, told)


async def test_loss_that_was_cancelled_away_is_no_gain(tmp_path: Path) -> None:
    told = world(tmp_path, lambda order: order.tree == told.seed.tree and order.task == "train-a")
    journal = await told.run()

    (checked,) = of_kind(journal, ev.MiniBatchChecked)
    assert (checked.before, checked.after, checked.verdict) == (0.5, 0.5, "not_better")
    assert outcomes(journal) == ["declined"]
    assert sound(journal, told)


async def test_agents_see_no_cancelled_rollout(tmp_path: Path) -> None:
    told = world(tmp_path, lambda order: order.task == "train-b")
    journal = await told.run()

    cut = [
        each.order.rollout
        for each in state(journal).rollouts.values()
        if each.result and each.result.outcome is Outcome.CANCELLED
    ]
    assert cut
    for request in told.optimizer.requests:
        assert not any(f'"{rollout}"' in str(request) for rollout in cut)
    assert kinds(journal).count("Reflected") == 1


async def test_patch_without_a_pair_is_declined_and_says_so(tmp_path: Path) -> None:
    told = world(tmp_path, lambda order: order.tree != told.seed.tree and "train" in order.task)
    journal = await told.run()

    (checked,) = of_kind(journal, ev.MiniBatchChecked)
    assert (checked.before, checked.after, checked.verdict) == (None, None, "not_better")
    patch = state(journal).patches[P1]
    assert patch.status is PatchStatus.DECLINED
    assert "no pair of the mini-batch has two scores" in patch.reason
    assert outcomes(journal) == ["declined"]
    assert "Reflected" not in kinds(journal)
    assert sound(journal, told)


async def test_batch_of_which_nothing_failed_but_was_cancelled_teaches_nothing(
    tmp_path: Path,
) -> None:
    told = world(tmp_path, lambda order: order.task in {"train-a", "train-b"})
    journal = await told.run()

    assert outcomes(journal) == ["nothing_to_learn"]
    assert sound(journal, told)


async def test_dev_mean_is_over_what_has_a_score(tmp_path: Path) -> None:
    told = world(tmp_path, lambda order: order.tree != told.seed.tree and order.task == "dev-b")
    journal = await told.run()

    assert [node.dev for node in state(journal).dag] == [0.0, 1.0]
    assert sound(journal, told)


async def test_dev_run_that_was_cancelled_whole_admits_nothing(tmp_path: Path) -> None:
    told = world(tmp_path, lambda order: order.tree != told.seed.tree and "dev" in order.task)
    journal = await told.run()

    (gate,) = of_kind(journal, ev.DevGateChecked)
    assert (gate.dev, gate.verdict) == (None, "undecided")
    assert list(state(journal).dag) == [state(journal).seed]
    assert outcomes(journal) == ["declined"]
    assert state(journal).patches[P1].reason == "no dev rollout has a score: all were cancelled"
    assert sound(journal, told)


async def test_undecided_gate_goes_on_the_same_after_a_crash(tmp_path: Path) -> None:
    told = world(tmp_path, lambda order: order.tree != told.seed.tree and "dev" in order.task)
    whole = await told.run()
    assert isinstance(whole, CutJournal)

    for place in range(len(whole.cuts)):
        again = world(tmp_path, told.runner.cancels)  # type: ignore[attr-defined]  # it cancels
        again.store = told.store
        journal = whole.cut(place)
        await again.run(journal)
        assert [each.event for each in journal.read()] == [each.event for each in whole.read()]


async def test_seed_that_was_cancelled_whole_is_no_node(tmp_path: Path) -> None:
    told, journal = world(tmp_path, lambda order: "dev" in order.task), MemoryJournal()

    with pytest.raises(SeedUnfit, match="all 2 dev rollouts of the seed were cancelled"):
        await told.run(journal)

    assert not len(state(journal).dag)


async def test_seeds_dev_mean_is_over_what_has_a_score(tmp_path: Path) -> None:
    told = world(tmp_path, lambda order: order.task == "dev-a", dev=("dev-a", "dev-easy"))
    journal = await told.run()

    assert state(journal).seed.dev == 1.0
    assert sound(journal, told)


async def test_test_that_was_cancelled_whole_gives_no_score(tmp_path: Path) -> None:
    told = world(tmp_path, lambda order: order.tree != told.seed.tree and "test" in order.task)
    journal = await told.run()

    assert list(state(journal).tested) == ["n0"]
    assert kinds(journal)[-1] == "RunFinished"
    assert sound(journal, told)
