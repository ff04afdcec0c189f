"""The task box of a rollout: opened ahead, or rebuilt from a recording when needed; one job at a time."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager
from typing import Any

from saddle_engine.adapters.mediator.asking import Ask
from saddle_engine.adapters.mediator.elapsed import Elapsed
from saddle_engine.adapters.mediator.rebuild import rebuild
from saddle_engine.coupling.masks import mentions
from saddle_engine.errors import BoxSpent, RolloutBroken, SaddleError
from saddle_engine.ports import Benchmark, Clock, Sandbox, Sandboxes
from saddle_engine.types.boxes import BoxSpec
from saddle_engine.types.rollout import Task
from saddle_engine.types.wire import Exchange

Job = Callable[[Sandbox], Awaitable[Any]]
Work = tuple[Job, asyncio.Future[Any]]


class Environment:
    """Jobs for a box, first come, first served; one task of the rollout runs `serve`.

    A fresh rollout's box is opened at once, while its harness starts and asks for its first step:
    so nobody waits for it. With a recording there is a box only once there is a job, after the
    recorded acts were re-executed: a rollout that only repeats itself costs none.
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
        self._doing: Work | None = None
        self._asked = asyncio.Event()
        self._settled = asyncio.Event()
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
        self._asked.set()
        try:
            with self._elapsed.paused():  # the time that a box takes to open is not the harness's
                await self._settled.wait()
            return await done
        finally:
            done.cancel()  # given up: it must not be done later

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
        if self._recording:
            await self._asked.wait()
        try:
            async with self._opened() as box:
                self._settled.set()
                while True:
                    self._doing = await self._jobs.get()
                    await _run(*self._doing, box)
        except SaddleError as error:
            self._failed = error
            self._settled.set()
            self._fail_all(error)

    @asynccontextmanager
    async def _opened(self) -> AsyncIterator[Sandbox]:
        """The box as the harness left it; nothing that uses it up before that is the harness's doing."""
        async with self._boxes.open(self._spec) as box:
            try:
                await self._benchmark.prepare(self._task, box)
                self._stale = await rebuild(box, self._recording, self._clock)
            except BoxSpent as why:
                raise RolloutBroken(f"while the task box was made: {why}") from why
            yield box

    def _fail_all(self, error: SaddleError) -> None:
        waiting = [self._doing] if self._doing else []
        while not self._jobs.empty():
            waiting.append(self._jobs.get_nowait())
        for _, done in waiting:
            if not done.done():
                done.set_exception(error)


async def _run(job: Job, done: asyncio.Future[Any], box: Sandbox) -> None:
    """Nobody waits for a job that was given up; one that has begun is carried to its end."""
    if done.done():
        return
    result = await job(box)
    if not done.done():
        done.set_result(result)
