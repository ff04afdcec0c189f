"""The Rollouts screen: what is listed and how, what a selection moves, and where the keys lead."""

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from saddle_engine import events as ev
from saddle_engine.types.base import RolloutId
from saddle_engine.types.rollout import Outcome, Purpose
from saddle_tui.lens import Lens
from saddle_tui.pairs import pairs
from saddle_tui.recent import KEPT
from saddle_tui.view import View
from saddle_tui.widgets import rollouts
from tests.tui.helms import at_helm
from tests.tui.stories import BEGAN, Story, write_run
from tests.tui.views import TASKS, at_work, text_of, view_of


def _words(view: View, width: int = 120, rows: int = 12) -> list[list[str]]:
    return [line.split() for line in text_of(rollouts.rollouts, view, width, rows)]


def test_a_wide_pane_is_a_table() -> None:
    story = at_work()
    view = view_of(story, live={"r9": "step 2: env/exec ls"})

    head, at, waits, failed, *_ = _words(view)

    assert head == ["id", "node", "task", "try", "split", "step", "now", "age", "tokens", "$"]
    assert at[:7] == ["▶", "run", "r9", "p2", "depot-2", "1", "train"]
    assert "env/exec" in at
    assert waits[:4] == ["·", "wait", "r10", "p2"]
    assert failed == ["✗", "fail", "r8", "p2", "stamp-1", "1", "train", "5", "2.0s", "100", "-"]


def test_a_running_rollout_grows_older_and_shows_what_it_cost_so_far() -> None:
    story = Story().start(simulated=False)
    (rollout,) = story.begin_all(Purpose.SEED_DEV, ["stamp-1"], 0)
    began = BEGAN + len(story.events)
    view = view_of(story)
    view.state.rollouts[rollout].cost, view.state.rollouts[rollout].tokens = 12_300_000, 4_567

    row = _words(replace(view, elapsed_s=began + 75 - view.recent.began))[1]

    assert row[-3:] == ["1m15s", "4.6k", "0.0123"]


def test_what_an_operator_has_asked_for_is_told_until_it_is_done() -> None:
    story = at_work()
    story.add(ev.CancelAsked(rollout=RolloutId("r9"), by="ann", reason="hangs"))
    story.add(ev.RequeueAsked(rollout=RolloutId("r8"), by="ann"))

    lines = text_of(rollouts.rollouts, view_of(story), 120, 12)

    assert any(line.startswith("⊘ ends  r9") and "cancelled: hangs" in line for line in lines)
    assert any(line.startswith("↻ anew  r8") and "is to be run anew" in line for line in lines)


def test_a_rollout_that_is_run_anew_waits_again_and_is_listed_once() -> None:
    story = Story().start()
    (rollout,) = story.begin_all(Purpose.SEED_DEV, ["stamp-1"], 0)
    story.end(rollout, Outcome.CANCELLED)
    story.add(ev.RolloutRequeued(rollout=rollout))
    assert _words(view_of(story))[1][:3] == ["·", "wait", "r1"]

    story.add(ev.RolloutStarted(rollout=rollout, tries=2)).end(rollout)

    assert rollouts.order(view_of(story)) == ["r1"]
    assert rollouts.title(view_of(story)) == "Rollouts  none at work  ✓ 1"


@pytest.mark.parametrize(
    ("by", "first"), [("task", "r2"), ("outcome", "r1"), ("steps", "r3"), ("age", "r3")]
)
def test_finished_rollouts_are_listed_in_an_order_of_choice(by: str, first: str) -> None:
    story = Story().start()
    ids = story.begin_all(Purpose.SEED_DEV, ["b", "a", "c"], 0)
    for number, (id_, outcome) in enumerate(
        zip(ids, (Outcome.FAILED, Outcome.PASSED, Outcome.PASSED), strict=True), 1
    ):
        story.add(
            ev.RolloutFinished(
                rollout=id_, outcome=outcome, score=0.0, steps=number, seconds=number, tokens=1
            )
        )
    place = [name for name, _ in rollouts.ORDERS].index(by)

    view = replace(view_of(story), lens=Lens(tab={"rollouts": place}))

    assert rollouts.order(view)[0] == first
    assert rollouts.title(view).endswith(f"by {by}")


def test_only_what_matches_is_listed() -> None:
    view = replace(view_of(at_work()), lens=Lens(filters={"rollouts": "~o failed"}))

    assert rollouts.order(view) == ["r8"]
    nothing = replace(view, lens=Lens(filters={"rollouts": "zzz"}))
    assert text_of(rollouts.rollouts, nothing) == [
        "no rollout matches zzz; / changes what is looked for"
    ]


def test_a_selected_rollout_is_listed_however_old_it_is() -> None:
    story = Story().start()
    for id_ in story.begin_all(Purpose.SEED_DEV, [f"task-{n}" for n in range(KEPT + 50)], 0):
        story.end(id_)
    view = replace(view_of(story), selected="r3")

    assert text_of(rollouts.rollouts, view, 60, 5)[-1].startswith("✓ pass ›r3")


def _patched(after: Sequence[Outcome] = (Outcome.PASSED, Outcome.FAILED, Outcome.PASSED)) -> Story:
    story = Story().start().seed().iterate("n0").batch(Purpose.BEFORE, TASKS, 901)
    patch = story.propose("n0")
    for id_, outcome in zip(story.begin_all(Purpose.AFTER, TASKS, 501), after, strict=True):
        story.end(id_, outcome)
    return story.check(patch)


def test_a_selected_rollout_selects_its_patch_and_its_node() -> None:
    story = _patched()
    story.admit(story.events[-1].patch, ("n0",), 0.7)  # type: ignore[union-attr]
    story.finish("admitted").iterate("n1").propose("n1")

    before, after, seed = (replace(view_of(story), selected=each) for each in ("r5", "r8", "r1"))

    assert (before.patch, before.node, before.subject) == ("p1", "n0", "r5")
    assert (after.patch, after.node, after.subject) == ("p1", "n1", "r8")
    assert (seed.node, seed.subject) == ("n0", "r1")


def test_a_rollout_of_a_shadow_belongs_to_the_vetoed_patch() -> None:
    story = Story().start().seed().iterate("n0").batch(Purpose.BEFORE, TASKS, 901)
    patch = story.propose("n0")
    story.add(
        ev.ApprovalAsked(patch=patch), ev.PatchVetoed(patch=patch, by="ann", reason="too broad")
    )
    story.finish("vetoed").iterate("n0").propose("n0")
    batch = ev.BatchPlanned(batch="shadow:p1", purpose=Purpose.SHADOW, iteration=1, rollouts=1)
    planned = ev.RolloutPlanned(
        batch="shadow:p1", rollout=RolloutId("r8"), tree="0" * 37 + "1f5", task=TASKS[0],
        split="train", attempt=1,
    )  # fmt: skip
    story.add(batch, planned)
    view = replace(view_of(story), selected="r8")

    assert view.patch == "p1"
    assert [(pair.before, pair.after) for pair in pairs(view)][:1] == [("r5", "r8")]


async def test_d_shows_where_a_patch_first_acts_and_the_brackets_turn_to_other_tasks(
    tmp_path: Path,
) -> None:
    async with at_helm(write_run(tmp_path / "home", _patched())) as helm:
        await helm.press("3", "d")
        await helm.see("First difference n0 -> p1 train depot-2 ✗ broke 1/3")
        await helm.see("r6 of n0 has no recording to compare")
        await helm.press("right_square_bracket")
        await helm.see("stamp-1")
        await helm.press("left_square_bracket", "left_square_bracket")
        await helm.see("trail-3 · still passes 3/3")
        await helm.press("enter")
        await helm.see("Trace r10")


async def test_a_selected_rollout_gives_way_to_that_of_the_next_task(tmp_path: Path) -> None:
    async with at_helm(write_run(tmp_path / "home", _patched())) as helm:
        helm.follower.select("r5")
        await helm.press("3", "d", "n")

        await helm.until(lambda: helm.follower.view().selected == "r10")


async def test_f_stops_following_and_follows_again(tmp_path: Path) -> None:
    story = Story().start()
    story.begin_all(Purpose.SEED_DEV, ["stamp-1"], 0)
    async with at_helm(write_run(tmp_path / "home", story)) as helm:
        await helm.press("3", "tab")
        await helm.see("TAIL")
        await helm.press("f")
        await helm.see("PAUSED")
        await helm.press("f")
        await helm.see("TAIL")


async def test_words_are_looked_for_in_the_whole_transcript(tmp_path: Path) -> None:
    story = Story().start()
    story.begin_all(Purpose.SEED_DEV, ["stamp-1"], 0)
    broke = [
        ev.RolloutBroke(rollout=RolloutId("r1"), tries=1, reason=f"reason {number}")
        for number in range(400)
    ]
    async with at_helm(write_run(tmp_path / "home", story.add(*broke))) as helm:
        await helm.press("3", "tab", "slash")
        await helm.type("reason 17")
        await helm.press("enter")
        await helm.see("reason 17")
        await helm.press("n")
        await helm.see("reason 170")
        await helm.press("N")
        await helm.see("reason 17 ")
