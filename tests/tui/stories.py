"""Runs made up for the screen: lists of events, and run folders that hold them."""

import asyncio
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from saddle_engine import events as ev
from saddle_engine.adapters.clock import SystemClock
from saddle_engine.types.base import (
    Commit,
    Digest,
    LessonId,
    NodeId,
    PatchId,
    RolloutId,
    SessionId,
    TaskId,
    Tree,
)
from saddle_engine.types.rollout import Outcome, Purpose, Split
from saddle_engine.types.steering import Buckets
from saddle_engine.types.taxonomy import Phase, SubType
from saddle_runs.blobs import digest_of
from saddle_runs.folder import RunFolder, create_run
from saddle_runs.journal import RunJournal
from saddle_runs.lock import hold

DIGEST = Digest("d" * 64)
BEGAN = 1_000_000.0
SPLITS = {
    Purpose.SEED_DEV: Split.DEV,
    Purpose.BEFORE: Split.TRAIN,
    Purpose.AFTER: Split.TRAIN,
    Purpose.DEV: Split.DEV,
    Purpose.TEST: Split.TEST,
}


@dataclass
class Story:
    """Writes a run's events in an order in which an engine could have written them."""

    text: str = ""
    """Stands in every text column of the run."""
    events: list[ev.AnyEvent] = field(default_factory=list)
    rollouts: int = 0
    iterations: int = 0
    nodes: int = 0
    patches: int = 0
    blobs: list[bytes] = field(default_factory=list)
    """Texts that its events point to."""

    def keep(self, text: str) -> Digest:
        """A text that can be read in the run."""
        self.blobs.append(text.encode())
        return digest_of(self.blobs[-1])

    def add(self, *events: ev.AnyEvent) -> "Story":
        self.events.extend(events)
        return self

    def start(self, *, sandbox: str = "none", **changes: Any) -> "Story":
        run: dict[str, Any] = {
            "run": "abcdefgh", "name": "demo", "version": "0", "seed": 0, "policy": "paper",
            "simulated": True, "sandbox": sandbox, "config": DIGEST, "harness": self.text or "react",
            "commit": _commit(0), "tree": _tree(0), "benchmark": DIGEST, "phase": Phase.CAPABILITY,
            "tasks": {Split.TRAIN: 3, Split.DEV: 4, Split.TEST: 4}, "limits": {}, "test_cost": 8,
        }  # fmt: skip
        private = self.text or "/tmp/private"
        begun = ev.EngineStarted(pid=7, host=self.text or "host", private=private)
        return self.add(ev.RunStarted(**run | changes), begun)

    def plan(self, purpose: Purpose, tasks: Sequence[str], tree: int) -> list[RolloutId]:
        name = f"{purpose}:{self.iterations}"
        numbers = range(self.rollouts + 1, self.rollouts + 1 + len(tasks))
        self.rollouts += len(tasks)
        ids = [RolloutId(f"r{number}") for number in numbers]
        self.add(
            ev.BatchPlanned(
                batch=name, purpose=purpose, iteration=self.iterations, rollouts=len(tasks)
            )
        )
        for id_, task in zip(ids, tasks, strict=True):
            self.add(
                ev.RolloutPlanned(
                    batch=name, rollout=id_, tree=_tree(tree), task=TaskId(task),
                    split=SPLITS[purpose], attempt=1,
                )
            )  # fmt: skip
        return ids

    def begin(self, *rollouts: RolloutId) -> "Story":
        return self.add(*(ev.RolloutStarted(rollout=each, tries=1) for each in rollouts))

    def end(self, rollout: RolloutId, outcome: Outcome = Outcome.PASSED) -> "Story":
        score = {Outcome.PASSED: 1.0, Outcome.FAILED: 0.0, Outcome.TIMED_OUT: 0.0}.get(outcome)
        return self.add(
            ev.RolloutFinished(
                rollout=rollout, outcome=outcome, score=score, reason=self.text, steps=5,
                seconds=2.0, tokens=100,
            )
        )  # fmt: skip

    def batch(self, purpose: Purpose, tasks: Sequence[str], tree: int) -> "Story":
        for rollout in self.begin_all(purpose, tasks, tree):
            self.end(rollout)
        return self

    def begin_all(self, purpose: Purpose, tasks: Sequence[str], tree: int) -> list[RolloutId]:
        ids = self.plan(purpose, tasks, tree)
        self.begin(*ids)
        return ids

    def seed(self, dev: float = 0.5) -> "Story":
        self.batch(Purpose.SEED_DEV, [self.text or f"task-{n}" for n in range(4)], 0)
        return self.admit(None, (), dev)

    def admit(self, patch: PatchId | None, parents: tuple[str, ...], dev: float) -> "Story":
        number, self.nodes = self.nodes, self.nodes + 1
        return self.add(
            ev.NodeAdmitted(
                node=NodeId(f"n{number}"), patch=patch, dev=dev,
                parents=tuple(map(NodeId, parents)), commit=_commit(number), tree=_tree(number),
            )
        )  # fmt: skip

    def iterate(self, *parents: str) -> "Story":
        self.iterations += 1
        tasks = tuple(TaskId(self.text or f"train-{n}") for n in range(3))
        return self.add(
            ev.IterationStarted(iteration=self.iterations, epoch=0, tasks=tasks),
            ev.ParentChosen(
                iteration=self.iterations, parents=tuple(map(NodeId, parents)), rationale=DIGEST,
                commit=_commit(900 + self.iterations), tree=_tree(900 + self.iterations),
            ),
        )  # fmt: skip

    def propose(
        self, *parents: str, subtype: SubType = SubType.NEW_TOOL, **changes: Any
    ) -> PatchId:
        self.patches += 1
        patch = PatchId(f"p{self.patches}")
        proposed: dict[str, Any] = {
            "patch": patch, "iteration": self.iterations, "session": SessionId("d1"),
            "subtype": subtype, "parents": tuple(map(NodeId, parents)),
            "title": self.text or "Read on", "layer": subtype.layer,
            "patch_class": subtype.patch_class, "proposal": DIGEST,
            "commit": _commit(500 + self.patches), "tree": _tree(500 + self.patches),
        }  # fmt: skip
        self.add(ev.PatchProposed(**proposed | changes))
        return patch

    def check(self, patch: PatchId, *, better: bool = True) -> "Story":
        return self.add(
            ev.MiniBatchChecked(
                patch=patch, iteration=self.iterations, before=0.0, after=float(better),
                verdict="better" if better else "not_better", buckets=Buckets(),
            )
        )  # fmt: skip

    def grow(self, dev: float, *parents: str, subtype: SubType = SubType.NEW_TOOL) -> "Story":
        """One iteration that ends with a node."""
        self.iterate(*parents)
        patch = self.propose(*parents, subtype=subtype)
        self.check(patch).admit(patch, parents, dev)
        return self.finish("admitted")

    def decline(self, *parents: str) -> "Story":
        self.iterate(*parents)
        self.check(self.propose(*parents), better=False)
        return self.finish("declined")

    def finish(self, outcome: ev.IterationOutcome) -> "Story":
        return self.add(ev.IterationFinished(iteration=self.iterations, outcome=outcome))

    def learn(self, text: str) -> "Story":
        return self.add(
            ev.LessonLearned(
                lesson=LessonId("l1"), iteration=self.iterations, patch=PatchId("p1"),
                verdict="good", text=text, evidence=(),
            )
        )  # fmt: skip

    def seal(self, best: str) -> "Story":
        return self.add(ev.RunSealed(by="policy", reason="all done", best=NodeId(best)))

    def test(self, node: str, mean: float, sd: float = 0.02) -> "Story":
        means = (mean, mean, mean)
        return self.add(ev.TestEvaluated(node=NodeId(node), means=means, mean=mean, sd=sd))

    def done(self) -> "Story":
        return self.add(ev.RunFinished(), ev.EngineStopped(reason="done"))

    def records(self) -> Iterator[ev.Record]:
        """One a second, from a fixed second on."""
        for seq, event in enumerate(self.events, 1):
            yield ev.Record(seq=seq, at=BEGAN + seq, event=event)


class StoppedClock(SystemClock):
    """No picture of a screen depends on how long it took."""

    def now(self) -> float:
        return BEGAN


def write_run(home: Path, story: Story) -> RunFolder:
    """The story as a run on disk, left as by an engine that died."""
    clock = StoppedClock()
    folder = create_run(home, "demo", SystemClock())
    # In a thread of its own, since tests of the app have a loop already.
    with RunJournal(folder.database, clock) as journal, ThreadPoolExecutor(1) as pool:
        for blob in story.blobs:
            journal.put(blob)
        pool.submit(asyncio.run, _append(journal, story.events)).result()
    return folder


@contextmanager
def engine(folder: RunFolder, live: dict[str, str] | None = None) -> Iterator[RunJournal]:
    """This process as the run's engine, with words on live lines."""
    clock = SystemClock()
    with hold(folder.lock, clock), RunJournal(folder.database, clock) as journal:
        for subject, text in (live or {}).items():
            journal.show(subject, text)
        yield journal


async def _append(journal: RunJournal, events: Sequence[ev.AnyEvent]) -> None:
    for start in range(0, len(events), 500):
        await journal.append(*events[start : start + 500])


def _commit(number: int) -> Commit:
    return Commit(f"{number:040x}")


def _tree(number: int) -> Tree:
    return Tree(f"{number:040x}")
