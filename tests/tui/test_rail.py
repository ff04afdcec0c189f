"""The rail: every node once, a bounded width, and quick."""

import random
import time
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from saddle_engine import events as ev
from saddle_engine.types.base import NodeId, PatchId
from saddle_engine.types.rollout import Purpose
from saddle_engine.types.steering import Buckets
from saddle_engine.types.taxonomy import SubType
from saddle_tui.drawing.rail import LEVELS, rail
from saddle_tui.text.safe import SafeText
from saddle_tui.view import View
from saddle_tui.widgets.dag import dag, order
from tests.tui.stories import Story
from tests.tui.views import view_of

STEERING = SubType.RULE_ADDITION


def _drawn(story: Story, width: int = 40, rows: int = 30) -> list[str]:
    return ["".join(text for text, _ in line) for line in dag(view_of(story), width, rows)]


def _grown(choices: list[tuple[int, int]]) -> Story:
    """A node for each choice: whose child it is, and its dev mean in hundredths."""
    story = Story().start().seed()
    for parent, dev in choices:
        story.grow(dev / 100, f"n{parent % story.nodes}")
    return story


def test_the_best_path_is_straight_and_losers_are_folded() -> None:
    story = Story().start().seed(0.31)
    story.decline("n0").decline("n0").grow(0.314, "n0").grow(0.34, "n0").decline("n1")
    story.grow(0.359, "n2", "n1").grow(0.4, "n3", subtype=STEERING)
    story.iterate("n3")
    story.add(ev.ApprovalAsked(patch=story.propose("n3")))

    assert _drawn(story, 48) == [
        "● n0   0.310 seed",
        "├╌2 declined",
        "├─● n1 0.314 +0.004 new tool",
        "│ └╌1 declined",
        "● n2   0.340 +0.030 new tool",
        "◆ n3   0.359 +0.019 +n1 new tool",
        "├╌⚑ p8 held, waits for you",
        "★ n4   0.400 +0.041 ▸ steering rule addition",
    ]


def _two_lost() -> Story:
    story = Story().start().seed(0.31).decline("n0")
    story.iterate("n0")
    story.add(ev.PatchRefused(patch=story.propose("n0"), reason="leaves its surface"))
    return story.finish("refused").grow(0.34, "n0").decline("n1")


def _looked_at(story: Story, width: int = 60, **changes: Any) -> list[str]:
    view = view_of(story)
    selected = changes.pop("selected", "")
    view = replace(view, selected=selected, lens=replace(view.lens, **changes))
    return ["".join(text for text, _ in line) for line in dag(view, width, 30)]


@pytest.mark.parametrize("selected", ["n0", "p2"])
def test_what_lost_on_an_unfolded_node_is_told_patch_by_patch(selected: str) -> None:
    drawn = _looked_at(_two_lost(), selected=selected, unfolded=frozenset({"n0"}))

    mark = {"n0": " ", "p2": " ", selected: "›"}
    assert drawn == [
        f"●{mark['n0']}n0 0.310 seed",
        "├╌✗ p1 declined new tool: no gain on the mini-batch",
        f"├╌✗{mark['p2']}p2 refused new tool: leaves its surface",
        "★ n1 0.340 +0.030 new tool",
        "└╌1 declined",
    ]


def test_the_node_of_a_selected_patch_or_rollout_is_marked() -> None:
    story = Story().start().seed().grow(0.75, "n0")
    state = view_of(story).state
    patch, rollout = next(iter(state.patches)), next(iter(state.rollouts))

    assert [line[:4] for line in _looked_at(story, selected=patch)] == ["● n0", "★›n1"]
    assert [line[:4] for line in _looked_at(story, selected=rollout)] == ["●›n0", "★ n1"]


def test_a_rollout_of_a_patch_marks_the_row_of_that_patch() -> None:
    story = Story().start().seed()
    story.iterate("n0")
    story.batch(Purpose.BEFORE, ["a"], 1)
    patch = story.propose("n0")
    story.plan(Purpose.AFTER, ["a"], 501)
    rollout = [*view_of(story).state.rollouts][-1]

    (marked,) = [line for line in _looked_at(story, selected=rollout) if "›" in line]
    assert patch in marked


def test_a_selected_patch_on_its_way_marks_its_own_row() -> None:
    story = Story().start().seed()
    story.iterate("n0")
    patch = story.propose("n0")

    assert [line for line in _looked_at(story, selected=patch) if "›" in line] == [
        line for line in _looked_at(story, selected=patch) if patch in line
    ]


def test_a_selected_patch_that_is_folded_away_marks_its_fold() -> None:
    assert _looked_at(_two_lost(), selected="p2")[1] == "├╌›1 declined, 1 refused"


def test_moving_goes_through_what_is_unfolded_and_over_what_is_folded() -> None:
    view = view_of(_two_lost())
    unfolded = replace(view, lens=replace(view.lens, unfolded=frozenset({"n0"})))

    assert order(view) == ["n0", "n1"]
    assert order(unfolded) == ["n0", "p1", "p2", "n1"]


def test_each_fate_of_a_patch_has_its_sign_and_words() -> None:
    story = Story().start().seed(0.3)
    held, deferred, vetoed, edited = (_held(story) for _ in range(4))
    story.add(
        ev.PatchDeferred(patch=deferred, by="alice"),
        ev.PatchVetoed(patch=vetoed, by="alice", reason="too broad"),
        ev.ShadowChecked(patch=vetoed, before=0.25, after=0.75, buckets=Buckets()),
    )
    mine = _edit(story, edited)
    gated = story.propose("n0")
    story.iterations = 4
    story.add(ev.DevGateProgressed(patch=gated))
    story.end(story.begin_all(Purpose.DEV, ["a", "b", "c"], 505)[0])

    assert _looked_at(story, unfolded=frozenset({"n0"})) == [
        "★ n0 0.300 seed",
        f"├╌⊘ {vetoed} vetoed, in the shadow +0.50 new tool: too broad",
        f"├╌· {edited} edited as {mine} new tool",
        f"├╌⚑ {held} held, waits for you",
        f"├╌⚑ {deferred} deferred, still waits for you",
        f"├╌⚑ {mine} by alice held, waits for you",
        f"└╌▶ {gated} at the dev gate 1/3",
    ]
    assert _looked_at(story)[1] == "├╌1 superseded, 1 vetoed, in the shadow +0.50"


def _held(story: Story) -> PatchId:
    story.iterate("n0")
    patch = story.propose("n0")
    story.add(ev.ApprovalAsked(patch=patch))
    return patch


def _edit(story: Story, edited: PatchId) -> PatchId:
    patch = story.propose("n0")
    proposed = story.events.pop()
    assert isinstance(proposed, ev.PatchProposed)
    changed = proposed.model_copy(update={"edit_of": edited, "by": "alice"})
    story.add(changed, ev.ApprovalAsked(patch=patch))
    return patch


def test_a_pinned_and_a_marked_node_say_so() -> None:
    story = Story().start().seed(0.3).grow(0.4, "n0")
    story.add(ev.ParentPinned(node=NodeId("n0"), by="alice"))

    assert _looked_at(story, marked="n1") == [
        "● n0 0.300 seed pinned",
        "★ n1 0.400 +0.100 marked new tool",
    ]


def test_a_wide_rail_says_where_the_phase_turned() -> None:
    story = Story().start().seed(0.3).grow(0.4, "n0", subtype=STEERING)

    assert _drawn(story, 70)[1] == ("★ n1 0.400 +0.100 ── capability ▸ steering ── rule addition")


def test_a_further_parent_stands_out_where_its_child_is_selected() -> None:
    story = Story().start().seed(0.3).grow(0.4, "n0").grow(0.5, "n0", "n1")
    view = replace(view_of(story), selected="n2")

    styles = {text: style for line in dag(view, 60, 30) for text, style in line}

    assert styles[SafeText(" +n1")].startswith("bold")


def test_the_selected_node_is_always_in_sight() -> None:
    story = _grown([(number, number) for number in range(60)])
    view = replace(view_of(story), selected="n20")

    drawn = ["".join(text for text, _ in line) for line in dag(view, 60, 9)]

    assert len(drawn) == 9
    assert any("›n20" in line for line in drawn)


def test_a_side_branch_goes_on_in_its_own_column() -> None:
    story = Story().start().seed(0.3)
    story.grow(0.31, "n0").grow(0.32, "n1").grow(0.2, "n1").grow(0.5, "n0")

    assert _drawn(story) == [
        "● n0     0.300 seed",
        "├─● n1   0.310 +0.010 new tool",
        "│ ├─● n3 0.200 -0.110 new tool",
        "│ ● n2   0.320 +0.010 new tool",
        "★ n4     0.500 +0.200 new tool",
    ]


def test_the_best_node_is_always_in_sight() -> None:
    story = Story().start().seed(0.9)
    for _ in range(30):
        story.grow(0.5, f"n{story.nodes - 1}")

    lines = _drawn(story, rows=6)

    assert len(lines) == 6
    assert lines[0].startswith("★ n0")


@given(st.lists(st.tuples(st.integers(0, 99), st.integers(0, 100)), max_size=40))
def test_each_node_is_drawn_once_and_after_its_parents(choices: list[tuple[int, int]]) -> None:
    view = view_of(_grown(choices))

    drawn = [row.node for row in rail(view.state, view.best) if row.node]

    ids = [node.id for node in drawn]
    assert sorted(ids) == sorted(node.id for node in view.state.dag)
    assert all(ids.index(node.parents[0]) < ids.index(node.id) for node in drawn if node.parents)


@given(st.lists(st.tuples(st.integers(0, 99), st.integers(0, 100)), max_size=40))
def test_the_rails_are_never_wider_than_their_levels(choices: list[tuple[int, int]]) -> None:
    view = view_of(_grown(choices))

    assert all(len(row.rails) <= 2 * LEVELS + 2 for row in rail(view.state, view.best))


@given(st.lists(st.tuples(st.integers(0, 99), st.integers(0, 100)), max_size=40))
def test_the_rails_lead_each_node_back_to_its_main_parent(choices: list[tuple[int, int]]) -> None:
    view = view_of(_grown(choices))
    last: dict[int, str] = {}

    for row in rail(view.state, view.best):
        if row.node is None or "»" in row.rails:
            continue
        level, turns = len(row.rails) // 2, row.rails.endswith("├─")
        if row.node.parents and (level - turns) in last:
            assert last[level - turns] == row.node.parents[0]
        last[level] = row.node.id


@given(
    st.lists(st.tuples(st.integers(0, 99), st.integers(0, 100)), max_size=20), st.integers(12, 60)
)
def test_lines_keep_to_their_pane(choices: list[tuple[int, int]], width: int) -> None:
    assert all(len(line) <= width for line in _drawn(_grown(choices), width))


def _comb() -> Story:
    """Every node's better child is a leaf: each step is a side-step."""
    story = Story().start().seed(1.0)
    spine = "n0"
    for step in range(1000):
        story.grow(0.9 - step / 2000, spine)
        story.grow(0.0, spine)
        spine = f"n{story.nodes - 1}"
    return story


def _bushy() -> Story:
    chance = random.Random(1)
    story = Story().start().seed()
    for number in range(1, 2000):
        story.grow(chance.random(), f"n{chance.randrange(max(0, number - 40), number)}")
    return story


@pytest.mark.parametrize("grown", [_comb, _bushy])
def test_two_thousand_nodes_take_a_blink(grown: type) -> None:
    view = view_of(grown())
    best = view.best

    assert len([row for row in rail(view.state, best) if row.node]) == len(view.state.dag)
    assert min(_spent(view) for _ in range(10)) < 0.05


def _spent(view: View) -> float:
    start = time.process_time()
    rail(view.state, view.best)
    return time.process_time() - start


def test_nothing_is_drawn_before_the_seed() -> None:
    assert rail(view_of(Story().start()).state, None) == []
    assert _drawn(Story().start()) == ["no node yet: the seed runs on dev"]
    assert NodeId("n0") not in view_of(Story().start()).state.dag


def test_a_rail_can_stand_on_its_head() -> None:
    story = Story().start().seed(0.3).grow(0.31, "n0").grow(0.2, "n0").decline("n1")

    assert _looked_at(story, tab={"dag": 1}) == [
        "┌╌1 declined",
        "★ n1   0.310 +0.010 new tool",
        "├─● n2 0.200 -0.100 new tool",
        "● n0   0.300 seed",
    ]
