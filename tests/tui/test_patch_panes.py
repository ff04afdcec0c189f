"""The list of patches and the patch that is looked at: what stands there, and where."""

from dataclasses import replace
from typing import Any

import pytest

from saddle_engine import events as ev
from saddle_engine.types.base import LessonId, PatchId, TaskId
from saddle_engine.types.steering import Buckets
from saddle_tui.shelf import EmptyShelf
from saddle_tui.trace.patch_text import read_patch
from saddle_tui.view import View
from saddle_tui.widgets import patch, patches
from tests.tui.moments import DIFF, proposal
from tests.tui.recordings import Recording
from tests.tui.stories import Story
from tests.tui.views import text_of, view_of


class Read(EmptyShelf):
    """A shelf on which everything is made at once."""

    def __init__(self, recording: Recording) -> None:
        self._recording = recording

    def made(self, key: object, upto: int, make: Any) -> Any:
        return make(self._recording)


def _story(**changes: Any) -> tuple[Story, Recording]:
    recording, story = Recording(), Story().start().seed()
    story.iterate("n0")
    said = proposal("stops too early").model_copy(
        update={"expected_flips": (TaskId("train-0"), TaskId("train-1"))}
    )
    given = recording.text(said.model_dump_json())
    story.propose("n0", proposal=given, diff=recording.text(DIFF), **changes)
    return story, recording


def _view(story: Story, recording: Recording, selected: str = "") -> View:
    view = replace(view_of(story), shelf=Read(recording), selected=selected)
    assert view.patch is not None
    proposed = view.state.patches[view.patch].proposed
    return replace(view, patch_text=read_patch(recording, proposed))


def _said(view: View, width: int = 100) -> dict[str, str]:
    """Paragraphs of the patch by their label."""
    found: dict[str, str] = {}
    label = ""
    for line in text_of(patch.patch, view, width, 200):
        label = line[:9].strip() or label
        found[label] = f"{found.get(label, '')} {line[9:].strip()}".strip()
    return found


def test_a_held_patch_tells_why_what_it_takes_and_for_how_long_it_has_waited() -> None:
    story, recording = _story()
    story.add(ev.ApprovalAsked(patch=PatchId("p1")))
    for _ in range(64):
        story.learn("time goes by")
    said = _said(_view(story, recording))

    assert said["held"].startswith("for 1m04s: its iteration waits for it")
    assert said["price"] == (
        "going on takes about 3 rollouts; if better, 4 more on dev (simulated: free)"
    )
    assert said["cause"] == "stops too early"
    assert said["predicts"] == "train-0, train-1 to pass"
    assert said["risk"] == "stops too early"
    assert said["changes"] == "prompts/system.md +1 -1"
    assert said["author"] == "the diagnosis agent (d1)"
    assert said["checks"].endswith("are in order")


def test_predicted_flips_stand_beside_observed_ones() -> None:
    story, recording = _story()
    story.add(
        ev.MiniBatchChecked(
            patch=PatchId("p1"), iteration=1, before=0.0, after=0.5, verdict="better",
            buckets=Buckets(fixed=("train-0",), still_failing=("train-1",)),
        )
    )  # fmt: skip

    said = _said(_view(story, recording))

    assert said["observed"] == "1 of 2 came true; not train-1"
    assert said["batch"] == "0.00 -> 0.50 (simulated), better"
    assert said["✓ fixed"] == "1: train-0"


def test_edits_remarks_lessons_and_decisions_are_told() -> None:
    story, recording = _story()
    id_ = PatchId("p1")
    done = ev.CommandAccepted(command="c", verb="veto", actor="bob", about="p1", reason="too broad")
    story.add(
        ev.ApprovalAsked(patch=id_),
        ev.PatchCommented(patch=id_, text="ask me first", by="bob"),
        ev.PatchVetoed(patch=id_, by="bob", reason="too broad"),
        done,
        ev.ShadowChecked(patch=id_, before=0.33, after=0.67, buckets=Buckets()),
        ev.LessonLearned(
            lesson=LessonId("l1"), iteration=1, patch=id_, verdict="good", text="look twice",
            evidence=(),
        ),
    )  # fmt: skip

    said = _said(_view(story, recording))

    assert said["comment"] == "bob: ask me first"
    assert said["vetoed"].endswith("by bob: too broad")
    assert said["shadow"] == "0.33 -> 0.67, the veto cost +0.34 (simulated)"
    assert said["lesson"] == "good: look twice (reflection)"


def test_an_edit_names_its_author_and_where_it_comes_from() -> None:
    story, recording = _story()
    story.add(ev.ApprovalAsked(patch=PatchId("p1")))
    given = story.events[-2]
    assert isinstance(given, ev.PatchProposed)
    story.propose("n0", proposal=given.proposal, diff=given.diff, edit_of=PatchId("p1"), by="bob")

    assert _said(_view(story, recording, "p2"))["author"] == "bob, as an edit of p1"
    assert _said(_view(story, recording, "p1"))["author"].endswith("edited as p2")


def test_a_version_that_was_refused_is_told_where_it_waits() -> None:
    story, recording = _story()
    story.add(
        ev.ApprovalAsked(patch=PatchId("p1")),
        ev.EditAsked(patch=PatchId("p1"), edits=recording.text("[]"), by="bob"),
        ev.EditRefused(patch=PatchId("p1"), reason="no syntax"),
    )

    assert _said(_view(story, recording))["edit"].endswith("was refused: no syntax")


@pytest.mark.parametrize("width", [58, 78, 98, 118, 198])
def test_the_list_shows_held_ones_first_and_what_they_touch(width: int) -> None:
    story, recording = _story()
    story.check(PatchId("p1"))
    story.add(ev.DevGateChecked(patch=PatchId("p1"), dev=0.75, verdict="admitted"))
    story.admit(PatchId("p1"), ("n0",), 0.75).finish("admitted")
    given = next(each for each in story.events if isinstance(each, ev.PatchProposed))
    story.iterate("n1")
    story.propose("n1", proposal=given.proposal, diff=given.diff)
    story.add(ev.ApprovalAsked(patch=PatchId("p2")))
    view = _view(story, recording)

    held, admitted = text_of(patches.patches, view, width, 20)[-2:]

    assert held.split()[:3] == ["⚑", "held", "›p2"]
    assert admitted.split()[:3] == ["●", "admitted", "p1"]
    assert "n1→?" in held
    assert "system.md" in held or width < 60
    assert width < 98 or "dev +0.250" in admitted
    assert patches.title(view) == "Patches  ⚑ 1 held  1 admitted"


def test_marked_patches_are_counted_with_the_keys_that_decide_on_them() -> None:
    story, recording = _story()
    story.add(ev.ApprovalAsked(patch=PatchId("p1")))
    view = _view(story, recording)
    view = replace(view, lens=replace(view.lens, marks=frozenset({"p1"})))

    assert "1 marked: A approves, V vetoes" in patches.title(view)
    assert "*›p1" in text_of(patches.patches, view)[0]
