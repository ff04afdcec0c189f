"""An evaluation: every attempt once, both harnesses in turn, and the same again when resumed."""

from pathlib import Path

import pytest

from saddle_engine import events as ev
from saddle_engine.commands import Command
from saddle_engine.stages.book import Book
from saddle_engine.stages.evaluate import Evaluation
from saddle_engine.stages.halting import LimitStop
from saddle_engine.state import RunState
from saddle_engine.steering import decide
from saddle_engine.testing import MemoryJournal
from saddle_engine.types.base import Tree
from saddle_engine.types.rollout import Outcome, Purpose, Split
from saddle_engine.types.steering import RunStatus
from saddle_runs.verify import Broken, Verifier
from tests.engine.loop_rig import CONFIG, SEED_FILES, CutJournal, World, state

SKILLED = SEED_FILES | {"tools/a.py": b"a = 1\n"}
FAMILIES = b'{"dev-a": "letters", "dev-b": "letters"}'


def evaluating(folder: Path, **more: object) -> World:
    return World(folder, concurrency=2, **more)  # type: ignore[arg-type]  # fields of the world


def begun(world: World, journal: MemoryJournal, repeats: int = 3) -> list[ev.AnyEvent]:
    skilled = world.store.seed(SKILLED)
    harnesses = tuple(
        ev.EvaluatedHarness(name=name, commit=each.commit, tree=each.tree)
        for name, each in (("skilled", skilled), ("plain", world.seed))
    )
    started = world.started().model_copy(update={"policy": "eval", "test_cost": 0})
    return [
        started,
        ev.EvaluationStarted(
            split=Split.DEV,
            repeats=repeats,
            harnesses=harnesses,
            model="fake",
            families=journal.put(FAMILIES),
        ),
    ]


async def evaluate(world: World, journal: MemoryJournal | None = None) -> CutJournal:
    journal = journal or CutJournal()
    journal.put(CONFIG)
    if not journal.read():
        await journal.append(*begun(world, journal))
    async with Book(journal, RunState().fold(journal.read())) as book:
        await Evaluation(world.parts(book, journal)).run()
    assert isinstance(journal, CutJournal)
    return journal


async def test_every_harness_makes_every_attempt_and_both_take_turns(tmp_path: Path) -> None:
    world = evaluating(tmp_path)

    found = state(await evaluate(world))

    assert found.status is RunStatus.DONE
    assert found.evaluation is not None
    first, second = (each.tree for each in found.evaluation.harnesses)
    orders = [rollout.order for rollout in found.rollouts.values()]
    assert [(each.tree, each.task, each.attempt) for each in orders] == [
        (tree, task, attempt)
        for attempt in (1, 2, 3)
        for task in ("dev-a", "dev-b")
        for tree in (first, second)
    ]
    passed = {
        (each.order.tree, each.order.task)
        for each in found.rollouts.values()
        if each.result is not None and each.result.outcome is Outcome.PASSED
    }
    assert passed == {(first, "dev-a")}


async def test_an_interrupted_evaluation_pays_for_no_attempt_twice(tmp_path: Path) -> None:
    world = evaluating(tmp_path, turns=2)
    whole = await evaluate(world)
    for place in range(2, len(whole.cuts), 7):
        cut, again = whole.cut(place), world.fresh()
        known = {
            (record.event.rollout, record.event.index)
            for record in cut.read()
            if isinstance(record.event, ev.RequestAnswered)
        }

        await evaluate(again, cut)

        assert not known & set(again.runner.paid)
        assert state(cut).rollouts.keys() == state(whole).rollouts.keys()
        results = [each.result for each in state(cut).rollouts.values()]
        assert results == [each.result for each in state(whole).rollouts.values()]


async def test_the_journal_of_an_evaluation_holds(tmp_path: Path) -> None:
    world = evaluating(tmp_path, trouble=lambda order, run: "no box" if run == 1 else "")

    journal = await evaluate(world)

    records = journal.read()
    assert Verifier(journal.get, world.store.tree_of).check_all(records) == len(records)
    assert sum(each.broke for each in state(journal).rollouts.values()) == 12


@pytest.mark.parametrize(
    ("wrong", "told"),
    [
        (ev.RunFinished(), "has no results"),
        (
            ev.IterationStarted(iteration=1, epoch=0, tasks=()),
            "an evaluation has no search",
        ),
        (
            ev.BatchPlanned(batch="eval", purpose=Purpose.EVAL, rollouts=1),
            "is not evaluated",
        ),
    ],
    ids=lambda value: getattr(value, "kind", "said"),
)
async def test_a_journal_of_an_evaluation_that_says_anything_else_is_found_out(
    tmp_path: Path, wrong: ev.AnyEvent, told: str
) -> None:
    world, journal = evaluating(tmp_path), MemoryJournal()
    journal.put(CONFIG)
    planned = ev.RolloutPlanned(
        batch="eval", rollout="r1", tree=Tree("f" * 40), task="dev-a", split=Split.DEV, attempt=1
    )
    more = [planned] if isinstance(wrong, ev.BatchPlanned) else []
    events = [*begun(world, journal), wrong, *more]
    records = [ev.Record(seq=seq, at=0.0, event=event) for seq, event in enumerate(events, 1)]

    with pytest.raises(Broken, match=told):
        Verifier(journal.get, world.store.tree_of).check_all(records)


async def test_an_evaluation_that_does_not_fit_is_not_begun(tmp_path: Path) -> None:
    world, journal = evaluating(tmp_path, limit=11), CutJournal()

    with pytest.raises(LimitStop, match="12 rollouts does not fit: the limit of 11 rollouts"):
        await evaluate(world, journal)

    found = state(journal)
    assert found.rollouts == {}
    assert found.paused is not None
    assert found.paused.by == "rollouts"


@pytest.mark.parametrize("verb", ["phase", "seal", "approve", "veto"])
async def test_an_evaluation_has_no_search_to_steer(tmp_path: Path, verb: str) -> None:
    world, journal = evaluating(tmp_path), MemoryJournal()
    await journal.append(*begun(world, journal))

    said = decide(state(journal), Command.model_validate({"id": "1", "verb": verb}))

    assert said == f"an evaluation has no search that {verb} could change"
