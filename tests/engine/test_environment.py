"""The task box of a rollout: when it opens, whose time that is, and what becomes of jobs."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from saddle_engine.adapters.clock import SystemClock
from saddle_engine.adapters.mediator.elapsed import Elapsed
from saddle_engine.adapters.mediator.environment import Environment
from saddle_engine.adapters.none import HostFolders
from saddle_engine.adapters.none.box import HostBox
from saddle_engine.errors import RolloutBroken, SandboxError
from saddle_engine.ports import Sandbox
from saddle_engine.types.boxes import BoxKind, BoxSpec
from tests.engine.mediator_rig import AnswerFile, task


class Gated(HostFolders):
    """Boxes that open when the test lets them, or never."""

    def __init__(self, base: Path, broken: str = "") -> None:
        super().__init__(base)
        self.broken = broken
        self.asked, self.go = asyncio.Event(), asyncio.Event()

    @asynccontextmanager
    async def open(self, spec: BoxSpec) -> AsyncIterator[HostBox]:
        self.asked.set()
        await self.go.wait()
        if self.broken:
            raise SandboxError(self.broken)
        async with super().open(spec) as box:
            yield box


class Rig:
    def __init__(self, base: Path, broken: str = "") -> None:
        self.boxes = Gated(base, broken)
        self.now = 0.0
        self.elapsed = Elapsed(lambda: self.now)
        self.done: list[str] = []
        self.benchmark = AnswerFile()
        self.environment = Environment(
            boxes=self.boxes,
            benchmark=self.benchmark,
            task=task(),
            spec=BoxSpec(kind=BoxKind.TASK, name="t"),
            recording=(),
            elapsed=self.elapsed,
            clock=SystemClock(),
        )

    async def do(self, name: str) -> str:
        async def job(box: Sandbox) -> str:
            self.done.append(name)
            return name

        said: str = await self.environment.do(job)
        return said


@asynccontextmanager
async def served(base: Path, broken: str = "") -> AsyncIterator[Rig]:
    rig = Rig(base, broken)
    async with asyncio.TaskGroup() as group:
        serving = group.create_task(rig.environment.serve())
        await rig.boxes.asked.wait()
        yield rig
        serving.cancel()


async def test_a_fresh_rollouts_box_opens_unasked_and_jobs_wait_for_it(tmp_path: Path) -> None:
    async with served(tmp_path) as rig, asyncio.TaskGroup() as group:
        assert not rig.environment.used
        jobs = [group.create_task(rig.do(name)) for name in "ab"]
        await asyncio.sleep(0)
        rig.boxes.go.set()

    assert [job.result() for job in jobs] == rig.done == ["a", "b"]


async def test_waiting_for_a_box_is_not_charged_and_thinking_meanwhile_is(tmp_path: Path) -> None:
    async with served(tmp_path) as rig:
        rig.now = 3.0  # the harness thinks while the box opens
        async with asyncio.TaskGroup() as group:
            group.create_task(rig.do("a"))
            await asyncio.sleep(0)
            rig.now = 50.0
            rig.boxes.go.set()

    assert rig.elapsed.now() == 3.0


async def test_a_job_that_is_given_up_before_there_is_a_box_is_never_done(tmp_path: Path) -> None:
    async with served(tmp_path) as rig:
        with pytest.raises(TimeoutError):
            async with asyncio.timeout(0.01):
                await rig.do("given up")
        rig.boxes.go.set()
        await rig.do("after")

    assert rig.done == ["after"]


async def test_a_box_that_is_used_up_before_the_harness_acts_is_broken(tmp_path: Path) -> None:
    async with served(tmp_path) as rig:
        rig.benchmark.spent = "it ran out of memory"
        rig.boxes.go.set()
        with pytest.raises(RolloutBroken, match="out of memory"):
            await rig.do("a")


async def test_a_box_that_does_not_open_is_the_error_of_every_job(tmp_path: Path) -> None:
    async with served(tmp_path, "no room") as rig:
        rig.boxes.go.set()
        for name in "ab":
            with pytest.raises(SandboxError, match="no room"):
                await rig.do(name)

    assert rig.done == []
