"""Runs one rollout: a harness behind its door, then the verdict on what it left."""

import asyncio
import hashlib
import json
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from saddle_engine.adapters.mediator.elapsed import Elapsed
from saddle_engine.adapters.mediator.environment import Environment
from saddle_engine.adapters.mediator.live import Live
from saddle_engine.adapters.mediator.messages import Allowed
from saddle_engine.adapters.mediator.play import Play, play
from saddle_engine.adapters.mediator.session import Session
from saddle_engine.adapters.mediator.tape import Tape
from saddle_engine.adapters.mediator.verdict import Judge
from saddle_engine.errors import BenchmarkBroken, ModelError, RolloutBroken, SandboxError
from saddle_engine.harness.manifest import read_manifest
from saddle_engine.ports import Answered, Benchmark, Calls, Clock, Sandboxes
from saddle_engine.types.base import TaskId, Tree
from saddle_engine.types.draws import draw
from saddle_engine.types.rollout import RolloutOrder, RolloutResult, Task
from saddle_engine.types.wire import Exchange


@dataclass(frozen=True, kw_only=True)
class BoxRunner:
    """The port `HarnessRunner` over boxes and a mediator of our own."""

    boxes: Sandboxes
    benchmark: Benchmark
    calls: Calls
    model_id: str
    """The only model a harness may ask for."""
    effort: str | None = None
    """How hard that model thinks, where the run says so: no other is allowed."""
    tasks: Mapping[TaskId, Task]
    stage: Callable[[Tree], Awaitable[Path]]
    """The plain files of a tree, exported read-only."""
    sockets: Path
    """A private folder with a short path."""
    run_seed: int
    clock: Clock
    show: Callable[[str, str], None]
    """Overwrites the live line of a rollout."""
    image: str = ""
    """Of harness boxes; empty leaves it to the sandbox."""
    bytecode: Path | None = None
    """Shared by all harness boxes, so that the standard library is compiled once and not at every
    start (0.2 s each). Safe only where a box sees a tree at a path of that tree alone: `none`."""

    async def run(
        self, order: RolloutOrder, recording: Sequence[Exchange], answered: Answered
    ) -> RolloutResult:
        try:
            return await self._run(order, recording, answered)
        except BaseExceptionGroup as group:
            raise _rollout_error(_first(group)) from group
        except (ModelError, SandboxError, BenchmarkBroken) as error:
            raise _rollout_error(error) from error

    async def _run(
        self, order: RolloutOrder, recording: Sequence[Exchange], answered: Answered
    ) -> RolloutResult:
        task = self.tasks[order.task]
        spec = await self.benchmark.spec(task, self.boxes)
        spec = spec.model_copy(update={"name": "t-" + _short(order.task, order.attempt)})
        plan = await self._plan(order, task.limits.seconds)
        elapsed = Elapsed(self.clock.monotonic)
        tape = Tape(recording, answered, elapsed)
        environment = Environment(
            boxes=self.boxes,
            benchmark=self.benchmark,
            task=task,
            spec=spec,
            recording=recording,
            elapsed=elapsed,
            clock=self.clock,
        )
        judge = Judge(self.benchmark, self.boxes, task, spec, environment)
        async with asyncio.TaskGroup() as group:
            serving = group.create_task(environment.serve())
            session = Session(
                limits=task.limits,
                recording=recording,
                tape=tape,
                live=self._live(order, spec.workdir, environment, elapsed),
                elapsed=elapsed,
                group=group,
                show=lambda line: self.show(order.rollout, line),
            )
            ending, stderr = await play(plan, session, self.boxes, elapsed, self.clock)
            seconds = elapsed.total
            self.show(order.rollout, "verifying")
            result = await judge.result(ending, stderr)
            serving.cancel()
        used = {
            "steps": tape.steps,
            "tokens": tape.tokens,
            "cost": tape.cost,
            "seconds": seconds,
        }
        return result.model_copy(update=used)

    def _live(
        self, order: RolloutOrder, workdir: str, environment: Environment, elapsed: Elapsed
    ) -> Live:
        return Live(
            order=order,
            task=self.tasks[order.task],
            workdir=workdir,
            calls=self.calls,
            model_id=self.model_id,
            run_seed=self.run_seed,
            environment=environment,
            elapsed=elapsed,
        )

    async def _plan(self, order: RolloutOrder, seconds: float) -> Play:
        folder = await self.stage(order.tree)
        manifest = await asyncio.to_thread(read_manifest, folder)
        return Play(
            name="h-" + _short(order.tree, order.task, order.attempt),
            image=self.image,
            bytecode=self.bytecode,
            tree=folder,
            start=manifest.start,
            seed=draw(self.run_seed, order.task, order.attempt),
            leaf=self.sockets / order.rollout,
            allowed=Allowed(self.model_id, self.effort),
            seconds=seconds,
        )


def _short(*parts: object) -> str:
    text = json.dumps([str(part) for part in parts])
    return hashlib.sha256(text.encode()).hexdigest()[:12]


def _first(group: BaseExceptionGroup[BaseException]) -> BaseException:
    """What went wrong first; the rest of a group is what that brought down."""
    first = group.exceptions[0]
    return _first(first) if isinstance(first, BaseExceptionGroup) else first


def _rollout_error(error: BaseException) -> BaseException:
    """Broken machinery is a broken rollout; anything else is what it is."""
    match error:
        case ModelError() | SandboxError() | BenchmarkBroken():
            return RolloutBroken(f"{type(error).__name__}: {error}")
        case _:
            return error
