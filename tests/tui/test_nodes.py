"""A node is found by what people call it, or the reason why not names those that there are."""

import pytest

from saddle_engine.errors import ConfigError
from saddle_engine.state import RunState
from saddle_tui.nodes import node_named
from tests.tui.stories import Story
from tests.tui.test_evaluation import evaluation

SEARCH = Story().start().seed(0.5).grow(0.75, "n0").grow(0.625, "n1")


def state_of(story: Story) -> RunState:
    return RunState().fold(story.records())


@pytest.mark.parametrize(
    ("wanted", "found"), [("best", "n1"), ("seed", "n0"), ("n2", "n2"), ("n0", "n0")]
)
def test_best_seed_and_ids_are_names_of_nodes(wanted: str, found: str) -> None:
    assert node_named(state_of(SEARCH), wanted).id == found


@pytest.mark.parametrize(
    ("story", "told"),
    [
        (SEARCH, "there is no node demo:n9; the nodes are: best, seed, n0, n1, n2"),
        (Story().start(), "there is no node demo:n9 yet: the seed is still measured on dev"),
        (evaluation(), "demo is an evaluation and has no nodes; name the run of a search"),
    ],
)
def test_a_node_that_is_not_there_is_refused_in_a_sentence(story: Story, told: str) -> None:
    with pytest.raises(ConfigError, match=told):
        node_named(state_of(story), "n9", "demo:n9")
