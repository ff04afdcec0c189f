"""Docker boxes when something goes wrong."""

import asyncio
import socket
import subprocess
import time
from collections.abc import Awaitable
from pathlib import Path, PurePosixPath

import pytest

from saddle_engine.adapters.docker import DockerBoxes
from saddle_engine.adapters.docker.daemon import Daemon, local_socket
from saddle_engine.adapters.docker.spec import container
from saddle_engine.adapters.processes import owner_mark
from saddle_engine.errors import BenchmarkBroken, BoxSpent, ConfigError, SandboxError
from saddle_engine.ports import Sandboxes
from saddle_engine.types.boxes import BoxKind, BoxSpec, Mount
from tests.engine.boxes_rig import IMAGE, Place, appears, docker_problem, spec
from tests.engine.docker_proxy import proxied

docker = pytest.mark.docker
needs_docker = pytest.mark.skipif(
    bool(docker_problem()), reason=docker_problem() or "Docker answers"
)


@pytest.fixture
def place(tmp_path: Path) -> Place:
    return Place("docker", tmp_path)


@pytest.fixture
def boxes(place: Place) -> Sandboxes:
    return place.boxes()


@docker
@needs_docker
@pytest.mark.parametrize("verb", [("kill",), ("rm", "-f")])
async def test_a_container_that_dies_under_a_command_is_an_error_at_once(
    boxes: Sandboxes, place: Place, verb: tuple[str, ...]
) -> None:
    begun = time.monotonic()
    async with boxes.open(spec()) as box, asyncio.TaskGroup() as group:
        running = group.create_task(_error_of(box.exec("echo x > w; sleep 60")))
        await appears(box, "w")
        await _command(place, *verb)

    assert isinstance(running.result(), SandboxError)
    assert not isinstance(running.result(), BoxSpent)
    assert time.monotonic() - begun < 20


@docker
@needs_docker
async def test_a_dead_box_answers_nothing(boxes: Sandboxes, place: Place) -> None:
    async with boxes.open(spec()) as box:
        await _command(place, "kill")
        for use in (box.exec("true"), box.read("x"), box.write("x", b""), box.freeze()):
            with pytest.raises(SandboxError):
                await use


@docker
@needs_docker
async def test_a_command_whose_output_is_lost_has_no_result(place: Place, tmp_path: Path) -> None:
    async with proxied(tmp_path / "d") as proxy:
        boxes = DockerBoxes(place.run, owner_mark(), tmp_path / "d")
        async with boxes.open(spec()) as box, asyncio.TaskGroup() as group:
            running = group.create_task(_error_of(box.exec("echo x > w; sleep 60")))
            await appears(box, "w")
            proxy.cut()

    assert isinstance(running.result(), SandboxError)
    assert not isinstance(running.result(), BoxSpent)
    assert await place.boxes().reap() == 0


@docker
@needs_docker
async def test_a_docker_engine_that_comes_back_is_waited_for(place: Place, tmp_path: Path) -> None:
    boxes = DockerBoxes(place.run, owner_mark(), tmp_path / "d")
    async with proxied(tmp_path / "d") as proxy:
        async with boxes.open(spec("before")) as box:
            await box.exec("true")
        await proxy.close()
        async with asyncio.TaskGroup() as group:
            running = group.create_task(_exit_code(boxes))
            await asyncio.sleep(1)
            assert not running.done()
            await proxy.open()

    assert running.result() == 0


async def test_a_docker_engine_that_stays_away_is_said(tmp_path: Path) -> None:
    with pytest.raises(SandboxError, match="looking for Docker"):
        await Daemon(tmp_path / "absent.sock").answering(0.1)


@docker
@needs_docker
async def test_a_command_killed_from_within_is_a_result(boxes: Sandboxes) -> None:
    async with boxes.open(spec()) as box:
        assert (await box.exec("kill -9 $$")).exit_code == 137


@docker
@needs_docker
async def test_a_missing_image_is_named_with_what_to_do(boxes: Sandboxes) -> None:
    with pytest.raises(SandboxError, match="docker pull saddle-no-such:image"):
        async with boxes.open(spec().model_copy(update={"image": "saddle-no-such:image"})):
            pytest.fail("opened")


@docker
@needs_docker
async def test_a_broken_build_ends_with_its_last_lines(boxes: Sandboxes, tmp_path: Path) -> None:
    (tmp_path / "Dockerfile").write_text(f"FROM {IMAGE}\nRUN echo oh dear; exit 7\n")

    with pytest.raises(BenchmarkBroken, match=r"(?s)code: 7.*oh dear"):
        await boxes.build(tmp_path, "saddle-broken", timeout_s=60)


@docker
@needs_docker
async def test_a_build_has_no_network_and_a_deadline(boxes: Sandboxes, tmp_path: Path) -> None:
    (tmp_path / "Dockerfile").write_text(f"FROM {IMAGE}\nRUN ls /sys/class/net; sleep 60\n")

    with pytest.raises(BenchmarkBroken, match=r"(?s)no end after 3 s.*\blo$"):
        await boxes.build(tmp_path, "saddle-slow", timeout_s=3)


@docker
@needs_docker
async def test_equal_folders_are_built_once_and_changed_ones_again(
    boxes: Sandboxes, tmp_path: Path
) -> None:
    (tmp_path / "Dockerfile").write_text(f"FROM {IMAGE}\nCOPY x /x\n")
    (tmp_path / "x").write_text("1")
    async with asyncio.TaskGroup() as group:
        builds = [group.create_task(boxes.build(tmp_path, "saddle-once", 60)) for _ in range(3)]
    (tmp_path / "x").write_text("2")
    changed = await boxes.build(tmp_path, "saddle-once", 60)

    assert len({build.result() for build in builds}) == 1
    assert changed != builds[0].result()
    async with boxes.open(spec().model_copy(update={"image": changed})) as box:
        assert await box.read("/x") == b"2"


async def test_a_folder_without_dockerfile_is_a_broken_benchmark(
    boxes: Sandboxes, tmp_path: Path
) -> None:
    with pytest.raises(BenchmarkBroken, match="no Dockerfile"):
        await boxes.build(tmp_path, "saddle-none", 60)


async def test_an_absent_engine_is_said(tmp_path: Path) -> None:
    daemon = Daemon(tmp_path / "absent.sock")

    with pytest.raises(SandboxError, match="opening a box"):
        await daemon.call("opening a box", 10, lambda client: client.ping())


async def test_an_engine_that_does_not_answer_costs_one_deadline(tmp_path: Path) -> None:
    with socket.socket(socket.AF_UNIX) as silent:
        silent.bind(str(tmp_path / "silent.sock"))
        silent.listen()
        daemon = Daemon(tmp_path / "silent.sock")
        with pytest.raises(SandboxError, match=r"did not answer within 0\.1 s"):
            await daemon.call("opening a box", 0.1, lambda client: client.ping())


def test_an_engine_elsewhere_is_a_configuration_error(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DOCKER_HOST", "tcp://10.0.0.1:2375")

    with pytest.raises(ConfigError, match="on this machine"):
        local_socket()


@pytest.mark.parametrize(
    ("source", "target"),
    [
        ("/", "/x"),
        ("/etc", "/x"),
        ("/root", "/x"),
        ("/proc/self", "/x"),
        ("/var/run", "/x"),
        ("/no/such/folder", "/x"),
        ("relative", "/x"),
        ("{tmp}", "/"),
        ("{tmp}", "/proc/x"),
        ("{tmp}", "/usr"),
        ("{tmp}", "/a/../etc"),
        ("{tmp}", "relative"),
        ("{tmp}/link", "/x"),
    ],
)
def test_a_mount_of_the_system_is_refused(tmp_path: Path, source: str, target: str) -> None:
    (tmp_path / "link").symlink_to("/etc/ssl")
    mount = Mount(source=Path(source.format(tmp=tmp_path)), target=PurePosixPath(target))

    with pytest.raises(SandboxError, match="mounting"):
        container(spec().model_copy(update={"mounts": (mount,)}), 0, {})


@pytest.mark.parametrize("kind", [BoxKind.HARNESS, BoxKind.CHECK])
def test_a_harness_box_never_has_a_network_or_a_named_user(kind: BoxKind) -> None:
    box = BoxSpec(kind=kind, name="h")
    for asked in ({"network": True}, {"user": "root"}):
        with pytest.raises(SandboxError):
            container(box.model_copy(update=asked), 0, {})


async def _error_of(work: Awaitable[object]) -> SandboxError | None:
    try:
        await work
    except SandboxError as why:
        return why
    return None


async def _exit_code(boxes: Sandboxes) -> int:
    async with boxes.open(spec()) as box:
        return (await box.exec("true")).exit_code


async def _command(place: Place, *verb: str) -> None:
    argv = ["docker", *verb, f"saddle-{place.run}-task-t1"]
    await asyncio.to_thread(subprocess.run, argv, check=True, capture_output=True)
