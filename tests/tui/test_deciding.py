"""Deciding on patches from the screen: one by one, on all that are marked, and taking it back."""

from collections.abc import Sequence
from pathlib import Path

import pytest

from saddle_engine import events as ev
from saddle_engine.errors import ConfigError
from saddle_engine.types.base import PatchId
from saddle_runs.folder import RunFolder
from saddle_tui.editing import Draft
from saddle_tui.requests import Request
from tests.tui.helms import Helmed, at_helm, held, readable
from tests.tui.stories import Story, write_run

LONG = "diff --git a/a b/a\n--- a/a\n+++ b/a\n@@ -1 +1 @@\n-x\n+" + "y" * 5000


@pytest.fixture
def run(tmp_path: Path) -> RunFolder:
    return write_run(tmp_path / "home", held())


def _two() -> Story:
    """Two patches wait: one of the running iteration, one that was set aside."""
    story = held()
    story.add(ev.PatchDeferred(patch=PatchId("p2"), by="bob")).finish("deferred")
    story.iterate("n1")
    return story.add(ev.ApprovalAsked(patch=readable(story, "n1")))


@pytest.mark.parametrize("diff", [LONG, "missing"])
async def test_what_cannot_be_read_is_approved_with_its_name_only(
    tmp_path: Path, diff: str
) -> None:
    story = Story().start().seed()
    story.iterate("n0")
    patch = story.propose("n0") if diff == "missing" else readable(story, "n0", diff=diff)
    story.add(ev.ApprovalAsked(patch=patch))
    async with at_helm(write_run(tmp_path / "home", story)) as helm:
        await helm.press("5")
        await helm.calm()
        await helm.press("a")
        await helm.see("Approve p1 unread?")
        await helm.calm()
        await helm.press("enter")
        await helm.see("to go on, type p1")
        assert list(helm.inbox.pending()) == []
        await helm.type("p1")
        await helm.press("enter")

        assert (await helm.answer()).verb == "approve"


async def test_a_veto_is_taken_back_from_the_list(run: RunFolder) -> None:
    async with at_helm(run) as helm:
        await helm.journal.append(ev.PatchVetoed(patch=PatchId("p2"), by="bob", reason="no"))
        await helm.press("5")
        await helm.see("vetoed no")
        await helm.press("u")
        await helm.see("Take back the word on p2?")
        await helm.calm()
        await helm.press("enter")
        command = await helm.answer()
        await helm.see("⚑ held")

    assert (command.verb, command.arguments) == ("undo", {"what": "p2"})
    assert command.expect == {"status": "vetoed"}


async def test_the_last_veto_is_taken_back_also_while_the_next_patch_waits(tmp_path: Path) -> None:
    story = held()
    story.add(ev.PatchVetoed(patch=PatchId("p2"), by="bob", reason="no")).finish("vetoed")
    story.iterate("n1")
    story.add(ev.ApprovalAsked(patch=readable(story, "n1")))
    async with at_helm(write_run(tmp_path / "home", story)) as helm:
        await helm.press("5")
        await helm.see("Patch p3")
        await helm.press("u")
        await helm.see("Take back the word on p2?")
        await helm.calm()
        await helm.press("enter")
        command = await helm.answer()

    assert (command.verb, command.arguments) == ("undo", {"what": "p2"})


async def test_a_patch_is_set_aside_and_remarked_on(run: RunFolder) -> None:
    async with at_helm(run, (120, 40)) as helm:
        await helm.press("5")
        await helm.calm()
        await helm.press("s")
        await helm.see("Set p2 aside?")
        await helm.calm()
        await helm.press("enter")
        deferred = await helm.answer()
        await helm.see("⚑ deferred")
        await helm.press("c")
        await helm.type("ask Bob")
        await helm.press("enter")
        remark = await helm.answer()
        await helm.see("1 comment")

    assert (deferred.verb, deferred.expect) == ("defer", {"status": "held"})
    assert remark.arguments == {"patch": "p2", "text": "ask Bob"}


async def test_marked_patches_are_decided_on_together_once_their_count_is_typed(
    tmp_path: Path,
) -> None:
    async with at_helm(write_run(tmp_path / "home", _two())) as helm:
        await helm.press("5", "tab")
        await helm.press("A")
        await helm.see("approve marked: no held patch is marked; Space marks one")
        await helm.press("space", "space")
        await helm.see("2 marked")
        await helm.press("V")
        await helm.see("Veto 2 patches?")
        await helm.type("3")
        await helm.press("enter")
        await helm.see("to go on, type 2")
        await helm.press("backspace", "2", "down")
        await helm.type("too broad")
        await helm.press("enter")
        asked = [await helm.answer(), await helm.answer()]

    assert {each.arguments["patch"] for each in asked} == {"p2", "p3"}
    assert {(each.verb, each.reason) for each in asked} == {("veto", "too broad")}
    assert [each.expect for each in asked] == [{"status": "held"}] * 2


async def test_a_patch_is_judged_from_the_list_beside_it(run: RunFolder) -> None:
    async with at_helm(run) as helm:
        await helm.press("5", "tab")
        await helm.calm()
        await helm.press("a")

        assert (await helm.answer()).arguments == {"patch": "p2"}


def _draft(folder: Path) -> Draft:
    before, patched = {"a.txt": b"one\n"}, {"a.txt": b"two\n"}
    place = folder / "draft" / "p2"
    place.mkdir(parents=True)
    (place / "a.txt").write_bytes(patched["a.txt"])
    return Draft(PatchId("p2"), place, before, patched)


async def _edit(helm: Helmed, folder: Path, text: str) -> Draft:
    """Open the editor of an operator who types this."""
    draft = _draft(folder)

    async def hand(command: Sequence[str]) -> str:
        (draft.folder / "a.txt").write_text(text)
        return ""

    helm.app.main.editing.prepare = lambda *_: draft
    helm.app.main.editing.hand = hand
    await helm.press("5")
    await helm.calm()
    await helm.press("e")
    return draft


async def test_an_edit_is_shown_before_it_is_sent_and_its_new_patch_after(
    run: RunFolder, tmp_path: Path
) -> None:
    async with at_helm(run) as helm:
        draft = await _edit(helm, tmp_path, "three\n")
        await helm.see("Send this version of p2?")
        await helm.see("- 1 two")
        await helm.see("+ 1 three")
        await helm.type("mine")
        await helm.press("enter")
        command = await helm.answer_as_stored()
        story = held()
        new = story.propose("n1", edit_of=PatchId("p2"), by="me")
        await helm.journal.append(story.events[-1], ev.ApprovalAsked(patch=new))
        await helm.see("your version of p2 passed the checks: it is p3, and waits for you")

        assert helm.follower.view().patch == "p3"
    assert (command.verb, command.reason, command.expect) == ("edit", "mine", {"status": "held"})
    assert command.arguments["edits"] == [{"op": "write", "path": "a.txt", "text": "three\n"}]
    assert not draft.folder.exists()


async def test_an_edit_that_was_refused_is_there_again(run: RunFolder, tmp_path: Path) -> None:
    async with at_helm(run) as helm:
        draft = await _edit(helm, tmp_path, "three\n")
        await helm.see("Send this version of p2?")
        await helm.calm()
        await helm.press("enter")
        await helm.answer_as_stored()
        await helm.journal.append(ev.EditRefused(patch=PatchId("p2"), reason="no syntax"))
        await helm.see("your version of p2 was refused: no syntax")
        assert (draft.folder / "a.txt").read_text() == "three\n"

        await helm.press("e")
        await helm.see("+ 1 three")
        await helm.calm()
        await helm.press("enter")
        await helm.see("asked to edit p2")
        assert "your version of p2 was refused" not in helm.text
        await helm.answer_as_stored()
        await helm.journal.append(ev.EditRefused(patch=PatchId("p2"), reason="no class"))
        await helm.see("your version of p2 was refused: no class")


async def test_an_edit_that_changes_nothing_is_not_sent(run: RunFolder, tmp_path: Path) -> None:
    async with at_helm(run) as helm:
        await _edit(helm, tmp_path, "two\n")
        await helm.see("edit: p2 is as it was; nothing was sent")

        assert list(helm.inbox.pending()) == []


async def test_an_editor_that_fails_loses_nothing(run: RunFolder, tmp_path: Path) -> None:
    async with at_helm(run) as helm:
        draft = _draft(tmp_path)

        async def hand(command: Sequence[str]) -> str:
            return "vi ended with 1"

        helm.app.main.editing.prepare = lambda *_: draft
        helm.app.main.editing.hand = hand
        await helm.press("5")
        await helm.calm()
        await helm.press("e")
        await helm.see("edit: vi ended with 1; your version of p2 is kept in")

        assert draft.folder.exists()


async def test_an_edit_that_is_put_back_while_an_earlier_one_is_checked_loses_nothing_else(
    run: RunFolder, tmp_path: Path
) -> None:
    async with at_helm(run) as helm:
        await _edit(helm, tmp_path, "three\n")
        await helm.see("Send this version of p2?")
        await helm.calm()
        await helm.press("enter")
        await helm.answer_as_stored()
        await helm.see("edit p2: done")

        async def put_back(command: Sequence[str]) -> str:
            (tmp_path / "draft" / "p2" / "a.txt").write_text("two\n")
            return ""

        helm.app.main.editing.hand = put_back
        # As by a key that was pressed before the screen knew that the first one is checked.
        helm.app.main.editing.begin(Request("edit", "edit p2", {"patch": PatchId("p2")}))
        await helm.see("edit: p2 is as it was; nothing was sent")
        story = held()
        new = story.propose("n1", edit_of=PatchId("p2"), by="me")
        await helm.journal.append(story.events[-1], ev.ApprovalAsked(patch=new))
        await helm.see("your version of p2 passed the checks: it is p3, and waits for you")


async def test_an_edit_that_came_too_late_is_kept_when_somebody_elses_passes(
    run: RunFolder, tmp_path: Path
) -> None:
    async with at_helm(run) as helm:
        draft = await _edit(helm, tmp_path, "three\n")
        await helm.see("Send this version of p2?")
        story = held()
        story.propose("n1", edit_of=PatchId("p2"), by="bob")
        await helm.journal.append(story.events[-1])
        await helm.calm()
        await helm.press("enter")
        await helm.answer_as_stored()
        await helm.see("edit p2: edit was refused: what you saw is out of date")

        helm.app.main.draw()
        assert "passed the checks" not in helm.text
        assert (draft.folder / "a.txt").read_text() == "three\n"


@pytest.mark.parametrize("editor", ["vi '", "   "])
async def test_an_editor_that_is_no_command_line_is_a_sentence(
    run: RunFolder, tmp_path: Path, editor: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("VISUAL", editor)
    draft = _draft(tmp_path)
    if editor.strip():
        with pytest.raises(ConfigError, match=r"is no command line: .*; set EDITOR; your version"):
            draft.command  # noqa: B018 - it is what fails
    else:
        assert draft.command[0] == "vi"
    async with at_helm(run) as helm:
        helm.app.main.editing.prepare = lambda *_: draft
        await helm.press("5")
        await helm.calm()
        await helm.press("e")
        await helm.see("edit: ")

        assert helm.app.is_running


async def test_what_is_being_typed_when_a_patch_is_held_stays_and_decides_nothing(
    tmp_path: Path,
) -> None:
    story = held()
    asked = story.events.pop()
    async with at_helm(write_run(tmp_path / "home", story)) as helm:
        await helm.press("5", "i")
        await helm.type("a a")
        focused = helm.app.screen.focused
        await helm.journal.append(asked)
        await helm.see("p2 waits for you")
        helm.watch.seconds += 2
        await helm.type(" y v")

        await helm.see("a a y v")
        assert helm.app.screen.focused is focused
        await helm.press("escape", "a")
        await helm.see("p2 has only just appeared; look, then press a")
        assert list(helm.inbox.pending()) == []
