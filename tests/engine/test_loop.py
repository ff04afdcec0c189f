"""Whole runs: what the journal tells of them."""

from collections.abc import Sequence
from itertools import groupby
from pathlib import Path
from typing import TypeVar

import pytest

from saddle_engine import events as ev
from saddle_engine.errors import SeedUnfit
from saddle_engine.ports import Answered
from saddle_engine.state import RunState
from saddle_engine.testing import FakeBoxes, FakeRunner, MemoryJournal
from saddle_engine.types.base import Commit, NodeId
from saddle_engine.types.boxes import ExecResult
from saddle_engine.types.patch import PatchStatus
from saddle_engine.types.rollout import Purpose, RolloutOrder, RolloutResult, Split
from saddle_engine.types.taxonomy import Phase
from saddle_engine.types.wire import Exchange
from tests.engine.loop_rig import Block, CutJournal, World, of, outside, proposal, state, useless

E = TypeVar("E", bound=ev.Event)
ROLLOUT = ["RolloutStarted", "RequestAnswered", "RolloutFinished"]
DIAGNOSIS = [
    *("SessionStarted", "ModelReplied", "ToolCalled", "FileRead"),
    *("ModelReplied", "ToolCalled", "SessionFinished"),
]
ANSWER = ["SessionStarted", "ModelReplied", "ToolCalled", "SessionFinished"]


def batch(rollouts: int) -> list[str]:
    return ["BatchPlanned", *["RolloutPlanned"] * rollouts, *ROLLOUT * rollouts]


def kinds(journal: MemoryJournal) -> list[str]:
    return [record.event.kind for record in journal.read()]


def of_kind(journal: MemoryJournal, kind: type[E]) -> list[E]:
    return [record.event for record in journal.read() if isinstance(record.event, kind)]


def outcomes(journal: MemoryJournal) -> list[str]:
    return [event.outcome for event in of_kind(journal, ev.IterationFinished)]


def small(folder: Path, **changes: object) -> World:
    """One task in every split, which the first right patch solves."""
    plain = World(folder, train=("train-a",), dev=("dev-a",), test=("test-a",), test_repeats=1)
    for name, value in changes.items():
        setattr(plain, name, value)
    return plain.fresh()


async def test_admitted_patch_is_told_from_seed_to_test(tmp_path: Path) -> None:
    journal = await small(tmp_path).run()

    assert kinds(journal) == [
        "RunStarted",
        *batch(1),
        "NodeAdmitted",
        *("IterationStarted", "ParentChosen"),
        *batch(1),
        *DIAGNOSIS,
        *("DiagnosisMade", "PatchProposed"),
        *batch(1),
        *("MiniBatchChecked", "DevGateProgressed"),
        *batch(1),
        *("DevGateChecked", "NodeAdmitted"),
        *ANSWER,
        *("Reflected", "LessonLearned", "IterationFinished", "RunSealed"),
        *batch(2),
        *("TestEvaluated", "TestEvaluated", "RunFinished"),
    ]
    assert outcomes(journal) == ["admitted"]


async def test_declined_patch_goes_to_no_gate_and_still_teaches(tmp_path: Path) -> None:
    journal = await small(tmp_path, moves={1: useless}).run()

    assert outcomes(journal) == ["declined"]
    assert "DevGateProgressed" not in kinds(journal)
    assert kinds(journal).count("Reflected") == 1
    assert state(journal).patches["p1"].reason == "no gain on the mini-batch"  # type: ignore[index]  # a literal id


async def test_batch_that_passes_whole_abandons_the_iteration(tmp_path: Path) -> None:
    journal = await small(tmp_path, train=("train-easy",)).run()

    assert outcomes(journal) == ["nothing_to_learn"]
    assert "SessionStarted" not in kinds(journal)
    assert state(journal).spent_rollouts == 1 + 1 + 1


async def test_refused_patch_spends_no_rollout(tmp_path: Path) -> None:
    journal = await small(tmp_path, moves={1: outside}).run()

    assert outcomes(journal) == ["refused"]
    (refused,) = of_kind(journal, ev.PatchRefused)
    assert "outside" in refused.reason
    assert "after:1" not in state(journal).batches


@pytest.mark.parametrize(
    ("stderr", "told"),
    [(b"SyntaxError: what", "SyntaxError: what"), (b"", "exit code 1 and without a word")],
)
async def test_harness_that_does_not_load_is_refused(
    tmp_path: Path, stderr: bytes, told: str
) -> None:
    boxes = FakeBoxes(ExecResult(exit_code=1, stderr=stderr))

    journal = await small(tmp_path, boxes=boxes).run()

    assert outcomes(journal) == ["refused"]
    assert told in of_kind(journal, ev.PatchRefused)[0].reason


async def test_patch_that_names_a_task_of_any_split_is_refused(tmp_path: Path) -> None:
    def leaking(phase: str, skill: str) -> Block:
        return proposal("tools/a.py", "TASK = 'test-a'\n", "tool", "new_tool", phase)

    journal = await small(tmp_path, moves={1: leaking}).run()

    assert outcomes(journal) == ["refused"]


async def test_word_that_only_contains_a_task_id_leaks_nothing(tmp_path: Path) -> None:
    def longer(phase: str, skill: str) -> Block:
        return proposal("tools/a.py", "contest_train_aa = 'train-ab'\n", "tool", "new_tool", phase)

    journal = await small(tmp_path, moves={1: longer}).run()

    assert outcomes(journal) == ["admitted"]


async def test_diagnosis_without_a_proposal_ends_the_iteration(tmp_path: Path) -> None:
    journal = await small(tmp_path, moves={1: None}).run()

    assert outcomes(journal) == ["no_proposal"]
    assert not state(journal).patches


async def test_check_runs_the_tasks_of_the_parent_and_sorts_them(tmp_path: Path) -> None:
    world = World(
        tmp_path,
        train=("train-a", "train-b", "train-easy"),
        minibatch=3,
        moves={1: of("a"), 2: useless},
        epochs=2,
    )
    journal = await world.run()

    checks = of_kind(journal, ev.MiniBatchChecked)
    assert set(checks[0].buckets.fixed) == {"train-a"}
    assert set(checks[0].buckets.still_failing) == {"train-b"}
    assert set(checks[0].buckets.still_passing) == {"train-easy"}
    for number, started in enumerate(of_kind(journal, ev.IterationStarted), start=1):
        for purpose in ("before", "after"):
            pairs = state(journal).batch_results(f"{purpose}:{number}")
            assert pairs is not None
            assert tuple(order.task for order, _ in pairs) == started.tasks


async def test_over_broad_patch_shows_what_it_broke(tmp_path: Path) -> None:
    def spoil(phase: str, skill: str) -> Block:
        return proposal("tools/spoilt.py", "x = 1\n", "tool", "new_tool", phase)

    journal = await World(
        tmp_path, train=("train-a", "train-easy"), minibatch=2, moves={1: spoil}
    ).run()

    (check,) = of_kind(journal, ev.MiniBatchChecked)
    assert check.verdict == "not_better"
    assert check.buckets.regressed == ("train-easy",)


async def test_merge_of_two_nodes_gives_a_child_with_two_parents(tmp_path: Path) -> None:
    world = World(
        tmp_path,
        train=("train-a", "train-b", "train-c"),
        minibatch=3,
        epochs=3,
        moves={1: of("a"), 2: of("b"), 3: of("c")},
        parents={2: ("n0",), 3: ("n1", "n2")},
    )

    journal = await world.run()

    final = state(journal)
    assert [node.parents for node in final.dag] == [(), ("n0",), ("n0",), ("n1", "n2")]
    child = list(final.dag)[-1]
    assert {"tools/a.py", "prompts/b.md", "prompts/c.md"} <= set(world.store.files(child.commit))
    chosen = of_kind(journal, ev.ParentChosen)[-1]
    assert chosen.tree not in {node.tree for node in final.dag}
    assert chosen.conflicts == 0


async def test_merge_that_adds_nothing_has_one_parent(tmp_path: Path) -> None:
    for order in (("n1", "n0"), ("n0", "n1")):
        world = World(
            tmp_path,
            train=("train-a", "train-b"),
            minibatch=2,
            epochs=2,
            moves={1: of("a"), 2: of("b")},
            parents={2: order},
        )

        journal = await world.run()

        chosen = of_kind(journal, ev.ParentChosen)[-1]
        node = state(journal).dag[chosen.parents[0]]
        assert chosen.parents == ("n1",)
        assert (chosen.commit, chosen.tree) == (node.commit, node.tree)


async def test_evolution_without_an_answer_builds_on_the_best_node(tmp_path: Path) -> None:
    journal = await small(tmp_path, epochs=2, parents={2: None}).run()

    assert of_kind(journal, ev.SessionFinished)[2].outcome == "no_answer"
    assert of_kind(journal, ev.ParentChosen)[-1].parents == ("n1",)


async def test_phase_switches_after_the_first_epoch_and_binds_diagnosis(tmp_path: Path) -> None:
    world = World(tmp_path, train=("train-a", "train-b"), minibatch=1, epochs=2)

    journal = await world.run()

    switches = of_kind(journal, ev.PhaseSwitched)
    assert [(each.phase, each.by) for each in switches] == [(Phase.STEERING, "policy")]
    switched = kinds(journal).index("PhaseSwitched")
    third = next(
        record.seq
        for record in journal.read()
        if isinstance(record.event, ev.IterationStarted) and record.event.iteration == 3
    )
    assert third == switched + 2
    for patch in state(journal).patches.values():
        early = patch.proposed.iteration <= 2
        assert patch.proposed.patch_class is (Phase.CAPABILITY if early else Phase.STEERING)


async def test_attempts_are_counted_by_harness_and_task(tmp_path: Path) -> None:
    journal = await small(tmp_path, epochs=3, moves={1: useless, 2: useless, 3: None}).run()

    seed = state(journal).seed.tree
    before = [
        event.attempt
        for event in of_kind(journal, ev.RolloutPlanned)
        if event.tree == seed and event.batch.startswith("before")
    ]
    assert before == [1, 2, 3]


async def test_test_interleaves_seed_and_best_in_every_repeat(tmp_path: Path) -> None:
    world = World(tmp_path, train=("train-a",), test=("test-a", "test-c"), test_repeats=3)

    journal = await world.run()

    final = state(journal)
    trees = {final.seed.tree: "seed", final.dag[final.sealed.best].tree: "best"}  # type: ignore[union-attr]  # it ended
    planned = [event for event in of_kind(journal, ev.RolloutPlanned) if event.batch == "test"]
    assert [(trees[event.tree], event.task, event.attempt) for event in planned] == [
        (who, task, repeat)
        for repeat in (1, 2, 3)
        for task in ("test-a", "test-c")
        for who in ("seed", "best")
    ]
    assert [event.mean for event in of_kind(journal, ev.TestEvaluated)] == [0.0, 0.5]


async def test_mean_and_sample_deviation_are_over_the_repeats(tmp_path: Path) -> None:
    world = small(tmp_path, test=("test-a", "test-b"), test_repeats=3, moves={1: None})
    scores = {("test-a", 1): 1.0, ("test-b", 1): 1.0, ("test-a", 2): 1.0}
    world.runner._scores = lambda order: scores.get((order.task, order.attempt), 0.0)

    journal = await world.run()

    (tested,) = of_kind(journal, ev.TestEvaluated)
    assert tested.means == (1.0, 0.5, 0.0)
    assert tested.mean == 0.5
    assert tested.sd == 0.5


async def test_seed_that_stays_the_best_is_tested_once_a_repeat(tmp_path: Path) -> None:
    journal = await small(tmp_path, moves={1: useless}, test_repeats=2).run()

    assert state(journal).batches["test"].purpose is Purpose.TEST
    assert len(state(journal).batches["test"].rollouts) == 2
    assert [event.node for event in of_kind(journal, ev.TestEvaluated)] == ["n0"]


async def test_agents_see_train_tasks_only(tmp_path: Path) -> None:
    world = World(
        tmp_path,
        train=("train-a", "train-b", "train-c"),
        minibatch=1,
        epochs=2,
        moves={2: useless},
    )

    await world.run()

    assert len(world.optimizer.requests) > 10
    for request in world.optimizer.requests:
        assert not any(name in str(request) for name in (*world.dev, *world.test))


async def test_diagnosis_hears_no_dev_number(tmp_path: Path) -> None:
    world = World(
        tmp_path,
        train=("train-a", "train-b"),
        dev=("dev-a", "dev-x", "dev-y"),
        minibatch=2,
        epochs=2,
    )

    journal = await world.run()

    assert any(event.dev == 1 / 3 for event in of_kind(journal, ev.NodeAdmitted))
    diagnoses = [
        str(request)
        for request in world.optimizer.requests
        if "diagnosis, iteration" in str(request)
    ]
    assert diagnoses
    assert not any("0.333" in text or "dev" in text.split("'messages'")[1] for text in diagnoses)


async def test_live_state_is_what_the_journal_says(tmp_path: Path) -> None:
    world = small(tmp_path)
    seen: list[RunState] = []

    async def look(book: object) -> None:
        seen.append(book.state)  # type: ignore[attr-defined]  # a Book

    journal = await world.run(beside=look)

    assert seen[0] == state(journal)


async def test_sessions_are_counted_by_agent(tmp_path: Path) -> None:
    journal = await small(tmp_path, epochs=2, moves={1: useless}).run()

    names = [event.session for event in of_kind(journal, ev.SessionStarted)]
    by_agent = {letter: list(ids) for letter, ids in groupby(sorted(names), lambda name: name[0])}
    assert by_agent == {"d": ["d1", "d2"], "f": ["f1", "f2"]}


async def test_splits_are_kept_apart(tmp_path: Path) -> None:
    journal = await World(tmp_path).run()

    for event in of_kind(journal, ev.RolloutPlanned):
        purpose = state(journal).batches[event.batch].purpose
        expected = {
            Purpose.SEED_DEV: Split.DEV,
            Purpose.DEV: Split.DEV,
            Purpose.TEST: Split.TEST,
        }.get(purpose, Split.TRAIN)
        assert event.split is expected


async def test_admitted_patch_is_a_node_of_its_own_tree(tmp_path: Path) -> None:
    journal = await small(tmp_path).run()

    final = state(journal)
    (patch,) = final.patches.values()
    assert patch.status is PatchStatus.ADMITTED
    assert patch.node == "n1"
    assert final.dag[patch.node].tree == patch.proposed.tree


async def test_nodes_that_are_one_harness_are_tested_by_the_same_rollouts(tmp_path: Path) -> None:
    world = small(tmp_path, test_repeats=2)
    whole = await world.run()
    assert isinstance(whole, CutJournal)
    seeded = kinds(whole).index("NodeAdmitted") + 1
    journal = whole.cut([records for records, _ in whole.cuts].index(seeded))
    seed = state(journal).seed
    twin = ev.NodeAdmitted(
        node=NodeId("n1"),
        patch=None,
        parents=(seed.id,),
        commit=Commit("c" * 40),
        tree=seed.tree,
        dev=seed.dev,
    )
    await journal.append(twin, ev.RunSealed(by="policy", reason="", best=twin.node))

    await world.fresh().run(journal)

    assert len(state(journal).batches["test"].rollouts) == 2
    first, second = of_kind(journal, ev.TestEvaluated)
    assert (first.node, second.node) == ("n0", "n1")
    assert first.means == second.means


class SilentRunner(FakeRunner):
    """Its harness leaves without a word."""

    async def run(
        self, order: RolloutOrder, recording: Sequence[Exchange], answered: Answered
    ) -> RolloutResult:
        result = await super().run(order, recording, answered)
        return result.model_copy(update={"reason": "no_finish: exit 1", "detail": "no such module"})


async def test_seed_that_never_says_finish_ends_the_run_again_and_again(tmp_path: Path) -> None:
    journal, silent = CutJournal(), small(tmp_path)
    for _ in range(2):
        silent.runner = SilentRunner(lambda order: 0.0)
        with pytest.raises(SeedUnfit, match="no such module"):
            await silent.run(journal)

    assert len(state(journal).rollouts) == 1
    assert not len(state(journal).dag)
