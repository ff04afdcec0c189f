"""The queue of patches, why each was kept or not, and what the chosen ones give together."""

from dataclasses import replace

import pytest

from saddle_engine import events as ev
from saddle_engine.types.base import PatchId
from saddle_runs.decisions import Choice, Chose, Commented, Row, Said, fold
from saddle_tui.actions import ACTIONS
from saddle_tui.deciding.shown import Together, Triage
from saddle_tui.replaying.replay import Replay
from saddle_tui.replaying.timeline import Timeline
from saddle_tui.screens.keybar import keybar
from saddle_tui.seat import DRIVER
from saddle_tui.text.width import width_of
from saddle_tui.view import View
from saddle_tui.widgets import composed, evidence, queue
from tests.tui.moments import taken_home
from tests.tui.states import held, looked_at, searched
from tests.tui.stories import BEGAN, Story
from tests.tui.test_evaluation import evaluation
from tests.tui.views import text_of, view_of

P1, P2, P3 = map(PatchId, ("p1", "p2", "p3"))


def decided(view: View, *said: Said) -> View:
    """After these words of Ada's."""
    rows = [Row(seq, BEGAN, "ada", each) for seq, each in enumerate(said, 1)]
    return replace(view, triage=Triage(fold(rows)))


def chosen(*patches: PatchId) -> list[Said]:
    return [Chose(patch=patch, choice=Choice.CHOSEN) for patch in patches]


def in_triage(view: View) -> View:
    return replace(view, lens=replace(view.lens, room="triage"))


def test_all_patches_stand_in_the_order_in_which_they_were_written() -> None:
    lines = text_of(queue.queue, view_of(held()), 78, 20)

    assert lines[0].split()[:3] == ["#", "patch", "it"]
    assert [line.split()[0].strip("›") for line in lines[1:]] == [f"p{n}" for n in range(1, 7)]
    assert lines[-1].lstrip().startswith("›p6    it6  ⚑ held")


def test_chosen_patches_are_numbered_in_their_order_and_left_ones_are_crossed_out() -> None:
    view = decided(
        view_of(searched()), *chosen(P3, P1), Chose(patch=P2, choice=Choice.LEFT, reason="no")
    )
    first, second, third = text_of(queue.queue, view, 78, 20)[1:4]

    assert first.startswith("1   p1")
    assert second.startswith("x   p2")
    assert third.startswith("2   p3")
    assert queue.title(view) == "Queue  5 patches  2 chosen: w exports  the run goes on"


def test_a_comment_is_marked_whoever_has_made_it() -> None:
    story = searched().add(ev.PatchCommented(patch=P1, text="ask me first", by="bob"))
    view = decided(view_of(story), Commented(patch=P1, text="so I did"))

    assert '"2' in text_of(queue.queue, view, 78, 20)[1]
    said = text_of(evidence.evidence, replace(view, selected="p1"), 78, 60)
    assert "comment  bob: ask me first" in said
    assert "comment  ada: so I did" in said


@pytest.mark.parametrize(
    ("view", "said"),
    [
        (view_of(Story().start()), "no patch yet"),
        (view_of(evaluation()), "an evaluation has no search"),
        (view_of(Story().start().seed().seal("n0").done()), "no patch: the run is done"),
    ],
)
def test_what_is_not_there_is_said_with_its_reason(view: View, said: str) -> None:
    for pane in (queue.queue, evidence.evidence, composed.composed):
        assert said in " ".join(text_of(pane, view))
    assert ACTIONS["choose"].why_not(view)
    assert ACTIONS["export"].why_not(view)


def test_that_nothing_is_chosen_is_said_with_the_key_that_chooses() -> None:
    view = view_of(searched())

    assert queue.title(view) == "Queue  5 patches  none chosen: Space chooses"
    assert "Space chooses" in text_of(composed.composed, view)[0]
    assert ACTIONS["export"].why_not(view) == "no patch is chosen; Space chooses one"


def test_a_replay_says_how_to_come_to_where_one_chooses() -> None:
    now = view_of(searched())
    view = replace(now, replay=Replay(Timeline(), seq=9, at=0.0, end=9, playing=False, speed=1.0))

    assert queue.title(view) == "Queue  5 patches  none chosen: T leaves the past to choose"


def test_a_replay_does_not_tell_what_patches_come_to_that_were_not_there_yet() -> None:
    early = view_of(Story().start().seed().grow(0.75, "n0"))
    then = Replay(Timeline(), seq=9, at=0.0, end=99, playing=False, speed=1.0)
    view = replace(early, triage=taken_home(P3, "words"), replay=then)

    assert P1 in view.state.patches
    assert composed.title(view) == "Together  1 chosen"
    told = ["p3 came later; T leads to what is chosen now"]
    assert text_of(composed.composed, view, 78, 60) == told


def test_what_was_not_measured_has_no_gain_and_its_reason_stands_in_the_evidence() -> None:
    story = Story().start().seed()
    story.iterate("n0")
    patch = story.propose("n0")
    view = view_of(story.add(ev.PatchVetoed(patch=patch, by="ann", reason="the same as before")))

    assert "unmeasured" in " ".join(text_of(queue.queue, view))
    assert "the same as before" in " ".join(text_of(evidence.evidence, view))


def test_what_never_became_a_harness_cannot_be_chosen_and_says_why() -> None:
    story = Story().start().seed()
    story.iterate("n0")
    patch = story.propose("n0", commit=None, tree=None)
    view = view_of(story.add(ev.PatchRefused(patch=patch, reason="main.py is no surface")))

    assert "main.py is no surface" in ACTIONS["choose"].why_not(view)
    assert "refused before any rollout" in " ".join(text_of(evidence.evidence, view))
    assert ACTIONS["leave_out"].why_not(view) == ""


def test_why_a_patch_was_declined_is_the_first_thing_that_is_told_of_it() -> None:
    view = looked_at(view_of(searched()), "p5")
    title, verdict, *rest = text_of(evidence.evidence, view, 78, 60)

    assert title == "Never read a file twice"
    assert verdict.startswith("verdict  declined, since only a gain goes on to dev")
    labels = {line[:9].strip() for line in rest}
    assert {"predicts", "cost", "kind", "cause", "evidence", "rejected", "risk"} <= labels


def test_scores_have_their_intervals_and_say_that_they_are_simulated() -> None:
    story = searched()
    story.events[0] = story.events[0].model_copy(update={"simulated": True})
    said = " ".join(
        " ".join(text_of(evidence.evidence, replace(view_of(story), selected="p1"), 78, 60)).split()
    )

    assert "parent 1 of 3 pass, 95 % 0.06 to 0.79; patch 2 of 3 pass, 95 % 0.21 to 0.94" in said
    assert "0.500; 2 of 4 pass, 95 %" in said
    assert said.count("(simulated)") >= 3


def test_a_cost_of_which_only_a_part_has_been_read_is_not_told() -> None:
    view = looked_at(view_of(searched()), "p1")  # nothing is ever read here

    line = next(line for line in text_of(queue.queue, view, 100, 20) if "p1" in line)
    assert "$" not in line
    assert "tok" not in line
    assert "cost     being read ..." in text_of(evidence.evidence, view, 78, 60)


def test_evidence_that_is_looked_at_is_marked() -> None:
    view = looked_at(view_of(searched()), "p5")

    assert any("▸ r1, steps 1 to 4" in line for line in text_of(evidence.evidence, view, 78, 60))
    assert evidence.title(view) == "Evidence  p5  ✗ declined  transcript 1 of 1"


def test_a_conflict_is_told_with_both_sides_and_stands_before_the_export() -> None:
    view = replace(view_of(searched()), triage=taken_home(P1, "words"))
    said = text_of(composed.composed, view, 78, 60)

    assert "✗ conflicts" in said[0]
    assert any(line.startswith("<<<<<<< words") for line in said)
    assert "1 conflict: R resolves" in composed.title(view)
    assert "p1 conflicts with words in words" in ACTIONS["export"].why_not(view)
    assert ACTIONS["resolve"].why_not(view) == ""


def test_what_was_put_together_before_the_last_word_is_not_shown_as_if_it_were_so_now() -> None:
    before = taken_home(P1, "words")
    view = replace(view_of(searched()), triage=replace(before, together=Together(2)))

    assert "putting them together ..." in text_of(composed.composed, view, 78, 60)


def test_why_no_decision_can_be_kept_stands_above_the_queue() -> None:
    view = replace(view_of(searched()), triage=Triage(trouble="triage.db is damaged"))

    assert text_of(queue.queue, view, 78, 20)[0] == "triage.db is damaged"


def test_a_run_that_is_over_has_no_keys_that_steer_where_its_patches_are_decided_on() -> None:
    done = in_triage(view_of(searched().seal("n4").test("n0", 0.4).done(), alive=False))
    working = in_triage(view_of(held()))

    over = "".join(text for text, _ in keybar(done, DRIVER, "queue", 120))
    assert "pause" not in over
    assert "Space choose" in over
    assert "p pause" in "".join(text for text, _ in keybar(working, DRIVER, "queue", 120))


@pytest.mark.parametrize("width", [20, 40, 56, 78, 118, 198])
def test_a_title_always_has_room_or_the_whole_line(width: int) -> None:
    for line in text_of(queue.queue, view_of(held()), width, 10):
        assert width_of(line) <= width
    if width >= 56:
        assert "Ask for the" in text_of(queue.queue, view_of(held()), width, 10)[-1]


def test_two_thousand_patches_are_listed_around_the_one_that_is_looked_at() -> None:
    story = Story().start().seed()
    for _ in range(2_000):
        story.decline("n0")
    view = replace(view_of(story), selected="p1000")
    lines = text_of(queue.queue, view, 78, 11)

    assert len(lines) == 11
    assert sum("›p1000" in line for line in lines) == 1
