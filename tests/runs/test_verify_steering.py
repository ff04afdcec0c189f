"""A steered journal that says anything else than what happened is found out."""

import asyncio
from collections.abc import Callable
from typing import Any

import pytest

from saddle_engine import events as ev
from saddle_engine.testing import MemoryJournal
from saddle_engine.types.base import HintId, NodeId, PatchId
from saddle_runs.verify import Broken
from tests.engine.loop_rig import World
from tests.engine.operator_rig import says_once, steered
from tests.engine.test_interventions_resume import WORDS
from tests.engine.test_interventions_resume import world as with_everything
from tests.runs.test_verify import Journal, changed, dropped, events_of, find, repeated, verify


@pytest.fixture(scope="module")
def told(tmp_path_factory: pytest.TempPathFactory) -> tuple[World, MemoryJournal]:
    """One run for all, with every kind of intervention: nobody changes its journal."""
    steady = with_everything(tmp_path_factory.mktemp("told"))
    return steady, asyncio.run(steered(steady, says_once(*WORDS)))


def after(kind: str, event: ev.AnyEvent, nth: int = 0) -> Callable[[Journal], None]:
    def change(events: Journal) -> None:
        events.insert(find(events, kind, nth) + 1, event)

    return change


def taken_up(**values: Any) -> Callable[[Journal], None]:
    def change(events: Journal) -> None:
        place = next(i for i, each in enumerate(events) if getattr(each, "takes_up", None))
        events[place] = events[place].model_copy(update=values)

    return change


P2 = PatchId("p2")
LIES: dict[str, tuple[Callable[[Journal], None], str]] = {
    "patch was never held": (dropped("ApprovalAsked"), "not held"),
    "patch is held twice": (repeated("ApprovalAsked"), "not proposed"),
    "patch is taken up without a word": (dropped("PatchApproved"), "not due"),
    "patch is taken up on other tasks": (taken_up(tasks=("train-a",)), "another mini-batch"),
    "taken up patch has another parent": (changed("ParentChosen", 3, parents=("n1",)), "n1"),
    "patch returns that nobody vetoed": (
        after("ApprovalAsked", ev.PatchReturned(patch=PatchId("p1"), by="x")),
        "nothing returns",
    ),
    "rollouts are spent on a patch that waits": (dropped("PatchApproved", 1), "p4 is held"),
    "deferred iteration was not": (changed("IterationFinished", outcome="vetoed"), "p1"),
    "edit was not asked for": (dropped("EditAsked"), "nobody edited p1"),
    "edit was refused without being asked for": (
        after("EditAsked", ev.EditRefused(patch=P2, reason="no")),
        "no edit of p2",
    ),
    "edit has no author": (changed("PatchProposed", 2, by=""), "nobody wrote p3"),
    "hint is taken twice": (repeated("HintTaken"), "does not wait"),
    "hint is taken too late": (
        after("SessionStarted", ev.HintTaken(hint=HintId("h1"), iteration=1)),
        "has begun|HintTaken",
    ),
    "pin is not heeded": (changed("ParentPinned", node="n9"), "n9|pinned"),
    "shadow says another mean": (changed("ShadowChecked", after=0.0), "mean after"),
    "shadow says other buckets": (changed("ShadowChecked", before=1.0), "mean before"),
    "shadows pass their budget": (changed("RunStarted", shadow=0), "vetoed patches pass"),
    "worth of a hint is another": (changed("LessonLearned", worth=0.5), "worth"),
    "worth of a hint has another sign": (changed("LessonLearned", verdict="bad"), "good"),
    "hint of a lesson was never read": (changed("LessonLearned", text="else"), "no such hint"),
    "lesson of an edit is about no edit": (changed("LessonLearned", source="edit"), "no operator"),
}


def test_steered_journal_holds(told: tuple[World, MemoryJournal]) -> None:
    steady, journal = told
    events = events_of(journal)

    assert verify(journal, events, steady) == len(events)


@pytest.mark.parametrize("lie", LIES)
def test_lie_of_a_steered_run_is_found_and_named(
    told: tuple[World, MemoryJournal], lie: str
) -> None:
    steady, journal = told
    change, expected = LIES[lie]
    events = events_of(journal)
    change(events)

    with pytest.raises(Broken, match=expected):
        verify(journal, events, steady)


def test_policy_that_drops_a_due_patch_is_found(told: tuple[World, MemoryJournal]) -> None:
    steady, journal = told
    events = events_of(journal)
    place = next(i for i, each in enumerate(events) if getattr(each, "takes_up", None))
    sealed = ev.RunSealed(by="policy", reason="", best=NodeId("n1"))

    with pytest.raises(Broken, match="p3 was approved and is dropped"):
        verify(journal, [*events[:place], sealed], steady)
