"""No intervention is lost or done twice, wherever the engine dies: one run with all of them."""

from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from saddle_engine import events as ev
from saddle_engine.state import RunState
from saddle_engine.testing import MemoryInbox, MemoryJournal
from saddle_engine.types.patch import PatchStatus
from saddle_engine.types.steering import Hold
from saddle_runs.verify import Verifier
from tests.engine.loop_rig import CutJournal, World, useless
from tests.engine.operator_rig import has, says_once, steered, word

RIGHT = [{"op": "write", "path": "tools/right.py", "text": "right = 1\n"}]
WORDS = (
    word(has("p1"), "defer", patch="p1"),
    word(has("p2"), "hint", text="look at stderr"),
    word(has("p2"), "edit", patch="p1", edits=RIGHT),
    word(has("p3"), "pin", node="n0"),
    word(has("p3"), "veto", patch="p2", reason="too broad"),
    word(has("p4"), "comment", patch="p4", text="hm"),
    word(has("p4"), "hold", hold="none"),
    word(has("p4"), "approve", patch="p3"),
    word(has("p4"), "approve", patch="p4"),
    word(has("p3", PatchStatus.DECLINED), "undo", what="p2"),
    word(has("p2"), "approve", patch="p2"),
)
"""Patch 3 is the edit of patch 1; patch 4 is the third diagnosis's, which reads the hint."""


def world(folder: Path) -> World:
    return World(
        folder,
        train=("train-a", "train-b", "train-c", "train-d"),
        dev=("dev-a",),
        test=("test-a",),
        minibatch=1,
        test_repeats=1,
        moves={1: useless},
        hold=Hold.ALL,
        shadow=2,
    )


def events(journal: MemoryJournal) -> list[ev.AnyEvent]:
    return [record.event for record in journal.read()]


def paid(journal: MemoryJournal) -> Counter[str]:
    kinds = (ev.RequestAnswered, ev.ModelReplied)
    return Counter(event.kind for event in events(journal) if isinstance(event, kinds))


@pytest.fixture
async def whole(tmp_path: Path) -> tuple[World, CutJournal]:
    told = world(tmp_path)
    journal = await steered(told, says_once(*WORDS))
    assert isinstance(journal, CutJournal)
    return told, journal


def outcome(state: RunState) -> dict[str, Any]:
    """All that must not depend on where an engine died."""
    return {
        "nodes": list(state.dag),
        "patches": state.patches,
        "rollouts": state.rollouts,
        "iterations": state.iterations,
        "lessons": state.lessons,
        "wishes": state.wishes,
        "sealed": state.sealed,
        "tested": state.tested,
    }


async def test_run_with_every_intervention_holds_and_has_them_all(
    whole: tuple[World, CutJournal],
) -> None:
    told, journal = whole
    kinds = {event.kind for event in events(journal)}

    assert {
        *("PatchDeferred", "HintTaken", "EditAsked", "ParentPinned", "PatchVetoed"),
        *("ShadowChecked", "PatchReturned", "HoldChanged", "PatchCommented"),
    } <= kinds
    final = RunState().fold(journal.read())
    assert [each.started.takes_up for each in final.iterations.values()].count(None) == 4
    assert {lesson.source for lesson in final.lessons.values()} == {"reflection", "hint", "edit"}
    verifier = Verifier(journal.get, told.store.tree_of)
    assert verifier.check_all(journal.read()) == len(journal.read())


async def test_live_state_is_the_fold_at_every_record(whole: tuple[World, CutJournal]) -> None:
    records, live = whole[1].read(), RunState()

    for number, record in enumerate(records, start=1):
        live.apply(record)
        if number % 7 == 0 or number == len(records):
            again = (ev.Record.model_validate_json(each.model_dump_json()) for each in records)
            assert live == RunState().fold(each for each in again if each.seq <= number)


async def test_run_cut_at_any_commit_ends_the_same_and_pays_nothing_twice(
    whole: tuple[World, CutJournal],
) -> None:
    told, finished = whole
    expected = outcome(RunState().fold(finished.read()))

    for place, (records, _) in enumerate(finished.cuts):
        journal, again = finished.cut(place), told.fresh()
        known = paid(journal)
        await steered(again, says_once(*WORDS), journal, MemoryInbox())

        where = f"cut after {records} records"
        assert outcome(RunState().fold(journal.read())) == expected, where
        assert Counter(map(type, events(journal))) == Counter(map(type, events(finished))), where
        new = paid(journal) - known
        assert sum(again.runner.paid.values()) == new["RequestAnswered"], where
        assert len(again.optimizer.requests) == new["ModelReplied"], where
