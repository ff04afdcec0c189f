"""The events of a made-up run, in an order in which an engine could have written them."""

import json
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from random import Random
from typing import Any

from saddle_engine import events as ev
from saddle_engine.types.base import Digest, LessonId, NodeId, PatchId, SessionId, TaskId, Tree
from saddle_engine.types.rollout import Outcome, Purpose, Split
from saddle_engine.types.steering import Buckets
from saddle_engine.types.taxonomy import Phase, SubType
from tests.synthetic.harnesses import Lineage, Plan
from tests.synthetic.rollouts import Recordings
from tests.synthetic.shape import Shape
from tests.synthetic.words import Words

Put = Callable[[str], Digest]
"""Keeps a text."""
TESTS = 3
"""Repeats of the test."""
FAMILIES = 8
READS = 4
"""Files that a diagnosis reads."""


class Plot:
    """Tells a run from its beginning to its end; lazily, so that it may be of any length."""

    def __init__(self, shape: Shape, lineage: Lineage, words: Words, put: Put) -> None:
        self._shape, self._lineage, self._words, self._put = shape, lineage, words, put
        self._random = Random(f"plot {shape.seed}")
        self._recordings = Recordings(shape, words, put)
        self._attempts: Counter[tuple[Tree, str]] = Counter()
        self._rollouts = self._patches = 0
        self._dev: list[float] = []
        """By node, its score on dev."""

    def events(self, run: str, name: str) -> Iterator[ev.AnyEvent]:
        """All of them, for a run of this id and name."""
        yield self._start(run, name)
        yield ev.EngineStarted(pid=1, host=self._words.name("host"), private="/tmp/made-up")
        yield from self._admit(0, None, (), 0)
        for number, plan in enumerate(self._lineage.plans, 1):
            yield from self._iterate(number, plan)
        yield from self._test()
        yield ev.RunFinished()
        yield ev.EngineStopped(reason="done")

    def _start(self, run: str, name: str) -> ev.RunStarted:
        commit, tree = self._lineage.versions[0]
        sizes = {
            Split.TRAIN: 10 * self._shape.batch,
            Split.DEV: self._shape.dev,
            Split.TEST: self._shape.dev,
        }
        tasks = [task for split in Split for task in _tasks(split, range(sizes[split]))]
        families = {task: f"family {number % FAMILIES}" for number, task in enumerate(tasks)}
        return ev.RunStarted(
            run=run, name=name, version="0", seed=self._shape.seed, policy="paper", simulated=True,
            sandbox="none", config=self._put("{}"), harness="made-up", commit=commit, tree=tree,
            tasks=sizes, benchmark=self._put("made up"), phase=Phase.CAPABILITY, limits={},
            test_cost=2 * TESTS * self._shape.dev, families=self._put(json.dumps(families)),
        )  # fmt: skip

    def _iterate(self, number: int, plan: Plan) -> Iterator[ev.AnyEvent]:
        drawn = self._random.sample(range(10 * self._shape.batch), self._shape.batch)
        tasks = _tasks(Split.TRAIN, drawn)
        parents = tuple(NodeId(f"n{parent}") for parent in plan.parents)
        commit, tree = self._lineage.versions[plan.base]
        yield ev.IterationStarted(iteration=number, epoch=number // 10, tasks=tuple(tasks))
        yield from self._evolve(number)
        yield ev.ParentChosen(
            iteration=number, parents=parents, commit=commit, tree=tree, rationale=self._page()
        )
        before = [self._random.random() < 0.5 for _ in tasks]
        before[0] = not plan.admitted and before[0]
        yield from self._batch(Purpose.BEFORE, number, tree, Split.TRAIN, tasks, before)
        yield from self._diagnose(number)
        yield from self._propose(number, plan, parents)
        yield from self._check(number, plan, tasks, before)
        outcome: ev.IterationOutcome = "admitted" if plan.admitted else "declined"
        yield ev.IterationFinished(iteration=number, outcome=outcome)

    def _evolve(self, number: int) -> Iterator[ev.AnyEvent]:
        session = SessionId(f"e{number}")
        yield ev.SessionStarted(
            session=session, agent="evolution", iteration=number, prompt=self._page()
        )
        yield self._reply(session, 0)
        yield ev.SessionFinished(session=session, outcome="answered")

    def _diagnose(self, number: int) -> Iterator[ev.AnyEvent]:
        session = SessionId(f"d{number}")
        yield ev.SessionStarted(
            session=session, agent="diagnosis", iteration=number, prompt=self._page()
        )
        for index in range(READS):
            yield self._reply(session, index)
            yield ev.ToolCalled(
                session=session, tries=1, index=index, tool="read_file", arguments=self._put("{}"),
                summary=self._words.phrase(), result=self._page(), refused=index == 2,
            )  # fmt: skip
            yield ev.FileRead(
                session=session, tries=1, path=self._words.name(f"prompts/{index}.md"),
                first_line=10 * index + 1, last_line=10 * index + 9,
            )  # fmt: skip
        causes, rejected = (self._words.phrase(), self._words.phrase()), (self._words.phrase(),)
        yield ev.DiagnosisMade(
            iteration=number, session=session, causes=causes, rejected=rejected, evidence=()
        )
        yield ev.SessionFinished(session=session, outcome="answered")

    def _propose(
        self, number: int, plan: Plan, parents: tuple[NodeId, ...]
    ) -> Iterator[ev.AnyEvent]:
        self._patches += 1
        subtype = self._random.choice(list(SubType))
        commit, tree = self._lineage.versions[plan.patched]
        diff = f"diff --git a/p.md b/p.md\n--- a/p.md\n+++ b/p.md\n@@ -1 +1 @@\n-{self._words.phrase()}\n+{self._words.phrase()}\n"
        yield ev.PatchProposed(
            patch=PatchId(f"p{self._patches}"), iteration=number, session=SessionId(f"d{number}"),
            parents=parents, title=self._words.phrase(), layer=subtype.layer, subtype=subtype,
            patch_class=subtype.patch_class, proposal=self._put("{}"), commit=commit, tree=tree,
            diff=self._put(diff),
        )  # fmt: skip

    def _check(
        self, number: int, plan: Plan, tasks: Sequence[TaskId], before: Sequence[bool]
    ) -> Iterator[ev.AnyEvent]:
        patch, tree = PatchId(f"p{self._patches}"), self._lineage.versions[plan.patched][1]
        after = [place == 0 or passed for place, passed in enumerate(before)]
        after = after if plan.admitted else list(before)
        yield from self._batch(Purpose.AFTER, number, tree, Split.TRAIN, tasks, after)
        yield ev.MiniBatchChecked(
            patch=patch, iteration=number, before=sum(before) / len(before), after=sum(after) / len(after),
            verdict="better" if plan.admitted else "not_better", buckets=_buckets(tasks, before, after),
        )  # fmt: skip
        if plan.admitted:
            yield ev.DevGateProgressed(patch=patch)
            yield from self._admit(number, patch, plan.parents, plan.patched)
        yield from self._reflect(number, patch, good=plan.admitted)

    def _admit(
        self, number: int, patch: PatchId | None, parents: tuple[int, ...], version: int
    ) -> Iterator[ev.AnyEvent]:
        commit, tree = self._lineage.versions[version]
        tasks = _tasks(Split.DEV, range(self._shape.dev))
        skill = 0.3 + 0.6 * len(self._dev) / self._shape.nodes
        passed = [self._random.random() < skill for _ in tasks]
        purpose = Purpose.DEV if patch else Purpose.SEED_DEV
        yield from self._batch(purpose, number, tree, Split.DEV, tasks, passed)
        dev = sum(passed) / len(passed)
        if patch:
            yield ev.DevGateChecked(patch=patch, dev=dev, verdict="admitted")
        node = NodeId(f"n{len(self._dev)}")
        self._dev.append(dev)
        yield ev.NodeAdmitted(
            node=node, patch=patch, parents=tuple(NodeId(f"n{each}") for each in parents),
            commit=commit, tree=tree, dev=dev,
        )  # fmt: skip

    def _reflect(self, number: int, patch: PatchId, *, good: bool) -> Iterator[ev.AnyEvent]:
        session = SessionId(f"f{number}")
        yield ev.SessionStarted(
            session=session, agent="reflection", iteration=number, prompt=self._page()
        )
        yield self._reply(session, 0)
        yield ev.SessionFinished(session=session, outcome="answered")
        yield ev.Reflected(
            iteration=number, patch=patch, session=session, judgement=self._put("{}")
        )
        yield ev.LessonLearned(
            lesson=LessonId(f"l{number}"), iteration=number, patch=patch, text=self._words.phrase(),
            verdict="good" if good else "ineffective", evidence=(),
        )  # fmt: skip

    def _test(self) -> Iterator[ev.AnyEvent]:
        best = self._dev.index(max(self._dev))
        yield ev.RunSealed(by="policy", reason="all iterations are done", best=NodeId(f"n{best}"))
        tasks = _tasks(Split.TEST, range(self._shape.dev)) * TESTS
        tested = dict.fromkeys([0, best])
        trees = [self._lineage.versions[self._lineage.nodes[node]][1] for node in tested]
        orders = [(tree, Split.TEST, task, True) for tree in trees for task in tasks]
        yield from self._run("test", Purpose.TEST, 0, orders)
        for node in tested:
            yield ev.TestEvaluated(node=NodeId(f"n{node}"), means=(1.0,) * TESTS, mean=1.0, sd=0.0)

    def _batch(
        self, purpose: Purpose, iteration: int, tree: Tree, split: Split, tasks: Sequence[TaskId],
        passed: Sequence[bool],
    ) -> Iterator[ev.AnyEvent]:  # fmt: skip
        name = "seed_dev" if purpose is Purpose.SEED_DEV else f"{purpose}:{iteration}"
        orders = [(tree, split, task, well) for task, well in zip(tasks, passed, strict=True)]
        yield from self._run(name, purpose, iteration, orders)

    def _run(
        self, name: str, purpose: Purpose, iteration: int,
        orders: Sequence[tuple[Tree, Split, TaskId, bool]],
    ) -> Iterator[ev.AnyEvent]:  # fmt: skip
        first = self._rollouts + 1
        self._rollouts += len(orders)
        yield ev.BatchPlanned(
            batch=name, purpose=purpose, iteration=iteration, rollouts=len(orders)
        )
        for number, (tree, split, task, _) in enumerate(orders, first):
            self._attempts[tree, task] += 1
            yield self._recordings.plan(number, name, tree, split, task, self._attempts[tree, task])
        ends = [Outcome.PASSED if each[3] else self._recordings.wrong() for each in orders]
        yield from self._recordings.play(range(first, first + len(orders)), ends)

    def _reply(self, session: SessionId, index: int) -> ev.ModelReplied:
        return ev.ModelReplied(
            session=session, tries=1, index=index, key="k", request=self._recordings.request(),
            reply=self._recordings.reply(), usage=self._recordings.usage(),
        )  # fmt: skip

    def _page(self) -> Digest:
        return self._recordings.page()


def _tasks(split: Split, numbers: Sequence[int]) -> list[TaskId]:
    return [TaskId(f"{split}-{number}") for number in numbers]


def _buckets(tasks: Sequence[TaskId], before: Sequence[bool], after: Sequence[bool]) -> Buckets:
    names = {(False, True): "fixed", (True, False): "regressed", (True, True): "still_passing"}
    found: dict[str, list[str]] = {}
    for task, *pair in zip(tasks, before, after, strict=True):
        found.setdefault(names.get((pair[0], pair[1]), "still_failing"), []).append(task)
    kept: dict[str, Any] = {name: tuple(each) for name, each in found.items()}
    return Buckets(**kept)
