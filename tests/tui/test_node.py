"""The node pane: everything that is known of a node, or of a patch that is none, and never nothing."""

from collections.abc import Callable, Hashable
from dataclasses import replace
from typing import Any

import pytest

from saddle_engine import events as ev
from saddle_engine.types.base import LessonId, NodeId
from saddle_engine.types.rollout import Outcome, Purpose
from saddle_engine.types.steering import Buckets
from saddle_tui.shelf import EmptyShelf
from saddle_tui.text.safe import clean
from saddle_tui.text.width import width_of
from saddle_tui.trace.hunks import hunks_of
from saddle_tui.trace.reader import Recordings
from saddle_tui.trace.touched import Touched, touched_by
from saddle_tui.view import View
from saddle_tui.widgets import node
from tests.tui.hostile import HOSTILE, violations
from tests.tui.moments import DIFF, looks
from tests.tui.stories import DIGEST, Story
from tests.tui.views import text_of, view_of

TASKS = ["a", "b", "c", "d"]


def _grown() -> Story:
    """A node with a parent, a child, a lost patch and rollouts of its own."""
    story = Story().start().seed(0.25).grow(0.5, "n0")
    for number, ended in enumerate((Outcome.FAILED, Outcome.PASSED)):
        story.iterations = number + 10
        for id_ in story.begin_all(Purpose.DEV, TASKS, number):
            story.end(id_, ended)
    story.iterations = 1
    return story.grow(0.6, "n1").decline("n1")


class _Read(EmptyShelf):
    """Has made everything that was asked for."""

    def __init__(self, made: object) -> None:
        self._made = made

    def made(self, key: Hashable, upto: int, make: Callable[[Recordings], Any]) -> Any:
        return self._made


def _said(view: View, rows: int = 40, width: int = 70) -> dict[str, str]:
    """By label."""
    lines = text_of(node.node, view, width, rows)
    return {line[:9].strip(): line[9:] for line in reversed(lines)}


def test_a_node_tells_where_it_comes_from_and_how_it_did() -> None:
    view = replace(view_of(_grown()), selected="n1")

    said = _said(view)

    assert text_of(node.node, view)[0] == "Read on"
    assert said["score"] == "0.500 on dev, simulated; 4 of 4 pass, 95 % 0.51 to 1.00"
    assert said["gain"].startswith("+0.250 over n0; of 4 tasks 4 fixed, 0 broke")
    assert said["lineage"] == "n0 ▸ n1"
    assert said["parents"] == "n0 (main)"
    assert said["children"] == "n2 ★; 1 lost (l lists them)"
    assert said["batch"] == "0.00 -> 1.00 (simulated), better"
    assert said["approved"] == "by nobody: it was not held"
    assert said["patch"] == "p1  tool / new tool / capability"
    assert said["author"] == "diagnosis agent, session d1"
    assert said["cost"] == "$0.00, 400 tokens, 4 rollouts (a simulated model is free)"


def test_the_seed_is_told_as_what_it_is() -> None:
    view = replace(view_of(_grown()), selected="n0")

    assert text_of(node.node, view)[0] == "the seed: the harness as it was given"
    assert node.title(view) == "Node  n0"


def test_an_operators_word_stands_there_with_its_reason() -> None:
    story = Story().start().seed()
    story.iterate("n0")
    patch = story.propose("n0")
    story.add(
        ev.ApprovalAsked(patch=patch),
        ev.CommandAccepted(
            command="1", verb="approve", actor="alice", about=patch, reason="worth a try"
        ),
        ev.PatchApproved(patch=patch, by="alice"),
        ev.PatchCommented(patch=patch, text="looks broad", by="bob"),
    )
    story.check(patch).admit(patch, ("n0",), 0.7)
    view = replace(view_of(story), selected="n1")

    assert _said(view)["approved"] == "by alice: worth a try"
    assert _said(view)["comment"] == "bob: looks broad"


def test_a_lesson_of_an_edit_tells_what_it_was_worth() -> None:
    story = Story().start().seed().grow(0.7, "n0")
    story.add(_lesson(story))
    view = replace(view_of(story), selected="n1")

    worth = "good: be exact (edit, worth +0.25 on the mini-batch"
    assert _said(view)["lesson"].startswith(worth)


def _lesson(story: Story) -> ev.LessonLearned:
    proposed = next(each for each in story.events if isinstance(each, ev.PatchProposed))
    return ev.LessonLearned(
        lesson=LessonId("l1"), iteration=1, patch=proposed.patch, verdict="good", text="be exact",
        evidence=(), source="edit", worth=0.25,
    )  # fmt: skip


def test_a_vetoed_patch_is_shown_with_what_the_veto_kept_out() -> None:
    story = Story().start().seed()
    story.iterate("n0")
    patch = story.propose("n0")
    story.add(
        ev.ApprovalAsked(patch=patch),
        ev.PatchVetoed(patch=patch, by="alice", reason="too broad"),
        ev.ShadowChecked(patch=patch, before=0.25, after=0.75, buckets=Buckets()),
    )
    view = replace(view_of(story), selected=patch)

    said = _said(view)

    assert node.title(view) == f"Patch  {patch}  vetoed, in the shadow +0.50"
    assert said["why"] == "too broad"
    assert said["made for"] == "n0"
    assert said["shadow"].startswith("0.25 -> 0.75, the veto cost +0.50")


def test_the_files_of_a_diff_are_counted() -> None:
    text = tuple(map(clean, DIFF.splitlines()))
    view = replace(view_of(_grown()), selected="n1")
    proposed = view.state.patches[view.patch or next(iter(view.state.patches))]
    proposed.proposed = proposed.proposed.model_copy(update={"diff": DIGEST})
    read = replace(view, shelf=_Read(touched_by(hunks_of(text))))

    assert _said(view)["files"] == "being read ..."
    assert _said(read)["files"] == "prompts/system.md +1 -1; Enter shows the diff"


def test_a_long_lineage_keeps_its_end() -> None:
    story = Story().start().seed()
    for number in range(60):
        story.grow(0.5, f"n{number}")
    view = replace(view_of(story), selected="n60")

    lineage = _said(view, width=40)["lineage"]

    assert lineage.startswith("… ▸ n")
    assert lineage.endswith("▸ n60")


@pytest.mark.parametrize(("width", "rows"), [(20, 3), (34, 9), (76, 22)])
def test_it_is_never_empty(width: int, rows: int) -> None:
    for name, view in looks():
        lines = text_of(node.node, view, width, rows)
        assert any(line.strip() for line in lines), name
        assert len(lines) <= max(rows, 4), name


def test_its_key_changes_with_a_comment() -> None:
    story = Story().start().seed().grow(0.7, "n0")
    before = view_of(story)
    proposed = next(iter(before.state.patches))
    more = view_of(story.add(ev.PatchCommented(patch=proposed, text="hm", by="bob")))

    assert node.key(before) != node.key(more)
    assert NodeId("n1") in more.state.dag


def test_no_words_act_on_it_or_leave_it() -> None:
    hostile = HOSTILE.encode("utf-8", "replace").decode()
    for width, rows in ((34, 9), (76, 40)):
        for _, view in looks(hostile):
            files = Touched(((clean(hostile), 1, 1),) * 6)
            shown = text_of(node.node, replace(view, shelf=_Read(files)), width, rows)
            assert violations("\n".join(shown).encode("utf-8", "surrogateescape")) == []
            assert all(width_of(line) <= width for line in shown)
