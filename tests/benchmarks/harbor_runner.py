"""Whole rollouts of one Harbor task in Docker boxes, with a harness that a test writes."""

import shutil
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from textwrap import dedent

from saddle_benchmarks.harbor import Harbor
from saddle_engine.adapters.clock import SystemClock
from saddle_engine.adapters.runner import BoxRunner
from saddle_engine.ports import Sandboxes
from saddle_engine.testing import FreeCalls
from saddle_engine.types.base import RolloutId, Tree
from saddle_engine.types.rollout import RolloutOrder, RolloutResult, Split, Task
from saddle_engine.types.wire import Exchange
from tests.benchmarks.harbor_folders import write_task, write_tasks
from tests.engine.mediator_rig import MODEL, Scripted
from tests.engine.runner_rig import HEAD, MANIFEST, PIPE


@dataclass(frozen=True)
class HarborRunner:
    """What a test can touch; the task is `a` of three."""

    runner: BoxRunner
    benchmark: Harbor
    task: Task
    tree: Path
    """The files of the harness."""
    tests: Path
    """The task's own."""
    recorded: list[Exchange] = field(default_factory=list)

    async def run(self, attempt: int = 1) -> RolloutResult:
        order = RolloutOrder(
            rollout=RolloutId(f"r{attempt}"),
            tree=Tree("f" * 40),
            task=self.task.id,
            split=self.task.split,
            attempt=attempt,
        )
        return await self.runner.run(order, [], self._answered)

    async def _answered(self, exchange: Exchange) -> None:
        self.recorded.append(exchange)

    async def image(self) -> str:
        """The task's, built when it is not there."""
        return (await self.benchmark.spec(self.task, self.runner.boxes)).image


def harbor_runner(
    folder: Path, boxes: Sandboxes, main: str, files: Mapping[str, str | None] | None = None
) -> HarborRunner:
    """A harness that does `main` after the usual imports, and a task with some files changed."""
    tree = folder / "tree"
    tree.mkdir()
    (tree / "harness.toml").write_text(MANIFEST)
    (tree / "main.py").write_text(HEAD + dedent(main))
    shutil.copy(PIPE, tree)
    write_task(folder / "tasks" / "a", files)
    write_tasks(folder / "tasks", "b", "c")
    splits = {"train": ["a"], "dev": ["b"], "test": ["c"]}
    benchmark = Harbor({"path": str(folder / "tasks"), "splits": splits}, folder / "private")
    (task,) = benchmark.tasks(Split.TRAIN)

    async def stage(_: Tree) -> Path:
        return tree

    runner = BoxRunner(
        boxes=boxes,
        benchmark=benchmark,
        calls=FreeCalls(Scripted()),
        model_id=MODEL,
        tasks={task.id: task},
        stage=stage,
        sockets=folder / "s",
        run_seed=1,
        clock=SystemClock(),
        show=lambda subject, line: None,
    )
    return HarborRunner(runner, benchmark, task, tree, folder / "tasks" / "a" / "tests")
