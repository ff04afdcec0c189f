"""What there is to find in the rows of each pane."""

from dataclasses import replace

import pytest

from saddle_engine.types.rollout import Outcome, Purpose
from saddle_tui.fields import ROWS, rows
from saddle_tui.lens import Lens
from saddle_tui.recent import KEPT
from saddle_tui.view import View
from saddle_tui.widgets.rollouts import order
from tests.tui.moments import looks
from tests.tui.stories import Story
from tests.tui.views import view_of


def _through(view: View, pane: str, words: str) -> View:
    return replace(view, lens=Lens(filters={pane: words}))


@pytest.mark.parametrize("pane", ROWS)
def test_rows_of_every_pane_are_found_by_their_names(pane: str) -> None:
    for _, view in looks("p[/]"):
        ids = [*view.state.rollouts, *view.state.sessions, *view.state.patches]
        for id_ in ids:
            assert id_ in rows(pane, _through(view, pane, id_), ids)


def test_old_rollouts_are_found_too() -> None:
    story = Story().start().seed()
    story.iterate("n0")
    first, *rest = story.begin_all(Purpose.BEFORE, [f"task-{n}" for n in range(KEPT + 50)], 2)
    story.end(first, Outcome.FAILED)
    for each in rest:
        story.end(each)
    view = view_of(story)

    assert first not in order(view)
    assert order(_through(view, "rollouts", "~o failed")) == [first]
    assert len(order(_through(view, "rollouts", "~o passed"))) == len(rest) + 4


@pytest.mark.parametrize(
    ("words", "found"),
    [
        ("~n n0", ["n0"]),
        ("~p p1", ["n1", "p1"]),
        ("~o declined", ["p2"]),
        ("read on", ["n1", "p1", "p2"]),
    ],
)
def test_nodes_and_patches_are_found_in_the_dag(words: str, found: list[str]) -> None:
    view = view_of(Story().start().seed().grow(0.75, "n0").decline("n1"))

    assert rows("dag", _through(view, "dag", words), ["n0", "n1", "p1", "p2"]) == found
