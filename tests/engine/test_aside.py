"""A patch that is set aside waits for the operator beside the search, and is taken up once approved."""

from pathlib import Path

import pytest

from saddle_engine import events as ev
from saddle_engine.testing import MemoryJournal
from saddle_engine.types.base import NodeId, PatchId
from saddle_engine.types.patch import PatchStatus
from saddle_engine.types.rollout import Purpose
from saddle_engine.types.steering import Hold
from saddle_runs.verify import Verifier
from tests.engine.loop_rig import World, state, useless
from tests.engine.operator_rig import Operator, has, says_once, steered, word

P1, P2 = PatchId("p1"), PatchId("p2")


def world(folder: Path, epochs: int = 1, hold: Hold = Hold.ALL, tasks: int = 2) -> World:
    train = ("train-a", "train-b", "train-c", "train-d")[:tasks]
    return World(folder, train=train, minibatch=1, epochs=epochs, test=("test-a",), hold=hold)


def outcomes(journal: MemoryJournal) -> list[str | None]:
    return [each.outcome for each in state(journal).iterations.values()]


def sealed(journal: MemoryJournal) -> ev.RunSealed:
    found = state(journal).sealed
    assert found is not None
    return found


def sound(journal: MemoryJournal, told: World) -> bool:
    records = journal.read()
    return Verifier(journal.get, told.store.tree_of).check_all(records) == len(records)


async def test_deferred_patch_is_taken_up_on_its_own_mini_batch(tmp_path: Path) -> None:
    told = world(tmp_path)
    act = says_once(
        word(has("p1"), "defer", patch="p1"),
        word(has("p2"), "approve", patch="p1"),
        word(has("p2"), "veto", patch="p2", reason="no"),
    )

    journal = await steered(told, act)

    final = state(journal)
    first, _, third = final.iterations.values()
    assert outcomes(journal) == ["deferred", "vetoed", "admitted"]
    assert (third.started.takes_up, third.started.tasks) == (P1, first.started.tasks)
    assert first.parent is not None
    assert third.parent is not None
    assert (third.parent.parents, third.parent.tree) == (first.parent.parents, first.parent.tree)
    assert "p1 was set aside in iteration 1" in journal.get(third.parent.rationale).decode()
    assert "before:3" not in final.batches
    assert final.batches["after:3"].purpose is Purpose.AFTER
    assert final.patches[P1].node == "n1"
    assert {session.started.agent for session in final.sessions.values()} >= {"reflection"}
    assert ("diagnosis", 3) not in final.session_of
    assert sound(journal, told)


async def test_patch_that_is_due_comes_before_the_next_mini_batch(tmp_path: Path) -> None:
    told = world(tmp_path, epochs=2)
    act = says_once(
        word(has("p1"), "defer", patch="p1"),
        word(has("p2"), "defer", patch="p2"),
        word(has("p3"), "approve", patch="p2"),
        word(has("p3"), "approve", patch="p1"),
        word(has("p3"), "veto", patch="p3", reason="no"),
        word(has("p4"), "veto", patch="p4", reason="no"),
    )

    journal = await steered(told, act)

    taken = [each.started.takes_up for each in state(journal).iterations.values()]
    assert taken == [None, None, None, "p1", "p2", None]
    assert sound(journal, told)


async def test_taken_up_patches_do_not_change_which_tasks_are_drawn(tmp_path: Path) -> None:
    def drawn(journal: MemoryJournal) -> list[tuple[int, tuple[str, ...]]]:
        started = [each.started for each in state(journal).iterations.values()]
        return [(each.epoch, each.tasks) for each in started if each.takes_up is None]

    plain = await world(tmp_path / "plain", epochs=2, hold=Hold.NONE).run()
    act = says_once(
        word(has("p1"), "hold", hold="none"),
        word(has("p1"), "defer", patch="p1"),
        word(lambda run: "before:2" in run.batches, "approve", patch="p1"),
    )

    journal = await steered(world(tmp_path / "steered", epochs=2), act)

    assert len(state(journal).iterations) == 5
    assert drawn(journal) == drawn(plain)


async def test_vetoed_patch_can_return_and_be_approved(tmp_path: Path) -> None:
    told = world(tmp_path)
    act = says_once(
        word(has("p1"), "veto", patch="p1", reason="too broad"),
        word(has("p2"), "undo", what="p1"),
        word(has("p1"), "approve", patch="p1"),
        word(has("p2"), "veto", patch="p2", reason="no"),
    )

    journal = await steered(told, act)

    assert outcomes(journal) == ["vetoed", "vetoed", "admitted"]
    assert state(journal).patches[P1].status is PatchStatus.ADMITTED
    assert state(journal).patches[P1].vetoed
    assert sound(journal, told)


async def test_veto_that_is_taken_back_in_time_leaves_its_iteration_waiting(tmp_path: Path) -> None:
    told = world(tmp_path, tasks=1)
    act = says_once(
        word(has("p1"), "pause"),
        word(has("p1"), "veto", patch="p1", reason="too broad"),
        word(has("p1", PatchStatus.VETOED), "undo", what="p1"),
        word(has("p1"), "resume"),
        word(has("p1"), "approve", patch="p1"),
    )

    journal = await steered(told, act)

    assert outcomes(journal) == ["admitted"]
    assert sound(journal, told)


async def test_approval_that_is_taken_back_before_it_acts_leaves_the_patch_held(
    tmp_path: Path,
) -> None:
    told = world(tmp_path)
    act = says_once(
        word(has("p1"), "defer", patch="p1"),
        word(has("p2"), "approve", patch="p1"),
        word(has("p1", PatchStatus.CHECKING), "undo", what="p1"),
        word(has("p1"), "veto", patch="p2", reason="no"),
    )

    journal = await steered(told, act)

    assert outcomes(journal) == ["deferred", "vetoed"]
    assert state(journal).patches[P1].status is PatchStatus.HELD
    assert sealed(journal).reason == "all 2 iterations are done; still held: p1"


async def test_patch_that_is_being_checked_cannot_be_taken_back(tmp_path: Path) -> None:
    answers: list[tuple[bool, str]] = []

    async def act(operator: Operator) -> None:
        await operator.until(has("p1"))
        await operator.send("approve", patch="p1")
        await operator.until(lambda run: "after:1" in run.batches)
        answers.append(await operator.send("undo", what="p1"))

    await steered(world(tmp_path, tasks=1), act)

    assert answers[0][0] is False
    assert "nothing to take back" in answers[0][1]


async def test_patch_approved_while_its_deferral_still_waits_is_taken_up_next(
    tmp_path: Path,
) -> None:
    told = world(tmp_path, tasks=1)
    act = says_once(
        word(has("p1"), "pause"),
        word(has("p1"), "defer", patch="p1"),
        word(has("p1"), "approve", patch="p1"),
        word(has("p1", PatchStatus.CHECKING), "resume"),
    )

    journal = await steered(told, act)

    assert outcomes(journal) == ["deferred", "admitted"]
    assert sound(journal, told)


async def test_seal_says_which_patches_it_drops(tmp_path: Path) -> None:
    told = world(tmp_path)
    act = says_once(
        word(has("p1"), "defer", patch="p1"),
        word(has("p2"), "approve", patch="p1"),
        word(has("p2"), "seal"),
    )

    journal = await steered(told, act)

    assert sealed(journal).by == "operator"
    assert sealed(journal).reason == (
        "sealed by the operator; approved and never checked: p1; still held: p2"
    )
    assert sound(journal, told)


async def test_taken_up_patch_without_a_gain_is_declined(tmp_path: Path) -> None:
    told = world(tmp_path)
    told.moves = {1: useless, 2: None}
    act = says_once(
        word(has("p1"), "defer", patch="p1"),
        word(lambda run: "before:2" in run.batches, "approve", patch="p1"),
    )

    journal = await steered(told.fresh(), act)

    assert outcomes(journal) == ["deferred", "no_proposal", "declined"]
    assert sound(journal, told)


async def test_hold_policy_binds_the_next_patch_and_releases_none(tmp_path: Path) -> None:
    told = world(tmp_path, tasks=4)
    waits: list[PatchStatus] = []

    async def act(operator: Operator) -> None:
        await operator.until(has("p1"))
        await operator.send("hold", hold="none")
        await operator.idle()
        waits.append(operator.state.patches[P1].status)
        await operator.send("approve", patch="p1")
        await operator.until(lambda run: "before:3" in run.batches)
        await operator.send("hold", hold="all")
        await operator.until(has("p3"))
        await operator.send("veto", patch="p3", reason="no")
        await operator.until(has("p4"))
        await operator.send("veto", patch="p4", reason="no")

    journal = await steered(told, act)

    assert waits == [PatchStatus.HELD]
    asked = [each.event.patch for each in journal.read() if each.event.kind == "ApprovalAsked"]
    assert asked == ["p1", "p3", "p4"]
    assert sound(journal, told)


@pytest.mark.parametrize("hold", [Hold.NONE, Hold.ALL])
async def test_journal_of_an_older_version_leaves_the_hold_policy_to_the_config(
    tmp_path: Path, hold: Hold
) -> None:
    told, journal = world(tmp_path, hold=hold, tasks=1), MemoryJournal()
    await journal.append(told.started().model_copy(update={"hold": None}))
    words = [word(has("p1"), "veto", patch="p1", reason="no")] if hold is Hold.ALL else []

    await steered(told, says_once(*words), journal)

    assert outcomes(journal) == ["vetoed" if hold is Hold.ALL else "admitted"]


async def test_pinned_node_is_the_parent_until_it_is_unpinned(tmp_path: Path) -> None:
    told = world(tmp_path, tasks=4)
    act = says_once(
        word(has("p1"), "approve", patch="p1"),
        word(has("p2"), "pin", node="n0"),
        word(has("p2"), "veto", patch="p2", reason="no"),
        word(has("p3"), "pin", node=""),
        word(has("p3"), "veto", patch="p3", reason="no"),
        word(has("p4"), "veto", patch="p4", reason="no"),
    )

    journal = await steered(told, act)

    final = state(journal)
    parents = [each.parent for each in final.iterations.values() if each.parent]
    assert [each.parents for each in parents] == [("n0",), ("n1",), ("n0",), ("n1",)]
    assert journal.get(parents[2].rationale) == b"maria pinned n0"
    assert ("evolution", 3) not in final.session_of
    assert {("evolution", 2), ("evolution", 4)} <= set(final.session_of)
    assert sound(journal, told)


async def test_pin_does_not_move_a_patch_that_is_taken_up(tmp_path: Path) -> None:
    told = world(tmp_path, tasks=4)
    act = says_once(
        word(has("p1"), "defer", patch="p1"),
        word(has("p2"), "approve", patch="p2"),
        word(has("p3"), "pin", node="n1"),
        word(has("p3"), "approve", patch="p1"),
        word(has("p3"), "veto", patch="p3", reason="no"),
        word(has("p4"), "veto", patch="p4", reason="no"),
    )

    journal = await steered(told, act)

    taken = next(each for each in state(journal).iterations.values() if each.started.takes_up)
    assert taken.parent is not None
    assert taken.parent.parents == (NodeId("n0"),)
    assert sound(journal, told)
