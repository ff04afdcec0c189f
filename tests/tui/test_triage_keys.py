"""Patches are taken home by keys alone: chosen, commented, edited, put together, resolved, exported."""

import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest

from saddle_engine.adapters.clock import SystemClock
from saddle_engine.events import Record
from saddle_engine.types.base import PatchId
from saddle_runs.decisions import Choice, Chose, Commented
from saddle_runs.folder import RunFolder
from saddle_runs.triage import triage_of
from saddle_tui.reading import open_viewer
from tests.tui.harvests import commits, harvest, repository
from tests.tui.helms import Helmed, at_helm, held
from tests.tui.stories import write_run


@pytest.fixture
def run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> RunFolder:
    monkeypatch.chdir(tmp_path)
    return harvest(tmp_path / "home")


def decided(run: RunFolder) -> dict[str, Choice]:
    with triage_of(run, SystemClock()) as kept:
        return {patch: each.choice for patch, each in kept.decisions().items()}


def order(run: RunFolder) -> tuple[str, ...]:
    with triage_of(run, SystemClock()) as kept:
        return kept.decisions().chosen


def editor(helm: Helmed, change: Callable[[str], str]) -> list[str]:
    """Stands in for the operator's: changes the text of each file; the names of those it was given."""
    given: list[str] = []

    def edit(command: Sequence[str]) -> str:
        for file in map(Path, command[1:]):
            given.append(file.name)
            file.write_text(change(file.read_text()))
        return ""

    async def hand(command: Sequence[str]) -> str:
        return edit(command)

    helm.app.main.taking.hand = hand
    return given


async def choose(helm: Helmed, *patches: str) -> None:
    for patch in patches:
        await helm.press("at", *patch, "enter", "8", "space")
        await helm.see(f"{patch} is chosen")


async def test_three_patches_are_chosen_one_edited_a_conflict_resolved_and_a_branch_made_by_keys_alone(
    run: RunFolder, tmp_path: Path
) -> None:
    home = repository(tmp_path / "mine")
    async with at_helm(run) as helm:
        await helm.press("8", "home", "space")
        await helm.see("p1 is chosen: 1 of 1")
        await helm.press("down", "space")
        await helm.see("1 conflict: R resolves")
        await helm.press("w")
        await helm.see("p2 conflicts with p1 in prompts/system.md")
        await helm.press("down", "space")
        await helm.see("p3 is chosen: 3 of 3")

        given = editor(helm, lambda text: text.replace("limit * 2", "limit * 3"))
        await helm.press("e")
        await helm.see("Keep this version of p3?")
        await helm.calm()
        await helm.press("enter")
        await helm.see("p3 is taken home in your version")
        assert given == ["read.py"]

        await helm.press("C")
        await helm.see("✗ conflicts Verify twice")
        editor(helm, lambda text: text + "more\n")
        await helm.press("R")
        await helm.see("still has the mark")
        given = editor(helm, _settled)
        await helm.press("R")
        await helm.see("resolved: p2 goes on top of those before it")
        assert given == ["system.md"]
        await helm.see("3 chosen go together: w exports")

        await helm.press("w")
        await helm.see("Take the chosen patches home")
        await helm.press("down")
        await helm.type("mine")
        await helm.press("down", "down")
        await helm.type("pr.md")
        await helm.press("enter")
        await helm.see("exported: ")

    _check(home)
    assert "Verify twice" in (tmp_path / "pr.md").read_text()


def _check(home: Path) -> None:
    """The branch holds what was chosen, and the tests of the repository pass on it."""
    assert commits(home, "better-harness") == [
        "p1: Verify everything", "p2: Verify twice", "p3: Read more at once"
    ]  # fmt: skip
    subprocess.run(["git", "-C", str(home), "checkout", "-q", "better-harness"], check=True)
    assert "limit * 3" in (home / "agent/tools/read.py").read_text()
    assert (home / "agent/prompts/system.md").read_text().endswith("Verify all, twice.\n")
    subprocess.run([sys.executable, "-m", "pytest", "-q", str(home)], check=True, cwd=home)


def _settled(text: str) -> str:
    assert "<<<<<<<" in text
    return text[: text.index("<<<<<<<")] + "Verify all, twice.\n"


async def test_decisions_are_taken_back_and_moved(run: RunFolder) -> None:
    async with at_helm(run) as helm:
        await choose(helm, "p1", "p3", "p4")
        await helm.press("less_than_sign")
        await helm.see("the order is p1, p4, p3")
        await helm.press("less_than_sign", "less_than_sign")
        await helm.see("p4 is the first one already")
        assert order(run) == ("p4", "p1", "p3")
        await helm.press("greater_than_sign")
        await helm.see("the order is p1, p4, p3")
        await helm.press("x")
        await helm.see("p4 is left out")
        await helm.press("u")
        await helm.see("taken back: p4 left out")
        await helm.press("space")
        await helm.see("p4 is open again; 2 chosen")

    assert order(run) == ("p1", "p3")


async def test_what_is_refused_says_why(run: RunFolder) -> None:
    async with at_helm(run) as helm:
        await helm.press("8", "end", "space")
        await helm.see("p5 never became a harness")
        await helm.press("greater_than_sign")
        await helm.see("p5 is not chosen: it has no place")
        await helm.press("u")
        await helm.see("you have decided nothing that could be taken back")
        await helm.press("R")
        await helm.see("no patch is chosen; Space chooses one")

    assert decided(run) == {}


async def test_a_comment_that_was_left_is_there_again(run: RunFolder) -> None:
    async with at_helm(run) as helm:
        await helm.press("8", "home", "c")
        await helm.see("Comment on p1")
        await helm.type("look twice")
        await helm.press("escape", "c")
        await helm.see("look twice")
        await helm.calm()
        await helm.press("enter")
        await helm.see("p1 has your comment")
        await helm.see('"1')


async def test_what_another_screen_decides_is_shown(run: RunFolder) -> None:
    async with at_helm(run) as helm:
        await helm.press("8")
        with triage_of(run, SystemClock()) as other:
            other.say(Chose(patch=PatchId("p1"), choice=Choice.CHOSEN), "bob")
            other.say(Commented(patch=PatchId("p1"), text="mine"), "bob")
        await helm.until(lambda: helm.follower.pull() or "1 chosen" in helm.text)
        await helm.see("1 chosen")
        await helm.press("home")

        await helm.see("1 of 1, by bob")


async def test_evidence_leads_to_the_transcript_and_back(run: RunFolder) -> None:
    async with at_helm(run, (120, 40)) as helm:
        await helm.press("8", "home", "down", "enter")
        await helm.see("Evidence p2")
        await helm.press("J")
        await helm.see("transcript 2 of 2")
        second = helm.follower.view()
        assert second.patch_text is not None
        assert second.patch_text.proposal is not None
        cited = second.patch_text.proposal.evidence[1].rollout
        await helm.press("enter")

        assert (helm.app.main.stand.room, helm.follower.view().selected) == ("rollouts", cited)
        await helm.press("minus")
        await helm.see("Triage › Evidence p2")


async def test_an_edit_that_changes_nothing_keeps_nothing(run: RunFolder) -> None:
    async with at_helm(run) as helm:
        editor(helm, str)
        await helm.press("8", "home", "e")
        await helm.see("edit: p1 is as it was")

    assert decided(run) == {}


async def test_an_edit_that_no_patch_could_have_made_is_kept_with_a_sentence(
    run: RunFolder,
) -> None:
    async with at_helm(run) as helm:
        editor(helm, lambda text: text + "\0")
        await helm.press("8", "home", "e")
        await helm.see("Keep this version of p1?")
        await helm.calm()
        await helm.press("enter")
        await helm.see("is no UTF-8 text; your version of p1 is kept in")


@pytest.mark.parametrize("how", ["series", "folder"])
async def test_they_go_to_a_file_or_a_folder_and_what_is_in_the_way_is_said(
    run: RunFolder, tmp_path: Path, how: str
) -> None:
    (tmp_path / "taken").write_text("x")
    async with at_helm(run) as helm:
        await choose(helm, "p1")
        await helm.press("w", *["backspace"] * len("branch"))
        await helm.type("nowhere")
        await helm.press("down")
        await helm.type("taken")
        await helm.press("enter")
        await helm.see("type one of branch, series, folder")
        await helm.press(*["backspace"] * len("nowhere"))
        await helm.type(how)
        await helm.press("enter")
        await helm.see("Not yet: ")
        await helm.press("down")
        await helm.type("-2")
        await helm.press("enter")
        await helm.see("exported: ")

    assert (tmp_path / "taken").read_text() == "x"
    new = tmp_path / "taken-2"
    mail = new.read_text() if how == "series" else (new / "prompts/system.md").read_text()
    assert "Verify all." in mail


async def test_what_comes_of_an_export_is_told_whatever_is_pressed_meanwhile(
    run: RunFolder, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    real, slow = shutil.which("git"), tmp_path / "slow" / "git"
    slow.parent.mkdir()
    slow.write_text(f'#!/bin/sh\ncase "$*" in *diff-tree*) sleep 2;; esac\nexec {real} "$@"\n')
    slow.chmod(0o755)
    async with at_helm(run) as helm:
        await choose(helm, "p1")
        monkeypatch.setenv("PATH", f"{slow.parent}:{os.environ['PATH']}")
        await helm.press("w", *["backspace"] * len("branch"))
        await helm.type("series")
        await helm.press("down")
        await helm.type("taken.patch")
        await helm.press("enter", "c")
        await helm.see("comment: not yet, export is under way")
        await helm.see("exported: ")
        await helm.press("c")
        await helm.see("Comment on p1")


async def test_a_held_patch_of_a_run_at_work_is_steered_by_the_same_keys(tmp_path: Path) -> None:
    run = write_run(tmp_path / "home", held())
    async with at_helm(run) as helm:
        await helm.press("8")
        await helm.see("Evidence p2 ⚑ held")
        await helm.calm()
        await helm.press("c")
        await helm.type("ask Bob")
        await helm.press("enter")
        assert (await helm.answer()).verb == "comment"
        await helm.press("space")
        await helm.see("p2 is chosen")
        await helm.calm()
        await helm.press("a")
        assert (await helm.answer()).verb == "approve"

    assert order(run) == ("p2",)


async def test_nothing_that_is_decided_changes_the_run(run: RunFolder) -> None:
    before = _records(run)
    async with at_helm(run) as helm:
        await choose(helm, "p1", "p2")

    assert _records(run) == before


def _records(run: RunFolder) -> list[Record]:
    with open_viewer(run) as viewer:
        return viewer.tail(0, 10**6)


async def test_decisions_that_cannot_be_kept_are_told(run: RunFolder) -> None:
    run.at("triage.db").write_bytes(b"no database at all, of no kind whatsoever" * 100)
    async with at_helm(run) as helm:
        await helm.press("8", "home", "space")
        await helm.see("triage.db")
        await helm.see("none chosen: Space chooses")
        assert "is chosen" not in helm.text


async def test_of_a_run_that_cannot_be_written_to_it_is_said_where_decisions_are_kept(
    run: RunFolder, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    monkeypatch.setattr("os.access", lambda _, mode: mode != os.W_OK)
    async with at_helm(run) as helm:
        await helm.press("8", "home", "space")
        await helm.see("p1 is chosen: 1 of 1; kept in")

    assert [*(tmp_path / "state").rglob("triage.db")]
    assert not run.at("triage.db").exists()


@pytest.mark.parametrize("key", ["c", "w", "C", "question_mark"])
async def test_what_is_open_lives_in_every_size(run: RunFolder, key: str) -> None:
    async with at_helm(run) as helm:
        await choose(helm, "p1")
        await helm.press(key)
        for size in [(1, 1), (300, 1), (39, 7), (40, 8), (59, 17), (60, 18), (300, 100), (80, 24)]:
            await helm.pilot.resize_terminal(*size)
            await helm.pilot.pause()
            assert helm.app.is_running
        await helm.press("escape", "escape")
        await helm.see("demo")


async def test_a_form_shows_what_enter_does_in_a_small_window(run: RunFolder) -> None:
    async with at_helm(run, (60, 18)) as helm:
        await choose(helm, "p1")
        await helm.press("w")
        for words in ("as branch", "where", "branch better-harness", "PR text", "Enter export"):
            await helm.see(words)
