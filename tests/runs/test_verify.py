"""A journal that the engine wrote holds; one that says anything else is found out, with the place."""

import asyncio
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from saddle_engine import events as ev
from saddle_engine.testing import MemoryJournal
from saddle_engine.types.base import Commit, NodeId, TaskId, Tree
from saddle_engine.types.rollout import Outcome, RolloutOrder, Split
from saddle_engine.types.steering import Buckets, Hold
from saddle_runs.verify import Broken, Verifier
from tests.engine.loop_rig import CutJournal, World, of, outside, useless
from tests.engine.operator_rig import Operator, steered

Journal = list[ev.AnyEvent]
ABC = ("train-a", "train-b", "train-c")


def searching(folder: Path) -> World:
    """Admitted, declined and refused patches, a merge, several repeats, parallel work."""
    return World(
        folder,
        train=ABC,
        minibatch=3,
        epochs=5,
        moves={1: of("a"), 2: of("b"), 3: useless, 4: outside, 5: of("c")},
        parents={2: ("n0",), 3: ("n1", "n2"), 5: ("n1", "n2")},
        limit=60,
        concurrency=2,
    )


def verify(journal: MemoryJournal, events: Journal, world: World) -> int:
    records = [ev.Record(seq=seq, at=0.0, event=event) for seq, event in enumerate(events, start=1)]
    return Verifier(journal.get, world.store.tree_of).check_all(records)


def events_of(journal: MemoryJournal) -> Journal:
    return [record.event for record in journal.read()]


@pytest.fixture(scope="module")
def told(tmp_path_factory: pytest.TempPathFactory) -> tuple[World, MemoryJournal]:
    """One run for all: nobody changes its journal."""
    told_of = searching(tmp_path_factory.mktemp("told"))
    return told_of, asyncio.run(told_of.run())


@pytest.fixture
def world(told: tuple[World, MemoryJournal]) -> World:
    return told[0]


@pytest.fixture
def journal(told: tuple[World, MemoryJournal]) -> MemoryJournal:
    return told[1]


def test_journal_of_a_run_holds_at_every_length(world: World, journal: MemoryJournal) -> None:
    records = journal.read()

    verifier = Verifier(journal.get, world.store.tree_of)

    assert verifier.check_all(records) == len(records)
    outcomes = [event.outcome for event in events_of(journal) if event.kind == "IterationFinished"]
    assert outcomes == ["admitted", "admitted", "declined", "refused", "admitted"]


async def test_journal_of_an_interrupted_run_holds(tmp_path: Path) -> None:
    world = searching(tmp_path)

    def trouble(order: RolloutOrder, run: int) -> str:
        return "no box" if order.rollout in {"r2", "r9"} and run == 1 else ""

    world.trouble = trouble
    whole = await world.fresh().run()
    assert isinstance(whole, CutJournal)
    for place in range(1, len(whole.cuts), 23):
        cut, again = whole.cut(place), world.fresh()
        await cut.append(ev.EngineStarted(pid=1, host="h", private="/p"))
        await again.run(cut)

        assert verify(cut, events_of(cut), again) == len(cut.read())


async def test_journal_of_a_steered_run_holds(tmp_path: Path) -> None:
    steady = World(tmp_path, train=ABC, minibatch=1, hold=Hold.ALL, limit=40)

    async def act(operator: Operator) -> None:
        await operator.until(lambda run: "before:1" in run.batches)
        await operator.send("pause")
        await operator.send("limit", name="rollouts", value=50)
        await operator.send("phase", phase="steering")
        await operator.send("resume")
        await operator.until(
            lambda run: any(each.status == "held" for each in run.patches.values())
        )
        await operator.send("veto", patch="p1", reason="too broad")
        await operator.until(lambda run: len(run.iterations) == 2)
        await operator.send("seal")

    steered_journal = await steered(steady, act)

    events = events_of(steered_journal)
    assert verify(steered_journal, events, steady) == len(events)


def find(events: Journal, kind: str, nth: int = 0) -> int:
    return [place for place, event in enumerate(events) if event.kind == kind][nth]


def changed(kind: str, nth: int = 0, **values: Any) -> Callable[[Journal], None]:
    def change(events: Journal) -> None:
        place = find(events, kind, nth)
        events[place] = events[place].model_copy(update=values)

    return change


def dropped(kind: str, nth: int = 0) -> Callable[[Journal], None]:
    def change(events: Journal) -> None:
        del events[find(events, kind, nth)]

    return change


def repeated(kind: str, nth: int = 0) -> Callable[[Journal], None]:
    def change(events: Journal) -> None:
        place = find(events, kind, nth)
        events.insert(place + 1, events[place])

    return change


def after_the_seal(event: ev.AnyEvent) -> Callable[[Journal], None]:
    def change(events: Journal) -> None:
        events.insert(find(events, "RunSealed") + 1, event)

    return change


def swapped(kind: str, first: int, second: int) -> Callable[[Journal], None]:
    def change(events: Journal) -> None:
        one, other = find(events, kind, first), find(events, kind, second)
        events[one], events[other] = events[other], events[one]

    return change


LIES: dict[str, tuple[Callable[[Journal], None], str]] = {
    "RunStarted is missing": (dropped("RunStarted"), "RunStarted"),
    "RunStarted comes twice": (repeated("RunStarted"), "RunStarted"),
    "limit was passed": (changed("RunStarted", limits={"rollouts": 20}), "limit"),
    "batch is planned twice": (repeated("BatchPlanned"), "BatchPlanned"),
    "batch is larger than planned": (dropped("RolloutPlanned", 1), "rollouts of the batch"),
    "attempt is skipped": (changed("RolloutPlanned", attempt=2), "attempt"),
    "rollout has another id": (changed("RolloutPlanned", rollout="r99"), "rollout"),
    "test task runs in the search": (changed("RolloutPlanned", split=Split.TEST), "test tasks"),
    "try is skipped": (changed("RolloutStarted", tries=2), "try"),
    "exchange is out of order": (changed("RequestAnswered", index=1), "exchange"),
    "exchange was never recorded": (dropped("RequestAnswered"), "steps and tokens"),
    "rollout finishes twice": (repeated("RolloutFinished"), "without being open"),
    "rollout never began": (dropped("RolloutStarted"), "RequestAnswered"),
    "scored outcome has no score": (changed("RolloutFinished", score=None), "score"),
    "rollout used more than was recorded": (changed("RolloutFinished", tokens=1), "tokens"),
    "failed score passed before": (
        changed("RolloutFinished", outcome=Outcome.PASSED, score=0.0),
        "wrong way round",
    ),
    "iteration is skipped": (changed("IterationStarted", iteration=2), "iteration"),
    "iteration is left open": (dropped("IterationFinished"), "another is open"),
    "iteration ends otherwise": (changed("IterationFinished", outcome="declined"), "p1"),
    "parent is another harness": (changed("ParentChosen", 1, parents=("n1",)), "n1"),
    "commit is unknown": (changed("PatchProposed", commit=Commit("f" * 40)), "commit"),
    "commit has another tree": (changed("PatchProposed", tree=Tree("f" * 40)), "tree"),
    "patch has other parents": (changed("PatchProposed", 1, parents=("n1",)), "parents"),
    "mean before is another": (changed("MiniBatchChecked", before=0.1), "mean before"),
    "mean after is another": (changed("MiniBatchChecked", after=0.9), "mean after"),
    "verdict is another": (changed("MiniBatchChecked", verdict="not_better"), "verdict"),
    "buckets are others": (changed("MiniBatchChecked", buckets=Buckets()), "buckets"),
    "mini-batch is not the drawn one": (
        changed("IterationStarted", tasks=(TaskId("train-a"),)),
        "drawn tasks",
    ),
    "dev mean is another": (changed("NodeAdmitted", 1, dev=1.0), "dev mean"),
    "gate said another mean": (changed("DevGateChecked", dev=1.0), "dev mean"),
    "node is another harness": (changed("NodeAdmitted", 1, tree=Tree("f" * 40)), "tree"),
    "node has other parents": (changed("NodeAdmitted", 3, parents=("n1",)), "patch"),
    "node is skipped": (changed("NodeAdmitted", 1, node="n5"), "node"),
    "dev is only a part of the split": (
        changed("RunStarted", tasks={Split.TRAIN: 3, Split.DEV: 3, Split.TEST: 2}),
        "whole split",
    ),
    "test is only a part of the split": (
        changed("RunStarted", tasks={Split.TRAIN: 3, Split.DEV: 2, Split.TEST: 4}),
        "not 2 repeats",
    ),
    "best is not the best": (changed("RunSealed", best=NodeId("n0")), "not the best"),
    "best is no node": (changed("RunSealed", best=NodeId("n9")), "n9"),
    "nobody sealed": (changed("RunSealed", by="operator"), "seal"),
    "test mean is another": (changed("TestEvaluated", 1, mean=0.9), "mean"),
    "repeats are others": (changed("TestEvaluated", 1, means=(0.0, 1.0)), "repeat"),
    "deviation is another": (changed("TestEvaluated", 1, sd=0.5), "standard deviation"),
    "best was not tested": (dropped("TestEvaluated", 1), "not tested"),
    "run ends unsealed": (dropped("RunSealed"), "RunSealed|sealed|test"),
    "search goes on after the seal": (
        after_the_seal(ev.IterationStarted(iteration=6, epoch=5, tasks=())),
        "never reopens",
    ),
    "lesson is skipped": (changed("LessonLearned", lesson="l7"), "lesson"),
    "model call is out of order": (changed("ModelReplied", index=3), "call"),
    "order of calls is another": (swapped("ModelReplied", 0, 1), "call"),
}


@pytest.mark.parametrize("lie", LIES)
def test_lie_is_found_and_named(world: World, journal: MemoryJournal, lie: str) -> None:
    change, expected = LIES[lie]
    events = events_of(journal)
    change(events)

    with pytest.raises(Broken, match=expected) as found:
        verify(journal, events, world)

    assert str(found.value).startswith("record ")


def test_every_missing_blob_is_found(world: World, journal: MemoryJournal) -> None:
    events = events_of(journal)

    for digest in list(journal._blobs):
        content = journal._blobs.pop(digest)
        with pytest.raises(Broken, match=digest):
            verify(journal, events, world)
        journal._blobs[digest] = content


def test_record_that_is_missing_is_found(world: World, journal: MemoryJournal) -> None:
    records = list(journal.read())

    for gap in range(0, len(records) - 1, 17):
        kept = [*records[:gap], *records[gap + 1 :]]
        with pytest.raises(Broken, match=f"record {gap + 2} "):
            Verifier(journal.get, world.store.tree_of).check_all(kept)


async def test_scores_that_differ_by_rounding_are_no_lie(tmp_path: Path) -> None:
    rounding = World(tmp_path, train=("train-a", "train-b"), minibatch=2)
    seed = rounding.seed.tree
    scores = {"train-a": (0.1, 0.0), "train-b": (0.7, 0.8)}

    def score(order: RolloutOrder) -> float:
        return scores.get(order.task, (0.0, 0.0))[order.tree != seed]

    rounding.runner._scores = score
    journal = await rounding.run()

    (check,) = [each for each in events_of(journal) if isinstance(each, ev.MiniBatchChecked)]
    assert check.verdict == "not_better"
    assert verify(journal, events_of(journal), rounding) == len(journal.read())
