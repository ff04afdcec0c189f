"""The task box of a rollout: opened when first needed, rebuilt from a recording, one job at a time."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from typing import Any

from saddle_engine.adapters.mediator.asking import Ask
from saddle_engine.adapters.mediator.elapsed import Elapsed
from saddle_engine.adapters.mediator.rebuild import rebuild
from saddle_engine.coupling.masks import mentions
from saddle_engine.errors import RolloutBroken, SaddleError
from saddle_engine.ports import Benchmark, Clock, Sandbox, Sandboxes
from saddle_engine.types.boxes import BoxSpec
from saddle_engine.types.rollout import Task
from saddle_engine.types.wire import Exchange

Job = Callable[[Sandbox], Awaitable[Any]]
Work = tuple[Job, asyncio.Future[Any]]


class Environment:
    """Jobs for a box that exists only once there is one; a rollout that never acts costs no box.

    One task of the rollout runs `serve`: the box is opened, used and closed there, first come,
    first served. Recorded acts are re-executed before the first job.
    """

    def __init__(
        self,
        *,
        boxes: Sandboxes,
        benchmark: Benchmark,
        task: Task,
        spec: BoxSpec,
        recording: Sequence[Exchange],
        elapsed: Elapsed,
        clock: Clock,
    ) -> None:
        self._boxes = boxes
        self._benchmark = benchmark
        self._task = task
        self._spec = spec
        self._recording = recording
        self._elapsed = elapsed
        self._clock = clock
        self._jobs: asyncio.Queue[Work] = asyncio.Queue()
        self._stale: frozenset[str] = frozenset()
        self._failed: SaddleError | None = None
        self.used = any(each.door.is_env for each in recording)
        """Whether the harness has acted at all."""

    async def do(self, job: Job) -> Any:
        """The result of a job in the box, after those that came before.

        Raises:
            SandboxError: the box broke.
            BenchmarkBroken: the task's files cannot be used.
            RolloutBroken: the rebuilt box is not the recorded one.
        """
        self.used = True
        if self._failed:
            raise self._failed
        done: asyncio.Future[Any] = asyncio.get_running_loop().create_future()
        self._jobs.put_nowait((job, done))
        return await done

    def watch(self, ask: Ask) -> None:
        """Refuse to act on a name that only the recorded life of this rollout knew.

        Raises:
            RolloutBroken: the request holds such a name.
        """
        if token := mentions(ask.body, self._stale):
            raise RolloutBroken(f"a request uses {token!r}, which the rebuilt box never said")

    async def serve(self) -> None:
        """Run jobs until cancelled; an error of the box is the error of every job from then on.

        It is told only when the box is closed: whoever hears of it may end this task.
        """
        work = await self._jobs.get()
        try:
            async with self._opened() as box:
                while True:
                    await _run(*work, box)
                    work = await self._jobs.get()
        except SaddleError as error:
            self._failed = error
            _fail(work, error)
            while not self._jobs.empty():
                _fail(self._jobs.get_nowait(), error)

    @asynccontextmanager
    async def _opened(self) -> AsyncIterator[Sandbox]:
        """The box as the harness left it; the time this takes is not the harness's."""
        async with AsyncExitStack() as stack:
            with self._elapsed.paused():
                box = await stack.enter_async_context(self._boxes.open(self._spec))
                await self._benchmark.prepare(self._task, box)
                self._stale = await rebuild(box, self._recording, self._clock)
            yield box


async def _run(job: Job, done: asyncio.Future[Any], box: Sandbox) -> None:
    """Nobody waits for a job that was given up; one that has begun is carried to its end."""
    if done.done():
        return
    result = await job(box)
    if not done.done():
        done.set_result(result)


def _fail(work: Work, error: SaddleError) -> None:
    _, done = work
    if not done.done():
        done.set_exception(error)
