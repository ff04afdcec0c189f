import asyncio
from pathlib import Path

import pytest

from saddle_benchmarks.harbor import Harbor
from saddle_engine.adapters.none import HostFolders
from saddle_engine.errors import BenchmarkBroken
from saddle_engine.types.boxes import BoxKind, Image
from saddle_engine.types.rollout import Split
from tests.benchmarks.harbor_folders import write_tasks
from tests.benchmarks.harbor_rig import harbor, spec_of
from tests.benchmarks.scripted_boxes import ScriptedBoxes


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
        async def build(
            self, context: Path, tag: str, timeout_s: float, *, network: bool = False
        ) -> str:
            await super().build(context, tag, timeout_s)
            raise BenchmarkBroken("no such base image")

    benchmark, boxes = harbor(tmp_path), Failing()
    for _ in range(2):
        with pytest.raises(BenchmarkBroken):
            await spec_of(benchmark, boxes)

    assert len(boxes.built) == 2


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


@pytest.mark.parametrize(
    ("toml", "network", "built_with_one"),
    [
        ("", True, True),
        ("", False, False),
        ("[environment]\nallow_internet = false\n", True, False),
    ],
)
async def test_an_image_is_built_with_a_network_only_where_its_task_gets_one(
    tmp_path: Path, toml: str, network: bool, built_with_one: bool
) -> None:
    write_tasks(tmp_path / "tasks", "a", "b", "c", files={"task.toml": toml})
    splits = {"train": 1, "dev": 1, "test": 1}
    options = {"path": str(tmp_path / "tasks"), "splits": splits, "network": network}
    boxes = ScriptedBoxes()

    await spec_of(Harbor(options, tmp_path), boxes)

    assert bool(boxes.networked) is built_with_one


async def test_the_working_folder_and_the_user_are_the_tasks_else_the_images(
    tmp_path: Path,
) -> None:
    boxes = ScriptedBoxes()
    said = Image(name="me/sum:1", workdir="/srv", user="web")
    boxes.images["me/sum:1"] = said
    toml = "[environment]\ndocker_image = 'me/sum:1'\n"
    own = toml + "workdir = '/own'\n[agent]\nuser = 'me'\n"

    images = await spec_of(harbor(tmp_path / "1", {"task.toml": toml}), boxes)
    tasks = await spec_of(harbor(tmp_path / "2", {"task.toml": own}), boxes)

    assert (images.workdir, images.user) == ("/srv", "web")
    assert (tasks.workdir, tasks.user) == ("/own", "me")


async def test_an_image_whose_volumes_a_verifier_would_not_see_needs_artifacts(
    tmp_path: Path,
) -> None:
    boxes = ScriptedBoxes()
    boxes.images["db:1"] = Image(name="db:1", volumes=("/data",))
    toml = "[environment]\ndocker_image = 'db:1'\n"

    with pytest.raises(BenchmarkBroken, match="VOLUME /data"):
        await spec_of(harbor(tmp_path / "1", {"task.toml": toml}), boxes)
    await spec_of(harbor(tmp_path / "2", {"task.toml": f"artifacts = ['/data/x']\n{toml}"}), boxes)


async def test_a_task_says_how_large_its_files_may_grow(tmp_path: Path) -> None:
    toml = "[environment]\nstorage = '2G'\n"

    assert (await spec_of(harbor(tmp_path, {"task.toml": toml}), ScriptedBoxes())).disk_mb == 2048
