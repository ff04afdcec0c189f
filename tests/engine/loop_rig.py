"""A small world for whole runs: tasks ask for skills, patches add files that are skills."""

import asyncio
import hashlib
import json
import re
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from saddle_engine import events as ev
from saddle_engine.loop import Loop
from saddle_engine.policies.paper import paper
from saddle_engine.policies.protocols import Policy
from saddle_engine.ports import Blobs
from saddle_engine.stages.book import Book
from saddle_engine.stages.halting import Halts
from saddle_engine.stages.parts import Parts
from saddle_engine.stages.rollouts import Rollouts
from saddle_engine.stages.staging import Staging
from saddle_engine.state import RunState
from saddle_engine.testing import (
    FakeBoxes,
    FakeRunner,
    FakeStore,
    FreeCalls,
    MemoryJournal,
    says,
    uses,
)
from saddle_engine.testing.runner import Trouble
from saddle_engine.types.base import Digest, TaskId
from saddle_engine.types.model import ModelReply, Request, Usage
from saddle_engine.types.rollout import RolloutOrder, Split, Task
from saddle_engine.types.steering import Hold
from saddle_engine.types.taxonomy import Phase

Block = dict[str, Any]
Move = Callable[[str, str], Block]
"""From phase and the skill that a failing task asks for, to a proposal."""

MANIFEST = b"""
name = "small"
start = ["python3", "-s", "main.py"]
check = ["python3", "-s", "main.py", "--check"]
[[surface]]
layer = "prompt"
files = ["prompts/*.md"]
[[surface]]
layer = "tool"
files = ["tools/*.py"]
"""
CONFIG = b"{}"
SEED_FILES = {"harness.toml": MANIFEST, "main.py": b"\n", "prompts/easy.md": b"easy\n"}


def learn(phase: str, skill: str) -> Block:
    """The right patch."""
    if phase == "capability":
        return proposal(f"tools/{skill}.py", f"{skill} = 1\n", "tool", "new_tool", phase)
    return proposal(f"prompts/{skill}.md", f"Do {skill}.\n", "prompt", "rule_addition", phase)


def useless(phase: str, skill: str) -> Block:
    """A patch without effect."""
    return learn(phase, "nothing")


def outside(phase: str, skill: str) -> Block:
    """A patch that leaves the surfaces."""
    return proposal("main.py", "import os\n", "tool", "new_tool", phase)


def of(skill: str) -> Move:
    """The right patch for another skill than the one that is asked for."""
    return lambda phase, _: learn(phase, skill)


def proposal(path: str, text: str, layer: str, subtype: str, patch_class: str) -> Block:
    return {
        "title": f"Write {path}",
        "layer": layer,
        "subtype": subtype,
        "patch_class": patch_class,
        "causes": ["it cannot"],
        "rejected": [],
        "evidence": [],
        "edits": [{"op": "write", "path": path, "text": text}],
        "expected_flips": [],
        "risk": "none",
    }


class RuleOptimizer:
    """The port `Model` for all three agents: a function of the request alone."""

    def __init__(
        self,
        moves: Mapping[int, Move | None],
        parents: Mapping[int, tuple[str, ...] | None],
    ) -> None:
        self.requests: list[Request] = []
        self._moves = moves
        self._parents = parents

    async def reply(self, request: Request, draw: int, heard: object = None) -> ModelReply:
        self.requests.append(request)
        first = "\n".join(
            block["text"] for block in request["messages"][0]["content"] if block["type"] == "text"
        )
        turn = sum(message["role"] == "assistant" for message in request["messages"])
        agent, iteration = re.match(r"(\w+), iteration (\d+)", first).groups()  # type: ignore[union-attr]  # every opening
        content = getattr(self, f"_{agent}")(int(iteration), first, turn)
        body = {"role": "assistant", "content": content, "stop_reason": "tool_use"}
        return ModelReply(body=body, usage=Usage(input_tokens=100, output_tokens=10))

    def _diagnosis(self, iteration: int, first: str, turn: int) -> list[Block]:
        failing = next(row for row in rows(first) if row.get("outcome") == "failed")
        if turn == 0:
            return [uses("read_trace", rollout=failing["rollout"])]
        move = self._moves.get(iteration, learn)
        if move is None:
            return [says("I do not know.")]
        phase = re.search(r"phase: (\w+)", first)
        assert phase is not None
        return [uses("propose_patch", **move(phase[1], skill_of(failing["task"])))]

    def _evolution(self, iteration: int, first: str, turn: int) -> list[Block]:
        nodes = [row for row in rows(first) if "node" in row]
        best = max(nodes, key=lambda row: (row["dev"], nodes.index(row)))["node"]
        parents = self._parents.get(iteration, (best,))
        if parents is None:
            return [says("I cannot choose.")]
        return [uses("choose_parent", parents=list(parents), rationale="it leads")]

    def _reflection(self, iteration: int, first: str, turn: int) -> list[Block]:
        pairs = [row for row in rows(first) if "bucket" in row]
        judged = [
            {
                "task": pair["task"],
                "cause": pair["bucket"],
                "real_or_chance": "real",
                "generalisation": "",
            }
            for pair in pairs
        ]
        text = f"iteration {iteration} ended so"
        lesson = {"verdict": "good", "text": text, "evidence": [pairs[0]["after"]]}
        return [uses("record_reflection", judgements=judged, lessons=[lesson])]


def digest_of(content: bytes) -> Digest:
    return Digest(hashlib.sha256(content).hexdigest())


def rows(text: str) -> list[Block]:
    return [json.loads(line) for line in text.splitlines() if line.startswith("{")]


def skill_of(task: str) -> str:
    return task.split("-")[1]


class CutJournal(MemoryJournal):
    """Remembers where its commits end, so that a run can be cut there."""

    def __init__(self) -> None:
        super().__init__()
        self.cuts: list[tuple[int, int]] = []

    async def append(self, *events: ev.AnyEvent) -> list[ev.Record]:
        records = await super().append(*events)
        self.cuts.append((len(self._records), len(self._blobs)))
        return records

    def cut(self, place: int) -> "CutJournal":
        """What was on disk after a commit."""
        records, blobs = self.cuts[place]
        earlier = CutJournal()
        earlier._records = self._records[:records]
        earlier._blobs = dict(list(self._blobs.items())[:blobs])
        return earlier


@dataclass
class World:
    """Everything a run is made of besides its journal."""

    folder: Path
    train: tuple[str, ...] = ("train-a", "train-b", "train-easy")
    dev: tuple[str, ...] = ("dev-a", "dev-b")
    test: tuple[str, ...] = ("test-a", "test-c")
    moves: Mapping[int, Move | None] = field(default_factory=dict)
    parents: Mapping[int, tuple[str, ...] | None] = field(default_factory=dict)
    minibatch: int = 2
    epochs: int = 1
    budget: int | None = None
    test_repeats: int = 2
    limit: int | None = None
    hold: Hold = Hold.NONE
    shadow: int = 0
    concurrency: int = 1
    turns: int = 1
    trouble: Trouble = lambda order, run: ""
    store: FakeStore = field(default_factory=FakeStore)
    boxes: FakeBoxes = field(default_factory=FakeBoxes)

    def __post_init__(self) -> None:
        self.seed = self.store.seed(SEED_FILES)
        self.tasks = {
            TaskId(task): Task(
                id=TaskId(task), split=split, instruction=f"Do {task}.", digest=Digest("0" * 64)
            )
            for split, tasks in (
                (Split.TRAIN, self.train),
                (Split.DEV, self.dev),
                (Split.TEST, self.test),
            )
            for task in tasks
        }
        self.runner = FakeRunner(self.score, self.turns, self.trouble)
        self.optimizer = RuleOptimizer(self.moves, self.parents)

    def fresh(self) -> "World":
        """The same world after a crash: nothing of the old process is left but the repository."""
        kept = {name: getattr(self, name) for name in World.__dataclass_fields__}
        return World(**kept)

    def score(self, order: RolloutOrder) -> float:
        """1 when the harness has the skill of the task."""
        names = {Path(path).stem for path in self.store.files(order.tree)}
        return 1.0 if skill_of(order.task) in names and "spoilt" not in names else 0.0

    @property
    def policy(self) -> Policy:
        return paper(
            len(self.train),
            minibatch=self.minibatch,
            epochs=self.epochs,
            rollouts=self.budget,
            test_repeats=self.test_repeats,
        )

    def started(self) -> ev.RunStarted:
        return ev.RunStarted(
            run="run",
            name="run",
            version="0",
            seed=7,
            policy="paper",
            simulated=True,
            sandbox="none",
            config=digest_of(CONFIG),
            harness="small",
            commit=self.seed.commit,
            tree=self.seed.tree,
            tasks=dict(zip(Split, map(len, (self.train, self.dev, self.test)), strict=True)),
            benchmark=Digest("b" * 64),
            phase=Phase.CAPABILITY,
            limits={} if self.limit is None else {"rollouts": self.limit},
            test_cost=2 * self.test_repeats * len(self.test),
            hold=self.hold,
            shadow=self.shadow,
        )

    def parts(self, book: Book, blobs: Blobs, *, waits: bool = False) -> Parts:
        return Parts(
            book=book,
            halts=Halts(book, waits=waits),
            blobs=blobs,
            store=self.store,
            staging=Staging(self.store, self.folder),
            boxes=self.boxes,
            calls=FreeCalls(self.optimizer),
            optimizer_id="rules",
            policy=self.policy,
            rollouts=Rollouts(book, blobs, self.runner, self.concurrency),
            tasks=self.tasks,
            private=self.folder,
            seed=7,
            hold=self.hold,
            check_image="",
        )

    async def run(
        self,
        journal: MemoryJournal | None = None,
        *,
        wait_at_limits: bool = False,
        beside: Callable[[Book], Awaitable[None]] | None = None,
    ) -> MemoryJournal:
        """A run to its end, from whatever its journal holds; `beside` works at the same time."""
        journal = journal or CutJournal()
        journal.put(CONFIG)
        if not journal.read():
            await journal.append(self.started())
        async with Book(journal, RunState().fold(journal.read())) as book:
            await self.work(Loop(self.parts(book, journal, waits=wait_at_limits)), book, beside)
        return journal

    async def work(
        self, loop: Loop, book: Book, beside: Callable[[Book], Awaitable[None]] | None
    ) -> None:
        if beside is None:
            await loop.run()
            return
        async with asyncio.TaskGroup() as group:
            group.create_task(loop.run())
            group.create_task(_awaited(beside, book))


async def _awaited(beside: Callable[[Book], Awaitable[None]], book: Book) -> None:
    await beside(book)


def kinds(journal: MemoryJournal) -> list[str]:
    return [record.event.kind for record in journal.read()]


def state(journal: MemoryJournal) -> RunState:
    return RunState().fold(journal.read())
