"""What the panes say, in every state a run can be in."""

from dataclasses import replace

import pytest

from saddle_engine.types.base import RolloutId
from saddle_engine.types.rollout import Outcome, Purpose
from saddle_tui.widgets import dag, events, rollouts, scores
from saddle_tui.widgets.pane import Lines
from tests.tui.moments import moments
from tests.tui.stories import Story
from tests.tui.views import advice_of, at_work, text_of, view_of


@pytest.mark.parametrize(
    ("lines", "said"),
    [
        (rollouts.rollouts, "no rollout yet: the seed runs on dev first"),
        (dag.dag, "no node yet: the seed runs on dev"),
        (scores.scores, "no score yet: the seed runs on dev"),
    ],
)
def test_an_empty_pane_says_what_it_waits_for(lines: Lines, said: str) -> None:
    assert text_of(lines, view_of(Story().start())) == [said]


def test_an_empty_journal_is_waited_for() -> None:
    assert text_of(events.events, view_of(Story())) == ["waiting for the first record"]
    assert advice_of(view_of(Story())) == ""


def test_a_seed_without_patches_says_what_comes_next() -> None:
    assert text_of(dag.dag, view_of(Story().start().seed())) == [
        "★ n0 0.500 seed",
        "no patch yet: the first mini-batch comes next",
    ]


def test_a_search_without_patches_says_how_far_it_is() -> None:
    searching = Story().start().seed().iterate("n0")
    before = dag.key(view_of(searching))

    assert text_of(dag.dag, view_of(searching))[-1] == "no patch yet"
    sealed = view_of(searching.finish("no_proposal").seal("n0"))
    assert text_of(dag.dag, sealed)[-1] == "no patch was proposed"
    assert dag.key(sealed) != before


def test_rollouts_at_work_come_first_then_those_that_wait_then_the_newest_finished_ones() -> None:
    view = view_of(at_work(), live={"r9": "I will look at\n  the tests first"})

    assert text_of(rollouts.rollouts, view, 60, 4) == [
        "▶ run   r9    p2    depot-2          …ook at the tests first",
        "· wait  r10   p2    trail-3          waits",
        "✗ fail  r8    p2    stamp-1          5 steps",
        "✓ pass  r7    n1    trail-3          5 steps",
    ]
    assert rollouts.title(view) == "Rollouts  ▶ 1 at work  · 1 waiting  ✓ 7  ✗ 1"


@pytest.mark.parametrize("outcome", list(Outcome))
def test_no_outcome_is_told_by_colour_alone(outcome: Outcome) -> None:
    story = Story().start()
    (rollout,) = story.begin_all(Purpose.SEED_DEV, ["stamp-1"], 0)

    (line,) = text_of(rollouts.rollouts, view_of(story.end(rollout, outcome)))

    words = {"passed": "pass", "failed": "fail", "timed_out": "time", "broken": "broke"}
    assert line.split()[1] == words.get(outcome, "stop")


def test_rollouts_that_a_dead_engine_left_are_not_shown_at_work() -> None:
    view = view_of(at_work(), alive=False)

    assert text_of(rollouts.rollouts, view)[0].startswith("· left  r9")
    assert rollouts.title(view) == "Rollouts  · 1 left open  · 1 waiting  ✓ 7  ✗ 1"


def test_the_newest_event_is_at_the_bottom_and_long_ones_are_wrapped() -> None:
    story = Story().start().seed().grow(0.75, "n0").learn("long files are cut at their end, always")

    assert text_of(events.events, view_of(story), 40, 5) == [
        " 0:20   node n1 admitted, dev 0.750",
        "          (simulated)",
        " 0:21   iteration 1: admitted",
        " 0:22   lesson (good): long files are",
        "          cut at their end, always",
    ]


def test_scores_set_the_seed_against_the_best() -> None:
    story = Story().start().seed(0.5).grow(0.75, "n0").seal("n1").test("n0", 0.4).test("n1", 0.6)

    assert text_of(scores.scores, view_of(story), 40, 5) == [
        "     node  dev    pass 95%   test",
        "seed n0    0.500  0.51-1.00  0.400",
        "best n1    0.750  unknown    0.600",
        "gain       +0.250            +0.200",
    ]
    assert text_of(scores.scores, view_of(story), 60, 5)[1] == (
        "seed n0    0.500  0.51-1.00  0.400 ± 0.020"
    )
    assert scores.title(view_of(Story().start().seed())) == "Scores  simulated  n=4 on dev"


def test_every_score_says_of_how_many_and_how_sure_it_is() -> None:
    story = Story().start().seed(0.5).grow(0.75, "n0")

    assert text_of(scores.scores, view_of(story), 44, 9)[5:] == [
        "  node  dev    passed   pass 95%",
        "★ n1    0.750",  # a node without a dev run of its own in the journal
        "● n0    0.500  4/4      0.51-1.00",
    ]


def test_scores_grow_a_chart_where_there_is_room() -> None:
    story = Story().start().seed(0.5).grow(0.75, "n0").decline("n1").grow(1.0, "n1")

    assert text_of(scores.scores, view_of(story), 26, 14)[10:] == [
        "1.000┤               ╭────",
        "     ┤     ╭─────────╯",
        "0.500┤─────╯",
        "      0               it 3",
    ]


def test_what_is_known_of_rollouts_agrees_with_the_state() -> None:
    view = view_of(at_work())
    state, recent = view.state, view.recent

    assert set(recent.open) == {id_ for id_, each in state.rollouts.items() if each.open}
    assert recent.waiting == {id_ for id_, each in state.rollouts.items() if each.tries == 0}
    assert list(recent.finished) == [RolloutId(f"r{number}") for number in range(1, 9)]


def test_the_selected_rollout_is_marked_and_always_in_sight() -> None:
    view = replace(view_of(at_work()), selected="r1")

    assert text_of(rollouts.rollouts, view, 60, 3)[-1].startswith("✓ pass ›r1")
    assert not any("›" in line for line in text_of(rollouts.rollouts, view_of(at_work())))


def test_a_session_at_work_stands_above_the_rollouts() -> None:
    views = dict(moments("look"))
    view = views["diagnosing"]

    assert text_of(rollouts.rollouts, view, 60, 2)[0].startswith("▶ run   d1          diagnosis")
    assert text_of(rollouts.rollouts, view, 60, 2)[0].endswith(" look")
    assert rollouts.order(view)[0] == "d1"
