"""Harbor tasks in Docker: what a task says holds, and trouble of ours is never a score."""

import asyncio
import subprocess
import tempfile
from collections.abc import AsyncIterator, Awaitable, Iterator, Mapping
from pathlib import Path

import pytest

from saddle_engine.adapters.images import prepare_images
from saddle_engine.errors import ConfigError, RolloutBroken
from saddle_engine.ports import Sandboxes
from saddle_engine.types.rollout import Outcome, RolloutResult
from tests.benchmarks.harbor_runner import harbor_runner
from tests.engine.boxes_rig import IMAGE, Place, docker_problem, until

pytestmark = [
    pytest.mark.docker,
    pytest.mark.skipif(bool(docker_problem()), reason=docker_problem() or "Docker answers"),
]

SOLVE = "pipe.exec('echo 42 >answer.txt'); pipe.finish()\n"
REWARD = "echo 1 >/logs/verifier/reward.txt\n"


@pytest.fixture
def folder() -> Iterator[Path]:
    with tempfile.TemporaryDirectory(prefix="hd-") as made:  # sockets need short paths
        yield Path(made)


@pytest.fixture
def place(folder: Path) -> Place:
    return Place("docker", folder)


@pytest.fixture
async def boxes(place: Place) -> AsyncIterator[Sandboxes]:
    yield place.boxes()
    assert await place.boxes().reap() == 0, "a rollout left something"


async def ran(
    folder: Path, boxes: Sandboxes, main: str, files: Mapping[str, str | None]
) -> RolloutResult:
    return await harbor_runner(folder, boxes, main, files).run()


async def test_a_task_with_a_dockerfile_is_solved(folder: Path, boxes: Sandboxes) -> None:
    result = await ran(folder, boxes, SOLVE, {})

    assert (result.outcome, result.score) == (Outcome.PASSED, 1.0)
    assert "looked at answer.txt" in result.detail


async def test_a_task_with_an_image_works_where_and_as_whom_the_image_says(
    folder: Path, boxes: Sandboxes
) -> None:
    image = await _built(
        folder, boxes, f"FROM {IMAGE}\nWORKDIR /srv/w\nRUN chown nobody .\nUSER nobody\n"
    )
    main = """
        seen = pipe.exec("pwd; id -un; touch mine")["stdout"].split()
        pipe.finish() if seen == ["/srv/w", "nobody"] == [pipe.task()["workdir"], "nobody"] else sys.exit(1)
    """
    files = {
        "task.toml": f'[environment]\ndocker_image = "{image}"\n[verifier]\nuser = "root"\n',
        "environment/Dockerfile": None,
        "tests/test.sh": "[ $(id -un)-$(pwd) = root-/srv/w ] && [ -e mine ] &&" + REWARD,
    }

    assert (await ran(folder, boxes, main, files)).outcome is Outcome.PASSED


async def test_a_verifier_without_a_user_has_the_images_and_not_the_agents(
    folder: Path, boxes: Sandboxes
) -> None:
    files = {
        "task.toml": '[agent]\nuser = "nobody"\n',
        "tests/test.sh": f"[ $(id -un) = root ] && {REWARD}",
    }

    assert (await ran(folder, boxes, SOLVE.replace("answer", "/tmp/a"), files)).score == 1.0


async def test_a_task_gets_its_size_and_its_variables(folder: Path, boxes: Sandboxes) -> None:
    toml = (
        "[environment]\nmemory = '64M'\ncpus = 0.5\nstorage = '1G'\n"
        "[environment.env]\nMODE = 'x'\n[verifier.env]\nJUDGE = 'y'\n"
    )
    main = """
        hog = pipe.exec(["python3", "-c", "bytearray(200_000_000)"])
        assert hog["exit_code"] == 137, hog
        assert pipe.exec("echo $MODE$JUDGE")["stdout"] == "x\\n"
        pipe.finish()
    """
    files = {"task.toml": toml, "tests/test.sh": f"[ $MODE$JUDGE = xy ] && {REWARD}"}

    assert (await ran(folder, boxes, main, files)).score == 1.0


async def test_only_artifacts_reach_the_verifier_and_json_counts_before_text(
    folder: Path, boxes: Sandboxes
) -> None:
    files = {
        "task.toml": 'artifacts = ["answer.txt", {source = "out", exclude = ["*.tmp"]}]\n',
        "tests/test.sh": "ls -R . >&2; [ ! -e trap ] && [ ! -e out/x.tmp ] && [ -x out/run ] &&"
        """ echo '{"reward": 0.5}' >/logs/verifier/reward.json;""" + REWARD,
    }
    main = "pipe.exec('touch trap; mkdir out; cd out; touch x.tmp run; chmod +x run')\n" + SOLVE

    result = await ran(folder, boxes, main, files)

    assert (result.outcome, result.score) == (Outcome.FAILED, 0.5), result.detail


@pytest.mark.parametrize(
    ("files", "why"),
    [
        ({"tests/test.sh": "echo 1.5 >/logs/verifier/reward.txt\n"}, r"wrote '1\.5'"),
        ({"tests/test.sh": "true\n"}, "neither reward.json nor reward.txt"),
        ({"tests/test.sh": f"head -c 90 /dev/urandom >$SADDLE_LOGS/reward.json;{REWARD}"}, "json"),
        (
            {"task.toml": "[verifier]\ntimeout_sec = 1\n", "tests/test.sh": "sleep 60\n" + REWARD},
            "did not end within 1 s",
        ),
        ({"environment/Dockerfile": f"FROM {IMAGE}\nRUN echo oh dear; exit 7\n"}, "oh dear"),
        ({"task.toml": '[environment]\ndocker_image = "no-such:one"\n'}, "docker pull no-such:one"),
        (
            {"environment/Dockerfile": f"FROM {IMAGE}\nWORKDIR /app\nVOLUME /app\n"},
            "declare them as artifacts",
        ),
    ],
)
async def test_trouble_that_is_not_the_harnesss_is_broken(
    folder: Path, boxes: Sandboxes, files: dict[str, str | None], why: str
) -> None:
    with pytest.raises(RolloutBroken, match=f"(?s){why}"):
        await ran(folder, boxes, SOLVE, files)


@pytest.mark.parametrize("kind", ["harness", "task"])
async def test_a_box_that_is_removed_from_outside_is_broken(
    folder: Path, place: Place, boxes: Sandboxes, kind: str
) -> None:
    rig = harbor_runner(folder, boxes, "while True: pipe.exec('sleep 0.1')\n")

    async def acting() -> bool:
        return len(rig.recorded) > 2

    async with asyncio.TaskGroup() as group:
        running = group.create_task(_error_of(rig.run()))
        await until(acting)
        await _remove(f"saddle-{place.run}-{kind}")

    assert isinstance(running.result(), RolloutBroken)


async def test_a_box_that_is_used_up_by_the_agent_fails_it(folder: Path, boxes: Sandboxes) -> None:
    files = {"task.toml": "[environment]\nstorage_mb = 16\n"}
    fill = "for each in 1 2 3; do head -c 12000000 /dev/zero >$each; done"
    main = f"pipe.exec('{fill}; sleep 60')\npipe.finish()\n"

    result = await ran(folder, boxes, main, files)

    assert (result.outcome, result.score, result.reason) == (Outcome.FAILED, 0.0, "box_spent")
    assert "it may have 16" in result.detail


async def test_a_broken_dockerfile_is_told_before_the_run_begins(
    folder: Path, boxes: Sandboxes
) -> None:
    rig = harbor_runner(
        folder,
        boxes,
        SOLVE,
        {"environment/Dockerfile": f"FROM {IMAGE}\nRUN echo oh dear; exit 7\n"},
    )

    with pytest.raises(ConfigError, match=r"(?s)nothing was spent.*code: 7.*oh dear"):
        await prepare_images(rig.benchmark, boxes, [rig.task], print)


async def _built(folder: Path, boxes: Sandboxes, dockerfile: str) -> str:
    (folder / "image").mkdir()
    (folder / "image" / "Dockerfile").write_text(dockerfile)
    return await boxes.build(folder / "image", "saddle-given", 60)


async def _error_of(rollout: Awaitable[RolloutResult]) -> Exception | None:
    try:
        await rollout
    except RolloutBroken as why:
        return why
    return None


async def _remove(prefix: str) -> None:
    command = f"docker rm -f $(docker ps -q --filter name={prefix})"
    await asyncio.to_thread(subprocess.run, ["sh", "-c", command], check=True, capture_output=True)
