"""An operator's version of a held patch is checked like any other patch, and takes its place."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

from saddle_engine import events as ev
from saddle_engine.errors import SandboxError
from saddle_engine.stages.edits import EDITS
from saddle_engine.stages.staging import Staging
from saddle_engine.testing import FakeBoxes, MemoryInbox, MemoryJournal
from saddle_engine.testing.boxes import FakeBox
from saddle_engine.types.base import PatchId, Tree
from saddle_engine.types.boxes import BoxSpec, ExecResult
from saddle_engine.types.patch import PatchStatus, Proposal
from saddle_engine.types.steering import Hold
from saddle_engine.types.taxonomy import SubType
from saddle_runs.verify import Verifier
from tests.engine.loop_rig import CutJournal, World, state, useless
from tests.engine.operator_rig import Operator, has, says_once, steered, word

P1, P2 = PatchId("p1"), PatchId("p2")
RIGHT = [{"op": "write", "path": "tools/a.py", "text": "a = 1\n"}]
RULE = [{"op": "write", "path": "prompts/a.md", "text": "Do a.\n"}]


def world(folder: Path, train: tuple[str, ...] = ("train-a",), **changes: Any) -> World:
    moves = dict.fromkeys(range(1, 9), useless)
    return World(
        folder, train=train, minibatch=1, test=("test-a",), hold=Hold.ALL, moves=moves, **changes
    )


class FailingBoxes(FakeBoxes):
    fails = False

    @asynccontextmanager
    async def open(self, spec: BoxSpec) -> AsyncIterator[FakeBox]:
        if self.fails:
            raise SandboxError("no docker")
        async with super().open(spec) as box:
            yield box


def of_kind(journal: MemoryJournal, kind: type[ev.Event]) -> list[Any]:
    return [each.event for each in journal.read() if isinstance(each.event, kind)]


def sound(journal: MemoryJournal, told: World) -> bool:
    records = journal.read()
    return Verifier(journal.get, told.store.tree_of).check_all(records) == len(records)


async def test_edited_patch_takes_the_place_of_the_held_one(tmp_path: Path) -> None:
    told = world(tmp_path)
    act = says_once(
        word(has("p1"), "edit", patch="p1", edits=RIGHT),
        word(has("p2"), "approve", patch="p2"),
    )

    journal = await steered(told, act)

    old, new = state(journal).patches.values()
    assert (old.status, old.edited_as) == (PatchStatus.SUPERSEDED, P2)
    assert (new.proposed.edit_of, new.proposed.by, new.node) == (P1, "maria", "n1")
    assert new.proposed.session == old.proposed.session
    proposal = Proposal.model_validate_json(journal.get(new.proposed.proposal))
    assert proposal.edits == EDITS.validate_python(RIGHT)
    assert proposal.causes == ("it cannot",)
    assert state(journal).iterations[1].patch == P2
    assert [each.outcome for each in state(journal).iterations.values()] == ["admitted"]
    assert sound(journal, told)


async def test_edit_is_declared_as_what_is_observed_whatever_the_phase(tmp_path: Path) -> None:
    told = world(tmp_path)
    act = says_once(
        word(has("p1"), "edit", patch="p1", edits=RULE),
        word(has("p2"), "approve", patch="p2"),
    )

    journal = await steered(told, act)

    assert state(journal).phase == "capability"
    proposed = state(journal).patches[P2].proposed
    assert proposed.subtype is SubType.RULE_MODIFICATION
    assert (proposed.layer, proposed.patch_class) == ("prompt", "steering")
    assert sound(journal, told)


@pytest.mark.parametrize(
    ("edits", "why"),
    [
        ([{"op": "write", "path": "main.py", "text": "import os\n"}], "outside of every surface"),
        ([{"op": "replace", "path": "tools/x.py", "old": "a", "new": "b"}], "does not exist"),
        ([{"op": "write", "path": "tools/a.py", "text": "x = 'train-a'\n"}], "names the task"),
        ([{"op": "write", "path": "tools/nothing.py", "text": "nothing = 1\n"}], "does already"),
        ([{"op": "write", "path": "prompts/easy.md", "text": "easy\n"}], "changes nothing"),
        ([*RIGHT, *RULE], "2 layers"),
    ],
)
async def test_edit_that_would_not_do_leaves_the_patch_held_and_says_why(
    tmp_path: Path, edits: list[dict[str, str]], why: str
) -> None:
    told = world(tmp_path)
    act = says_once(
        word(has("p1"), "edit", patch="p1", edits=edits),
        word(lambda run: not run.wishes.edits, "veto", patch="p1", reason="no"),
    )

    journal = await steered(told, act)

    (refused,) = of_kind(journal, ev.EditRefused)
    assert why in refused.reason
    assert list(state(journal).patches) == [P1]
    assert sound(journal, told)


async def test_edit_that_does_not_load_is_refused(tmp_path: Path) -> None:
    told = world(tmp_path)

    async def act(operator: Operator) -> None:
        await operator.until(has("p1"))
        told.boxes.result = ExecResult(exit_code=1, stderr=b"SyntaxError: what")
        await operator.send("edit", patch="p1", edits=RIGHT)
        await operator.until(lambda run: not run.wishes.edits)
        await operator.send("veto", patch="p1", reason="no")

    journal = await steered(told, act)

    assert "SyntaxError: what" in of_kind(journal, ev.EditRefused)[0].reason


async def test_box_that_fails_costs_the_edit_and_not_the_run(tmp_path: Path) -> None:
    boxes = FailingBoxes()
    told = world(tmp_path, boxes=boxes)

    async def act(operator: Operator) -> None:
        await operator.until(has("p1"))
        boxes.fails = True
        await operator.send("edit", patch="p1", edits=RIGHT)
        await operator.until(lambda run: not run.wishes.edits)
        boxes.fails = False
        await operator.send("edit", patch="p1", edits=RIGHT)
        await operator.until(has("p2"))
        await operator.send("veto", patch="p2", reason="no")

    journal = await steered(told, act)

    assert [each.reason for each in of_kind(journal, ev.EditRefused)] == ["no docker"]
    assert sound(journal, told)


class SpoiledStaging(Staging):
    """Once, what is staged is gone when it is read: code without a sandbox can do that."""

    spoilt = False

    async def folder(self, tree: Tree) -> Path:
        found = await super().folder(tree)
        gone, self.spoilt = self.spoilt, False
        return found / "gone" if gone else found


async def test_staged_files_that_are_spoilt_cost_the_edit_and_not_the_run(tmp_path: Path) -> None:
    told = world(tmp_path)
    staging = SpoiledStaging(told.store, tmp_path / "staging")

    async def act(operator: Operator) -> None:
        await operator.until(has("p1"))
        staging.spoilt = True
        await operator.send("edit", patch="p1", edits=RIGHT)
        await operator.until(lambda run: not run.wishes.edits)
        await operator.send("veto", patch="p1", reason="no")

    journal = await steered(told, act, staging=staging)

    assert [each.patch for each in of_kind(journal, ev.EditRefused)] == ["p1"]
    assert sound(journal, told)


async def test_edit_is_checked_while_the_run_is_paused(tmp_path: Path) -> None:
    act = says_once(
        word(has("p1"), "pause"),
        word(has("p1"), "edit", patch="p1", edits=RIGHT),
        word(has("p2"), "resume"),
        word(has("p2"), "approve", patch="p2"),
    )

    journal = await steered(world(tmp_path), act)

    assert state(journal).patches[P2].node == "n1"


@pytest.mark.parametrize(
    ("edits", "why"),
    [
        (None, "needs edits"),
        ([{"op": "write", "path": "a", "text": "\ud800"}], "cannot be read"),
        ([], "needs edits"),
        ("tools/a.py", "needs edits"),
        ([{"op": "move", "path": "a"}], "edit 1 cannot be read"),
        ([*RIGHT, {"op": "write", "path": "a"}], "edit 2 cannot be read, at text: Field required"),
        ([{"op": "replace", "path": "a", "old": "", "new": ""}], "at old"),
    ],
)
async def test_what_is_no_edit_is_refused_in_one_sentence(
    tmp_path: Path, edits: Any, why: str
) -> None:
    answers: list[tuple[bool, str]] = []

    async def act(operator: Operator) -> None:
        await operator.until(has("p1"))
        answers.append(await operator.send("edit", patch="p1", edits=edits))
        await operator.send("veto", patch="p1", reason="no")

    journal = await steered(world(tmp_path), act)

    ((accepted, reason),) = answers
    assert not accepted
    assert why in reason
    assert "\n" not in reason
    assert not of_kind(journal, ev.EditAsked)


async def test_patch_cannot_be_judged_while_its_edit_is_checked(tmp_path: Path) -> None:
    answers: list[tuple[bool, str]] = []

    async def act(operator: Operator) -> None:
        await operator.until(has("p1"))
        await operator.send("edit", patch="p1", edits=RIGHT)
        answers.append(await operator.send("approve", patch="p1"))
        await operator.until(has("p2"))
        await operator.send("veto", patch="p2", reason="no")

    await steered(world(tmp_path), act)

    assert answers[0][0] is False
    assert "being checked" in answers[0][1] or "superseded" in answers[0][1]


async def test_edit_of_a_patch_that_was_set_aside_is_taken_up(tmp_path: Path) -> None:
    told = world(tmp_path, ("train-a", "train-b"))
    own: list[str] = []

    async def act(operator: Operator) -> None:
        await operator.until(has("p1"))
        own.extend(operator.state.iterations[1].started.tasks)
        await operator.send("defer", patch="p1")
        await operator.until(has("p2"))
        skill = own[0].split("-")[1]
        edits = [{"op": "write", "path": f"tools/{skill}.py", "text": f"{skill} = 1\n"}]
        await operator.send("edit", patch="p1", edits=edits)
        await operator.until(has("p3"))
        await operator.send("approve", patch="p3")
        await operator.send("veto", patch="p2", reason="no")

    journal = await steered(told, act)

    final = state(journal)
    assert [each.outcome for each in final.iterations.values()] == [
        *("deferred", "vetoed", "admitted")
    ]
    assert final.iterations[3].started.takes_up == "p3"
    assert list(final.iterations[3].started.tasks) == own
    assert sound(journal, told)


async def test_edit_can_be_edited_again(tmp_path: Path) -> None:
    told = world(tmp_path)
    act = says_once(
        word(has("p1"), "edit", patch="p1", edits=RULE),
        word(has("p2"), "edit", patch="p2", edits=RIGHT),
        word(has("p3"), "approve", patch="p3"),
    )

    journal = await steered(told, act)

    assert [each.status for each in state(journal).patches.values()] == [
        *(PatchStatus.SUPERSEDED, PatchStatus.SUPERSEDED, PatchStatus.ADMITTED)
    ]
    assert sound(journal, told)


async def test_pending_edit_is_checked_by_the_next_engine_and_only_once(tmp_path: Path) -> None:
    told = world(tmp_path)
    words = (
        word(has("p1"), "edit", patch="p1", edits=RIGHT),
        word(has("p2"), "approve", patch="p2"),
    )
    whole = await steered(told, says_once(*words))
    assert isinstance(whole, CutJournal)
    kinds = [each.event.kind for each in whole.read()]
    asked = kinds.index("EditAsked") + 1
    journal = whole.cut([records for records, _ in whole.cuts].index(asked))

    await steered(told.fresh(), says_once(*words), journal, MemoryInbox())

    assert [each.event.kind for each in journal.read()] == kinds


async def test_seal_ends_an_edit_that_is_still_to_be_checked(tmp_path: Path) -> None:
    told = world(tmp_path)
    whole = await steered(told, says_once(word(has("p1"), "veto", patch="p1", reason="no")))
    assert isinstance(whole, CutJournal)
    asked = [each.event.kind for each in whole.read()].index("ApprovalAsked") + 1
    journal = whole.cut([records for records, _ in whole.cuts].index(asked))
    edits = journal.put(EDITS.dump_json(EDITS.validate_python(RIGHT)))
    await journal.append(ev.EditAsked(patch=P1, edits=edits, by="maria"), ev.SealAsked(by="maria"))

    await told.fresh().run(journal)

    assert not state(journal).wishes.edits
    assert list(state(journal).patches) == [P1]
    assert sound(journal, told)
