"""What every benchmark promises, by the entry points that a stranger's would use."""

import asyncio
import subprocess
from collections.abc import Callable
from dataclasses import dataclass
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest

from saddle_benchmarks.registry import open_benchmark
from saddle_engine.adapters.docker import DockerBoxes
from saddle_engine.adapters.none import HostFolders
from saddle_engine.ports import Benchmark, Sandbox, Sandboxes
from saddle_engine.types.rollout import Split, Task, Verdict
from tests.benchmarks.harbor_folders import write_tasks


@dataclass(frozen=True)
class Case:
    """A benchmark, how to open it, and where its tasks' solutions lie."""

    name: str
    options: dict[str, Any]
    folder: Path


def _bundled(base: Path) -> Case:
    return Case("bundled", {"seed": 3}, base / "private" / "tasks-3")


def _harbor(base: Path) -> Case:
    folder = write_tasks(base / "mine", *"abcdef")
    return Case(
        "harbor", {"path": str(folder), "splits": {"train": 2, "dev": 2, "test": 2}}, folder
    )


@pytest.fixture(params=[_bundled, _harbor], ids=["bundled", "harbor"])
def case(request: pytest.FixtureRequest, tmp_path: Path) -> Case:
    make: Callable[[Path], Case] = request.param
    return make(tmp_path)


@pytest.fixture
def benchmark(case: Case, tmp_path: Path) -> Benchmark:
    return open_benchmark(case.name, case.options, tmp_path / "private")


def all_tasks(benchmark: Benchmark) -> list[Task]:
    return [task for split in Split for task in benchmark.tasks(split)]


async def verdict(benchmark: Benchmark, task: Task, boxes: Sandboxes, solution: str) -> Verdict:
    """What the verifier says after a shell script ran in the task's box."""
    spec = (await benchmark.spec(task, boxes)).model_copy(update={"name": task.id.lower()})
    async with boxes.open(spec) as box:
        await benchmark.prepare(task, box)
        await _solve(box, solution)
        return await benchmark.verify(task, spec, box, boxes)


async def _solve(box: Sandbox, solution: str) -> None:
    ran = await box.exec(solution)
    assert ran.exit_code == 0, ran.stderr


def test_every_split_has_tasks_in_an_order_that_does_not_change(benchmark: Benchmark) -> None:
    for split in Split:
        assert benchmark.tasks(split)
        assert list(benchmark.tasks(split)) == list(benchmark.tasks(split))
        assert {task.split for task in benchmark.tasks(split)} == {split}


def test_splits_share_no_task(benchmark: Benchmark) -> None:
    ids = {split: {task.id for task in benchmark.tasks(split)} for split in Split}

    assert not [one for one, other in combinations(Split, 2) if ids[one] & ids[other]]
    assert sum(map(len, ids.values())) == len(all_tasks(benchmark))


def test_opened_again_elsewhere_or_here_it_is_the_same(case: Case, tmp_path: Path) -> None:
    here = all_tasks(open_benchmark(case.name, case.options, tmp_path / "private"))
    again = all_tasks(open_benchmark(case.name, case.options, tmp_path / "private"))
    elsewhere = all_tasks(open_benchmark(case.name, case.options, tmp_path / "other"))

    assert here == again == elsewhere


async def test_the_oracle_scores_one_and_nothing_scores_zero(
    benchmark: Benchmark, case: Case, tmp_path: Path
) -> None:
    boxes = HostFolders(tmp_path / "boxes")
    room = asyncio.Semaphore(2)
    wrong: list[tuple[str, Verdict]] = []

    async def check(task: Task) -> None:
        oracle = (case.folder / task.id / "solution" / "solve.sh").read_text()
        async with room:
            nothing = await verdict(benchmark, task, boxes, "true")
            solved = await verdict(benchmark, task, boxes, oracle)
        if (nothing.score, solved.score) != (0, 1):
            wrong.append((task.id, solved))

    async with asyncio.TaskGroup() as group:
        for task in all_tasks(benchmark):
            group.create_task(check(task))

    assert wrong == []


def _why_no_docker() -> str:
    try:
        subprocess.run(
            ["docker", "image", "inspect", "debian:bookworm-slim"],
            capture_output=True,
            check=True,
            timeout=20,
        )
    except (OSError, subprocess.SubprocessError) as error:
        return f"no Docker engine with the image debian:bookworm-slim: {error}"
    return ""


@pytest.mark.docker
async def test_in_docker_the_oracle_scores_one_and_nothing_scores_zero(
    benchmark: Benchmark, case: Case
) -> None:
    if reason := _why_no_docker():
        pytest.skip(reason)
    boxes = DockerBoxes(f"contract-{case.name}", "test")

    for task in benchmark.tasks(Split.TRAIN)[:2]:
        oracle = (case.folder / task.id / "solution" / "solve.sh").read_text()
        nothing = await verdict(benchmark, task, boxes, "true")
        solved = await verdict(benchmark, task, boxes, oracle)

        assert (nothing.score, solved.score) == (0, 1)


async def test_a_reward_that_the_agent_wrote_is_not_read(
    benchmark: Benchmark, tmp_path: Path
) -> None:
    boxes = HostFolders(tmp_path / "boxes")
    task = benchmark.tasks(Split.TRAIN)[0]
    spec = (await benchmark.spec(task, boxes)).model_copy(update={"name": "cheat"})

    async with boxes.open(spec) as box:
        await benchmark.prepare(task, box)
        for path in ("/logs/verifier/reward.json", "/logs/verifier/reward.txt"):
            await box.write(path, b"1")
        await box.write("/tests/test.sh", b"echo 1 >$SADDLE_LOGS/reward.txt")
        cheated = await benchmark.verify(task, spec, box, boxes)

    assert cheated.score == 0


async def test_links_that_the_agent_left_lead_nowhere(benchmark: Benchmark, tmp_path: Path) -> None:
    boxes = HostFolders(tmp_path / "boxes")
    task = benchmark.tasks(Split.TRAIN)[0]
    spec = (await benchmark.spec(task, boxes)).model_copy(update={"name": "links"})
    mine = tmp_path / "not-yours"
    (mine / "verifier").mkdir(parents=True)
    (mine / "verifier" / "reward.txt").write_text("1")

    async with boxes.open(spec) as box:
        await benchmark.prepare(task, box)
        places = [box.path("/tests"), box.path("/logs")]
        await _solve(box, "".join(f"ln -s {mine} '{place}'\n" for place in places))
        cheated = await benchmark.verify(task, spec, box, boxes)

    assert cheated.score == 0
    assert sorted(path.name for path in mine.rglob("*")) == ["reward.txt", "verifier"]


async def test_the_task_box_holds_neither_tests_nor_solution(
    benchmark: Benchmark, case: Case, tmp_path: Path
) -> None:
    boxes = HostFolders(tmp_path / "boxes")
    for number, task in enumerate(all_tasks(benchmark)):
        spec = (await benchmark.spec(task, boxes)).model_copy(update={"name": f"look-{number}"})
        hidden = [
            path.read_bytes()
            for part in ("tests", "solution")
            for path in (case.folder / task.id / part).rglob("*")
            if path.is_file()
        ]
        async with boxes.open(spec) as box:
            await benchmark.prepare(task, box)
            shown = [
                path.read_bytes()
                for path in Path(box.path("/")).parent.rglob("*")
                if path.is_file()
            ]
        assert shown
        assert not set(shown) & set(hidden)
