"""What the agents may see of a run."""

from pathlib import Path

import pytest

from saddle_engine.stages.book import Book
from saddle_engine.stages.views import LESSONS_SHOWN, dag_history, lessons, trace, train_history
from saddle_engine.types.base import LessonId, PatchId
from saddle_engine.types.rollout import Split
from tests.engine.loop_rig import World, of, state, useless


async def test_no_rollout_of_another_split_becomes_a_trace(tmp_path: Path) -> None:
    world = World(tmp_path, train=("train-a", "train-b"))
    journal = await world.run()

    async with Book(journal, state(journal)) as book:
        parts = world.parts(book, journal)
        for each in book.state.rollouts.values():
            assert each.result is not None
            if each.order.split is Split.TRAIN:
                seen = trace(parts, each.order, each.result)
                assert (seen.rollout, seen.task) == (each.order.rollout, each.order.task)
                assert len(seen.exchanges) == 1
            else:
                with pytest.raises(ValueError, match="not of train"):
                    trace(parts, each.order, each.result)


async def test_trace_holds_nothing_that_the_verifier_said(tmp_path: Path) -> None:
    world = World(tmp_path, train=("train-a",))
    journal = await world.run()

    async with Book(journal, state(journal)) as book:
        parts = world.parts(book, journal)
        pairs = book.state.batch_results("before:1")
        assert pairs is not None
        assert "scored" not in str(trace(parts, *pairs[0]))


async def test_only_evolution_hears_of_dev(tmp_path: Path) -> None:
    world = World(
        tmp_path,
        train=("train-a", "train-b"),
        minibatch=2,
        epochs=2,
        moves={1: of("a"), 2: useless},
    )
    final = state(await world.run())

    first, second = train_history(final).splitlines()
    assert first == (
        "p1 iteration 1 on n0 new_tool: Write tools/a.py; admitted mini-batch 0.00 -> 0.50"
    )
    assert second.endswith("declined mini-batch 0.50 -> 0.50 (no gain on the mini-batch)")
    assert "dev 0.500" in dag_history(final)


async def test_newest_lessons_are_shown_oldest_first(tmp_path: Path) -> None:
    final = state(await World(tmp_path, train=("train-a",)).run())
    (lesson,) = final.lessons.values()
    for number in range(2, LESSONS_SHOWN + 5):
        name = LessonId(f"l{number}")
        final.lessons[name] = lesson.model_copy(update={"patch": PatchId(f"p{number}")})

    shown = lessons(final)

    assert len(shown) == LESSONS_SHOWN
    assert shown[-1].endswith(f"(p{LESSONS_SHOWN + 4})")
    assert shown[0].endswith("(p5)")
