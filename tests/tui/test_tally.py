"""What is counted of a harness are its own attempts, each once."""

from saddle_engine import events as ev
from saddle_engine.types.base import RolloutId, TaskId, Tree
from saddle_engine.types.rollout import Outcome, Purpose, Split
from saddle_tui.marks import mark
from saddle_tui.widgets import rollouts
from tests.tui.stories import SPLITS, Story, _tree
from tests.tui.views import TASKS, view_of

SPLITS.setdefault(Purpose.SHADOW, Split.TRAIN)
SEED, PATCHED = _tree(0), _tree(501)


def _requeued(story: Story, rollout: RolloutId) -> Story:
    story.end(rollout, Outcome.CANCELLED)
    return story.add(ev.RolloutRequeued(rollout=rollout)).begin(rollout)


def test_what_a_vetoed_patch_did_in_the_shadow_is_no_score_of_a_node() -> None:
    story = Story().start().seed()
    story.iterate("n0").batch(Purpose.BEFORE, TASKS, 0)
    story.propose("n0")
    story.batch(Purpose.SHADOW, TASKS, 501)
    view = view_of(story)

    assert mark(view, Split.TRAIN, PATCHED).total == 0
    assert view.tally.solved[Split.TRAIN][TaskId(TASKS[0])].total == 1
    assert view.tally.finished[PATCHED] == len(TASKS)


def test_a_rollout_that_was_cancelled_and_ran_anew_counts_once() -> None:
    story = Story().start()
    (rollout,) = story.begin_all(Purpose.SEED_DEV, ["task-0"], 0)
    _requeued(story, rollout).end(rollout)
    view = view_of(story)

    assert view.tally.finished[SEED] == 1
    assert view.tally.tokens[SEED] == 100
    assert mark(view, Split.DEV, SEED).total == 1
    assert view.recent.outcomes[Outcome.CANCELLED] == 0
    assert rollouts.title(view) == "Rollouts  none at work  ✓ 1"


def test_a_harness_whose_rollouts_are_free_has_no_cost() -> None:
    view = view_of(Story().start().seed())

    assert view.tally.cost == {}
    assert view.tally.tokens == {Tree(SEED): 400}
