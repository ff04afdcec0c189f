"""Shadows say what vetoes were worth, within their budget; no agent and no verdict hears of them."""

from pathlib import Path
from typing import Any

from saddle_engine import events as ev
from saddle_engine.testing import MemoryInbox, MemoryJournal
from saddle_engine.types.base import PatchId
from saddle_engine.types.rollout import Purpose
from saddle_engine.types.steering import Hold
from saddle_runs.verify import Verifier
from tests.engine.loop_rig import CutJournal, World, state
from tests.engine.operator_rig import has, says_once, steered, word

P1, P2 = PatchId("p1"), PatchId("p2")
VETOES = (
    word(has("p1"), "veto", patch="p1", reason="too broad"),
    word(has("p2"), "veto", patch="p2", reason="no"),
)


def world(folder: Path, shadow: int, **changes: Any) -> World:
    given = {"train": ("train-a", "train-b"), "minibatch": 1, "test": ("test-a",), **changes}
    return World(folder, hold=Hold.ALL, shadow=shadow, **given)


def shadows(journal: MemoryJournal) -> list[ev.ShadowChecked]:
    events = (each.event for each in journal.read())
    return [event for event in events if isinstance(event, ev.ShadowChecked)]


def sound(journal: MemoryJournal, told: World) -> bool:
    records = journal.read()
    return Verifier(journal.get, told.store.tree_of).check_all(records) == len(records)


async def test_veto_is_measured_on_the_patchs_own_mini_batch(tmp_path: Path) -> None:
    told = world(tmp_path, shadow=2)

    journal = await steered(told, says_once(*VETOES))

    first, second = shadows(journal)
    final = state(journal)
    assert [(each.patch, each.before, each.after) for each in (first, second)] == [
        ("p1", 0.0, 1.0),
        ("p2", 0.0, 1.0),
    ]
    assert first.buckets.fixed == final.iterations[1].started.tasks
    assert final.patches[P1].shadow == first
    assert final.patches[P1].status == "vetoed"
    assert final.spent_rollouts == sum(len(each.rollouts) for each in final.batches.values())
    assert final.shadow_rollouts == 2
    assert list(final.dag) == [final.seed]
    assert sound(journal, told)


async def test_shadow_budget_is_for_whole_mini_batches(tmp_path: Path) -> None:
    told = world(
        tmp_path, shadow=3, train=("train-a", "train-b", "train-c", "train-d"), minibatch=2
    )

    journal = await steered(told, says_once(*VETOES))

    assert [each.patch for each in shadows(journal)] == ["p1"]
    assert sound(journal, told)


async def test_without_a_budget_nothing_is_spent_on_vetoed_patches(tmp_path: Path) -> None:
    journal = await steered(world(tmp_path, shadow=0), says_once(*VETOES))

    assert not shadows(journal)


async def test_shadow_that_does_not_fit_a_hard_limit_pauses_nothing(tmp_path: Path) -> None:
    plain = await steered(world(tmp_path / "plain", shadow=0), says_once(*VETOES))
    needed = state(plain).spent_rollouts + 2  # two nodes are set aside for the test, one is tested
    told = world(tmp_path / "told", shadow=2, limit=needed + 1)

    journal = await steered(told, says_once(*VETOES))

    assert [each.patch for each in shadows(journal)] == ["p1"]
    assert "RunPaused" not in [each.event.kind for each in journal.read()]


async def test_shadow_teaches_no_agent(tmp_path: Path) -> None:
    told = world(tmp_path, shadow=2)

    journal = await steered(told, says_once(*VETOES))

    shadowed = state(journal).batches["shadow:p1"].rollouts
    assert shadowed
    assert not state(journal).lessons
    assert state(journal).patches[P1].proposed.tree not in state(journal).train_scores
    for request in told.optimizer.requests:
        assert not any(f'"{rollout}"' in str(request) for rollout in shadowed)


async def test_patch_that_returns_after_its_shadow_makes_fresh_attempts(tmp_path: Path) -> None:
    told = world(tmp_path, shadow=2)
    act = says_once(
        word(has("p1"), "veto", patch="p1", reason="too broad"),
        word(has("p2"), "undo", what="p1"),
        word(has("p1"), "approve", patch="p1"),
        word(has("p2"), "veto", patch="p2", reason="no"),
    )

    journal = await steered(told, act)

    final = state(journal)
    attempts = [
        final.rollouts[each].order.attempt
        for batch in ("shadow:p1", "after:3")
        for each in final.batches[batch].rollouts
    ]
    assert attempts == [1, 2]
    assert final.patches[P1].node == "n1"
    assert sound(journal, told)


async def test_shadows_do_not_shorten_the_search(tmp_path: Path) -> None:
    told = world(tmp_path, shadow=2, budget=4)

    journal = await steered(told, says_once(*VETOES))

    assert len(state(journal).iterations) == 2
    assert [each.purpose for each in state(journal).batches.values()].count(Purpose.SHADOW) == 2


async def test_interrupted_shadow_is_finished_even_when_its_patch_returned(tmp_path: Path) -> None:
    told = world(tmp_path, shadow=2)
    whole = await steered(told, says_once(*VETOES))
    assert isinstance(whole, CutJournal)
    begun = next(
        each.seq
        for each in whole.read()
        if isinstance(each.event, ev.RolloutStarted)
        and each.event.rollout in state(whole).batches["shadow:p1"].rollouts
    )
    journal = whole.cut([count for count, _ in whole.cuts].index(begun))
    await journal.append(ev.PatchReturned(patch=P1, by="maria"))
    act = says_once(VETOES[0], word(has("p2"), "veto", patch="p2", reason="no"))

    await steered(told.fresh(), act, journal, MemoryInbox())

    assert [each.patch for each in shadows(journal)] == ["p1", "p2"]
    assert all(each.result for each in state(journal).rollouts.values())
    assert sound(journal, told)
