"""What is said of an evaluation: its numbers, before any, half way and at the end, also of hostile names."""

from collections.abc import Sequence

import pytest

from saddle_engine import events as ev
from saddle_engine.state import RunState
from saddle_engine.types.base import Commit, RolloutId, TaskId, Tree
from saddle_engine.types.rollout import Outcome, Purpose, Split
from saddle_tui.evaluation.report import brief, report
from saddle_tui.evaluation.table import lines
from saddle_tui.text.safe import clean
from saddle_tui.widgets.bar import bar
from saddle_tui.widgets.dag import dag
from saddle_tui.widgets.diagnosis import diagnosis
from saddle_tui.widgets.patch import patch
from saddle_tui.widgets.scores import key, scores
from tests.tui.stories import DIGEST, Story
from tests.tui.views import text_of, view_of

TASKS = ("sums-1", "sums-2", "words-1")
FAMILIES = {"sums-1": "sums", "sums-2": "sums", "words-1": "words"}
REPEATS = 2
FIRST, SECOND = Tree("a" * 40), Tree("b" * 40)
ORDERS = [
    (tree, task, attempt)
    for attempt in range(1, REPEATS + 1)
    for task in TASKS
    for tree in (FIRST, SECOND)
]
PASSES = {
    (FIRST, "sums-1"): (1, 1),
    (FIRST, "sums-2"): (1, 1),
    (FIRST, "words-1"): (1, 0),
    (SECOND, "sums-1"): (0, 1),
    (SECOND, "sums-2"): (0, 0),
    (SECOND, "words-1"): (1, 1),
}


def evaluation(done: int = len(ORDERS), names: Sequence[str] = ("new", "old")) -> Story:
    """With the first `done` attempts finished."""
    story = Story().start(policy="eval", test_cost=0)
    harnesses = tuple(
        ev.EvaluatedHarness(name=name, commit=Commit("c" * 40), tree=tree)
        for name, tree in zip(names, (FIRST, SECOND), strict=True)
    )
    story.events.insert(
        1,
        ev.EvaluationStarted(
            split=Split.DEV, repeats=REPEATS, harnesses=harnesses, model="m-1", families=DIGEST
        ),
    )
    story.add(ev.BatchPlanned(batch="eval", purpose=Purpose.EVAL, rollouts=len(ORDERS)))
    for number, (tree, task, attempt) in enumerate(ORDERS, 1):
        story.add(
            ev.RolloutPlanned(
                batch="eval",
                rollout=RolloutId(f"r{number}"),
                tree=tree,
                task=TaskId(task),
                split=Split.DEV,
                attempt=attempt,
            )
        )
    for number, order in enumerate(ORDERS[:done], 1):
        story.add(*attempt_of(RolloutId(f"r{number}"), *order))
    return story.add(ev.RunFinished()) if done == len(ORDERS) else story


def attempt_of(rollout: RolloutId, tree: Tree, task: str, attempt: int) -> list[ev.AnyEvent]:
    passed = PASSES[tree, task][attempt - 1]
    return [
        ev.RolloutStarted(rollout=rollout, tries=1),
        ev.RolloutFinished(
            rollout=rollout,
            outcome=Outcome.PASSED if passed else Outcome.FAILED,
            score=float(passed),
            steps=2,
            seconds=4.0,
            tokens=100,
        ),
    ]


def state_of(story: Story) -> RunState:
    return RunState().fold(story.records())


def test_the_numbers_are_those_of_the_attempts() -> None:
    found = report(state_of(evaluation()), FAMILIES, alive=False)

    first, second = found["harnesses"]
    assert first["pass_at_1"] == pytest.approx(5 / 6)
    assert first["repeats"] == pytest.approx([1, 2 / 3])
    assert first["sd"] == pytest.approx(0.2357, abs=1e-4)
    assert [(row["family"], row["tasks"], row["pass_at_1"]) for row in first["families"]] == [
        ("sums", 2, 1.0),
        ("words", 1, 0.5),
    ]
    assert second["pass_at_1"] == pytest.approx(0.5)
    compared = found["comparison"]
    assert (compared["better"], compared["worse"], compared["same"]) == (2, 1, 0)
    assert compared["difference"] == pytest.approx(1 / 3)
    assert compared["p"] == 1.0
    assert [flip["task"] for flip in compared["flips"]] == list(TASKS)
    assert compared["flips"][1]["shares"] == [1.0, 0.0]


@pytest.mark.parametrize("done", range(len(ORDERS) + 1))
def test_an_unfinished_evaluation_says_what_it_knows_and_no_more(done: int) -> None:
    state = state_of(evaluation(done))

    found = report(state, FAMILIES, alive=True)
    told = "\n".join(lines(found))

    assert found["rollouts"] == {"done": done, "planned": len(ORDERS)}
    for at, measured in enumerate(found["harnesses"]):
        complete = [(done - at + 1) // 2 >= 3 * repeat for repeat in (1, 2)]
        assert len(measured["repeats"]) == sum(complete)
        assert (measured["sd"] is None) == (len(measured["repeats"]) < 2)
        assert (measured["pass_at_1"] is None) == (done <= at)
    assert ("rollouts so far" in told) == (done < len(ORDERS))
    assert "SIMULATED" in told
    assert brief(state)["harnesses"][0]["pass_at_1"] == found["harnesses"][0]["pass_at_1"]


@pytest.mark.parametrize("width", [12, 30, 50, 80, 120])
def test_the_screen_shows_who_passes_how_much(width: int) -> None:
    for done in (0, 5, len(ORDERS)):
        story = evaluation(done, ["a-harness-with-a-long-name" * 5, "old"])
        view = view_of(story, alive=done < len(ORDERS))
        for pane in (scores, dag, patch, diagnosis, *[bar] * (width >= 80)):
            assert all(len(line) <= width for line in text_of(pane, view, width))


def test_the_screen_says_that_there_is_no_search() -> None:
    view = view_of(evaluation(), alive=False)

    for pane in (patch, diagnosis):
        said = (
            "an evaluation has no search: no nodes, no patches; 3 shows its rollouts, 6 its scores"
        )
        assert " ".join(text_of(pane, view)) == said
    assert text_of(dag, view) == text_of(scores, view)
    assert "EVALUATION on dev" in text_of(bar, view)[0]
    assert "Pass@1 new 83.3%, old 50.0%" in text_of(bar, view)[2]
    assert any("83.3%" in line and "5/6" in line for line in text_of(scores, view))
    assert "better on 2, worse on 1, same on 0" in " ".join(text_of(scores, view))
    assert key(view) != key(view_of(evaluation(5)))


def test_a_hostile_name_of_a_harness_reaches_no_terminal() -> None:
    names = ("\x1b]0;owned\x07\x1b[2J", "‮dlo")

    story = evaluation(names=names)

    told = [clean(line) for line in lines(report(state_of(story), FAMILIES, alive=False))]
    view = view_of(story, alive=False)
    told += [line for pane in (scores, bar) for line in text_of(pane, view)]
    told += [each.text for each in view.told]
    assert not [line for line in told if "\x1b" in line or "‮" in line or "\x07" in line]
