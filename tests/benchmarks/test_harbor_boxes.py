import asyncio
from collections.abc import Mapping
from pathlib import Path

import pytest

from saddle_benchmarks.harbor import Harbor
from saddle_engine.adapters.none import HostFolders
from saddle_engine.errors import BenchmarkBroken, ConfigError
from saddle_engine.types.boxes import BoxKind, BoxSpec
from saddle_engine.types.rollout import Split
from tests.benchmarks.harbor_folders import write_task, write_tasks
from tests.benchmarks.scripted_boxes import ScriptedBoxes


def harbor(folder: Path, files: Mapping[str, str | None] | None = None) -> Harbor:
    """One task `Sum_1` with some files changed, and two others."""
    write_task(folder / "tasks" / "Sum_1", files)
    write_tasks(folder / "tasks", "b", "c")
    splits = {"train": ["Sum_1"], "dev": ["b"], "test": ["c"]}
    return Harbor({"path": str(folder / "tasks"), "splits": splits}, folder / "private")


async def spec_of(benchmark: Harbor, boxes: ScriptedBoxes | HostFolders) -> BoxSpec:
    return await benchmark.spec(benchmark.tasks(Split.TRAIN)[0], boxes)


async def prepared(benchmark: Harbor, base: Path) -> dict[str, str]:
    """The files in the working folder of a prepared host folder."""
    boxes = HostFolders(base)
    (task,) = benchmark.tasks(Split.TRAIN)
    async with boxes.open(await benchmark.spec(task, boxes)) as box:
        await benchmark.prepare(task, box)
        return _texts(Path(box.path(".")))


def _texts(folder: Path) -> dict[str, str]:
    return {
        path.relative_to(folder).as_posix(): path.read_text()
        for path in folder.rglob("*")
        if path.is_file()
    }


async def test_the_box_is_what_the_task_says(tmp_path: Path) -> None:
    toml = "[agent]\nuser = 'me'\n[environment]\nmemory = '1G'\ncpus = 2\n"
    benchmark = harbor(tmp_path, {"task.toml": toml})

    spec = await spec_of(benchmark, ScriptedBoxes())

    assert (spec.kind, spec.user, spec.workdir) == (BoxKind.TASK, "me", "/app")
    assert (spec.memory_mb, spec.cpus, spec.network) == (1024, 2.0, False)


async def test_an_image_is_built_once_however_many_ask(tmp_path: Path) -> None:
    benchmark, boxes = harbor(tmp_path), ScriptedBoxes()

    async with asyncio.TaskGroup() as group:
        asking = [group.create_task(spec_of(benchmark, boxes)) for _ in range(5)]

    assert len(boxes.built) == 1
    assert {task.result().image for task in asking} == set(boxes.built)
    assert boxes.built[0].startswith("saddle/sum-1:")


async def test_an_image_is_named_after_its_build_context_alone(tmp_path: Path) -> None:
    one = await spec_of(harbor(tmp_path / "1"), ScriptedBoxes())
    tests = await spec_of(harbor(tmp_path / "2", {"tests/run": "x"}), ScriptedBoxes())
    context = await spec_of(harbor(tmp_path / "3", {"environment/run": "x"}), ScriptedBoxes())

    assert one.image == tests.image != context.image


async def test_an_image_that_the_task_names_is_used_as_it_is(tmp_path: Path) -> None:
    toml = "[environment]\ndocker_image = 'me/sum:1'"
    write_tasks(tmp_path / "tasks", "a", "b", "c", files={"task.toml": toml})
    splits = {"train": 1, "dev": 1, "test": 1}
    boxes = ScriptedBoxes()

    spec = await spec_of(
        Harbor({"path": str(tmp_path / "tasks"), "splits": splits}, tmp_path), boxes
    )

    assert (spec.image, boxes.built) == ("me/sum:1", [])


async def test_a_failed_build_is_tried_again_for_the_next_that_asks(tmp_path: Path) -> None:
    class Failing(ScriptedBoxes):
        async def build(self, context: Path, tag: str, timeout_s: float) -> str:
            await super().build(context, tag, timeout_s)
            raise BenchmarkBroken("no such base image")

    benchmark, boxes = harbor(tmp_path), Failing()
    for _ in range(2):
        with pytest.raises(BenchmarkBroken):
            await spec_of(benchmark, boxes)

    assert len(boxes.built) == 2


@pytest.mark.parametrize(
    ("copies", "files"),
    [
        ("COPY numbers.txt .", {"numbers.txt"}),
        ("COPY numbers.txt /app", {"numbers.txt"}),
        ("COPY numbers.txt /app/other.txt", {"other.txt"}),
        ("COPY numbers.txt deep/ ", {"deep/numbers.txt"}),
        ("COPY data .", {"a.csv", "sub/b.csv"}),
        ("COPY data/ /app/data/", {"data/a.csv", "data/sub/b.csv"}),
        ("COPY numbers.txt data/a.csv both/", {"both/numbers.txt", "both/a.csv"}),
        ('COPY ["numbers.txt", "x"]', None),
        ("# note\nCOPY \\\n  numbers.txt \\\n  .", {"numbers.txt"}),
        ("", set()),
    ],
)
async def test_without_docker_copies_do_what_they_do_in_it(
    tmp_path: Path, copies: str, files: set[str] | None
) -> None:
    environment = {
        "environment/Dockerfile": f"FROM debian\nWORKDIR /app\n{copies}\n",
        "environment/data/a.csv": "1",
        "environment/data/sub/b.csv": "2",
    }
    benchmark = harbor(tmp_path, environment)
    if files is None:
        with pytest.raises(ConfigError, match="COPY"):
            await prepared(benchmark, tmp_path / "boxes")
    else:
        assert set(await prepared(benchmark, tmp_path / "boxes")) == files


@pytest.mark.parametrize(
    ("dockerfile", "reason"),
    [
        ("FROM debian\nWORKDIR /app\nRUN apt-get update\n", "Dockerfile with RUN"),
        ("FROM a\nFROM b\nWORKDIR /app\n", "several FROM"),
        ("FROM debian\nWORKDIR /app\nCOPY numbers.txt /etc/\n", "COPY numbers.txt /etc/"),
        ("FROM debian\nWORKDIR /app\nCOPY numbers.txt ../x\n", "COPY numbers.txt ../x"),
        ("FROM debian\nWORKDIR /app\nCOPY --chown=1 numbers.txt .\n", "COPY --chown=1"),
        ("FROM debian\nWORKDIR /app\nCOPY *.txt .\n", "COPY *.txt"),
        ("FROM debian\nWORKDIR /app\nCOPY nowhere .\n", "COPY nowhere"),
        ("FROM debian\nWORKDIR /app\nCOPY ../tests .\n", "COPY ../tests"),
        ("FROM debian\nCOPY numbers.txt .\n", "COPY numbers.txt"),
    ],
)
async def test_without_docker_a_task_that_needs_more_than_files_is_refused(
    tmp_path: Path, dockerfile: str, reason: str
) -> None:
    benchmark = harbor(tmp_path, {"environment/Dockerfile": dockerfile})

    with pytest.raises(ConfigError, match=r"task Sum_1 .*needs --sandbox docker") as refused:
        await spec_of(benchmark, HostFolders(tmp_path / "boxes"))

    assert reason in str(refused.value)


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("echo 1 >/logs/verifier/reward.txt", "/logs/verifier and not $SADDLE_LOGS"),
        ('python3 /tests/look.py >"$SADDLE_LOGS/reward.txt"', "/tests and not $SADDLE_TESTS"),
    ],
)
async def test_without_docker_tests_at_fixed_places_are_refused(
    tmp_path: Path, line: str, reason: str
) -> None:
    benchmark = harbor(tmp_path, {"tests/test.sh": f"#!/bin/sh\n{line}\n"})

    with pytest.raises(ConfigError, match=r"task Sum_1 .*needs --sandbox docker") as refused:
        await spec_of(benchmark, HostFolders(tmp_path / "boxes"))

    assert reason in str(refused.value)


async def test_without_docker_a_default_for_docker_is_fine(tmp_path: Path) -> None:
    line = 'sh "${SADDLE_TESTS:-/tests}/a.sh" >"${SADDLE_LOGS:-/logs/verifier}/reward.txt"'
    benchmark = harbor(tmp_path, {"tests/test.sh": f"#!/bin/sh\n{line}\n"})

    assert (await spec_of(benchmark, HostFolders(tmp_path / "boxes"))).image == ""


async def test_without_docker_an_image_without_a_dockerfile_is_refused(tmp_path: Path) -> None:
    toml = "[environment]\ndocker_image = 'me/sum:1'"
    files = {"task.toml": toml, "environment/Dockerfile": None}
    write_tasks(tmp_path / "tasks", "a", "b", "c", files=files)
    options = {"path": str(tmp_path / "tasks"), "splits": {"train": 1, "dev": 1, "test": 1}}

    with pytest.raises(ConfigError, match="has no Dockerfile"):
        await spec_of(Harbor(options, tmp_path), HostFolders(tmp_path / "boxes"))


async def test_a_program_stays_executable(tmp_path: Path) -> None:
    benchmark = harbor(tmp_path)
    (tmp_path / "tasks/Sum_1/environment/numbers.txt").chmod(0o755)
    boxes = HostFolders(tmp_path / "boxes")
    (task,) = benchmark.tasks(Split.TRAIN)

    async with boxes.open(await benchmark.spec(task, boxes)) as box:
        await benchmark.prepare(task, box)
        ran = await box.exec("test -x numbers.txt")

    assert ran.exit_code == 0


async def test_the_interpreter_of_the_tests_is_the_one_they_name(tmp_path: Path) -> None:
    script = (
        "#!/usr/bin/env python3\nimport os\n"
        "open(os.environ['SADDLE_LOGS'] + '/reward.txt', 'w').write('0.5')\n"
    )
    benchmark = harbor(tmp_path, {"tests/test.sh": script})
    boxes = HostFolders(tmp_path / "boxes")
    (task,) = benchmark.tasks(Split.TRAIN)
    spec = await benchmark.spec(task, boxes)

    async with boxes.open(spec) as box:
        verdict = await benchmark.verify(task, spec, box, boxes)

    assert verdict.score == 0.5


async def test_an_artifact_among_the_logs_reaches_the_verifier(tmp_path: Path) -> None:
    script = 'cp "$SADDLE_LOGS/../artifacts/score" "$SADDLE_LOGS/reward.txt"\n'
    toml = "artifacts = ['/logs/artifacts/score', '/logs/verifier']\n"
    benchmark = harbor(tmp_path, {"task.toml": toml, "tests/test.sh": script})
    boxes = HostFolders(tmp_path / "boxes")
    (task,) = benchmark.tasks(Split.TRAIN)
    spec = await benchmark.spec(task, boxes)

    async with boxes.open(spec) as box:
        await box.write("/logs/artifacts/score", b"0.75")
        await box.write("/logs/verifier/reward.json", b"1")
        verdict = await benchmark.verify(task, spec, box, boxes)

    assert verdict.score == 0.75


async def test_every_command_finds_the_variables_that_the_task_names(tmp_path: Path) -> None:
    benchmark = harbor(tmp_path, {"task.toml": "[environment.env]\nMODE = 'strict'\n"})
    boxes = HostFolders(tmp_path / "boxes")
    (task,) = benchmark.tasks(Split.TRAIN)

    async with boxes.open(await benchmark.spec(task, boxes)) as box:
        ran = await box.exec("echo $MODE")

    assert ran.stdout == b"strict\n"
