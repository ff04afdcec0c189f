"""What the Scores screen says: never more than the numbers hold."""

import json
from dataclasses import dataclass, replace
from functools import partial

import pytest

from saddle_engine import events as ev
from saddle_engine.types.base import Digest, RolloutId
from saddle_engine.types.rollout import Outcome, Purpose
from saddle_engine.types.steering import Buckets
from saddle_engine.types.wilson import Interval
from saddle_tui.plot import Point, plot
from saddle_tui.shelf import EmptyShelf
from saddle_tui.view import View
from saddle_tui.widgets import buckets, curves, families, heatmap, task_table
from tests.tui.stories import DIGEST, Story
from tests.tui.views import text_of, view_of

TASKS = ("stamp-1", "depot-2", "depot-3", "trail-4")
FAMILIES = {"stamp-1": "stamp", "depot-2": "depot", "depot-3": "depot", "trail-4": "trail"}


@dataclass
class Read(EmptyShelf):
    """Everything has been read already."""

    content: str

    def text(self, digest: Digest) -> str | None:
        return self.content


def tried(story: Story, tree: int, passed: str, purpose: Purpose = Purpose.DEV) -> Story:
    """A harness on all tasks; a letter for each: p for passed, anything else for failed."""
    for rollout, letter in zip(story.begin_all(purpose, TASKS, tree), passed, strict=True):
        story.end(rollout, Outcome.PASSED if letter == "p" else Outcome.FAILED)
    return story


def grown(seed: str = "pfff", child: str = "pppf") -> Story:
    story = tried(Story().start(families=DIGEST), 0, seed, Purpose.SEED_DEV)
    story.admit(None, (), seed.count("p") / 4)
    story.iterate("n0")
    patch = story.propose("n0")
    story.check(patch)
    tried(story, 1, child).admit(patch, ("n0",), child.count("p") / 4)
    return story.finish("admitted")


def looked_at(story: Story) -> View:
    return replace(view_of(story), shelf=Read(json.dumps(FAMILIES)))


def test_a_gain_that_chance_can_explain_is_called_so() -> None:
    said = " ".join(text_of(curves.curves, looked_at(grown()), 100, 20))

    assert "gain +0.500" in " ".join(said.split())
    assert "2 tasks better, 0 worse, 2 the same; it may be chance" in " ".join(said.split())


def test_many_nodes_ranked_on_dev_come_with_a_warning() -> None:
    story = grown()
    for _ in range(3):
        story.grow(0.75, "n1")

    said = " ".join(" ".join(text_of(curves.curves, looked_at(story), 200, 20)).split())

    assert "dev has ranked 5 nodes" in said
    tested = story.seal("n4").test("n0", 0.4).test("n4", 0.6)
    assert "dev has ranked" not in " ".join(text_of(curves.curves, looked_at(tested), 200, 20))


def test_families_that_gained_or_lost_stand_before_those_that_did_neither() -> None:
    rows = text_of(families.families, looked_at(grown("pfff", "fppf")), 60, 10)

    assert [row.split() for row in rows] == [
        ["family", "seed", "n1", "gain"],
        ["▲", "depot", "0/2", "2/2", "+1.00"],
        ["▼", "stamp", "1/1", "0/1", "-1.00"],
        ["trail", "0/1", "0/1", "+0.00"],
    ]


def test_families_are_waited_for_while_they_are_read() -> None:
    assert text_of(families.families, view_of(grown())) == ["reading the families of the tasks ..."]


@pytest.mark.parametrize("broken", ["", "[]", "{", "null", '"x"'])
def test_families_that_cannot_be_read_cost_their_names_only(broken: str) -> None:
    rows = text_of(families.families, replace(view_of(grown()), shelf=Read(broken)), 60, 10)

    assert rows[1].split()[1:3] == ["(no", "family)"]


def test_tasks_that_tell_nodes_apart_come_first_and_say_who_passed() -> None:
    rows = text_of(heatmap.heatmap, looked_at(grown()), 60, 12)

    assert [row.split() for row in rows[:5]] == [
        ["n0", "n1"],
        ["depot-2", "✗", "✓"],
        ["depot-3", "✗", "✓"],
        ["stamp-1", "✓", "✓"],
        ["trail-4", "✗", "✗"],
    ]


def test_attempts_that_differ_are_counted() -> None:
    story = tried(grown(), 1, "fppf")

    rows = text_of(heatmap.heatmap, looked_at(story), 60, 12)
    table = " ".join(text_of(task_table.tasks, looked_at(story), 100, 20))

    assert ["stamp-1", "✓", "1/2"] in [row.split() for row in rows]
    assert "noisy    1: stamp-1" in table
    assert "never    1: trail-4" in table


def test_the_row_that_is_looked_at_is_always_there() -> None:
    view = looked_at(grown())
    for task in TASKS:
        chosen = replace(view, lens=replace(view.lens, task=task))
        assert any(row.startswith(f"›{task}") for row in text_of(heatmap.heatmap, chosen, 60, 5))


def test_buckets_are_counted_by_class_and_patch() -> None:
    story = Story().start().seed().iterate("n0")
    checked = ev.MiniBatchChecked(
        patch=story.propose("n0"),
        iteration=1,
        before=0.0,
        after=0.5,
        verdict="better",
        buckets=Buckets(fixed=("a", "b"), regressed=("c",), still_failing=("d",)),
    )

    rows = text_of(buckets.buckets, view_of(story.add(checked)), 60, 10)

    assert [row.split() for row in rows] == [
        ["fixed", "broke", "fails", "passes"],
        ["all", "✓2", "✗1", "1", "0"],
        ["capability", "✓2", "✗1", "1", "0"],
        ["p1", "✓2", "✗1", "1", "0"],
    ]


def test_what_vetoes_and_hints_were_worth_is_said_once_measured() -> None:
    story = grown().iterate("n1")
    patch = story.propose("n1")
    assert "veto" not in " ".join(text_of(buckets.buckets, view_of(story)))
    story.add(
        ev.ApprovalAsked(patch=patch),
        ev.PatchVetoed(patch=patch, by="ann", reason="too broad"),
        ev.ShadowChecked(patch=patch, before=0.0, after=0.5, buckets=Buckets(fixed=("a",))),
        ev.LessonLearned(
            lesson="l1",
            iteration=2,
            patch=patch,
            verdict="good",
            text="read on",
            evidence=(RolloutId("r1"),),
            source="hint",
            worth=0.25,
        ),
    )

    said = " ".join(" ".join(text_of(buckets.buckets, view_of(story), 90, 12)).split())

    assert (
        "vetoes: 1 vetoed patch ran in the shadow, +0.50 on average: the vetoes cost 0.50" in said
    )
    assert "hints: 1 measured, +0.25 on average" in said


@pytest.mark.parametrize("width", [0, 1, 7, 18, 40, 300])
@pytest.mark.parametrize("rows", [0, 1, 4, 30])
def test_no_room_is_too_small_for_a_pane(width: int, rows: int) -> None:
    for view in (view_of(Story()), view_of(Story().start()), looked_at(grown())):
        for lines in (
            curves.curves,
            families.families,
            heatmap.heatmap,
            buckets.buckets,
            task_table.tasks,
        ):
            assert lines(view, width, rows) is not None


def test_every_node_of_a_chart_is_drawn_and_the_staircase_never_falls() -> None:
    points = [
        Point(at, 0.1 * at, partial(Interval, 0.05 * at, 0.2 * at), at == 5) for at in range(6)
    ]

    rows = ["".join(text for text, _ in line) for line in plot(points, 5, 60, 12)]

    drawn = "".join(rows)
    assert drawn.count("●") == 5
    assert drawn.count("★") == 1
    assert all(len(row) <= 60 for row in rows)
    assert "╮" not in drawn
