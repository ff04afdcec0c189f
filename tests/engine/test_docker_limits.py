"""What Docker boxes may use, and what they start with."""

import asyncio
import json
import subprocess
from pathlib import Path

import pytest

from saddle_engine.adapters.docker.box import DockerBox
from saddle_engine.adapters.docker.daemon import Daemon, local_socket
from saddle_engine.adapters.docker.disk import Disk
from saddle_engine.adapters.docker.images import Images
from saddle_engine.errors import BenchmarkBroken, BoxSpent
from saddle_engine.ports import Sandboxes
from saddle_engine.types.boxes import BoxKind, BoxSpec, Image
from tests.engine.boxes_rig import HARNESS_IMAGE, IMAGE, Place, docker_problem, spec

pytestmark = [
    pytest.mark.docker,
    pytest.mark.skipif(bool(docker_problem()), reason=docker_problem() or "Docker answers"),
]

BOMB = """
import os
while True:
    try:
        os.fork()
    except OSError:
        pass
"""
FILL = "for each in 1 2 3; do head -c 12000000 /dev/zero >$each; done"
OURS = {"ANTHROPIC_API_KEY": "sk-secret", "ANTHROPIC_AUTH_TOKEN": "secret-token"}
ENVIRONS = "cat /proc/1/environ /proc/self/environ"


@pytest.fixture
def boxes(tmp_path: Path) -> Sandboxes:
    return Place("docker", tmp_path).boxes()


async def test_a_box_that_writes_more_than_it_may_is_spent(boxes: Sandboxes) -> None:
    async with boxes.open(spec().model_copy(update={"disk_mb": 16})) as box:
        with pytest.raises(BoxSpent, match="it may have 16"):
            await box.exec(f"{FILL}; sleep 60")
        with pytest.raises(BoxSpent):
            await box.exec("true")


async def test_time_in_which_a_box_is_measured_is_not_its_commands(boxes: Sandboxes) -> None:
    class Slow(Disk):
        async def look(self) -> None:
            await asyncio.sleep(5)

    async with boxes.open(spec()) as box:
        assert isinstance(box, DockerBox)
        box._disk = Slow(box._daemon, "", 0)
        result = await box.exec("sleep 6; echo done", timeout_s=9)

    assert (result.exit_code, result.stdout, result.timed_out) == (0, b"done\n", False)


async def test_a_box_that_cannot_be_measured_now_is_not_given_up(tmp_path: Path) -> None:
    disk = Disk(Daemon(tmp_path / "no.sock"), "box", 1)
    disk._looked = 0.0

    await disk.look()

    assert disk._looked > 0


async def test_what_an_image_brings_is_not_charged_to_its_box(boxes: Sandboxes) -> None:
    async with boxes.open(spec().model_copy(update={"disk_mb": 1})) as box:
        assert (await box.exec("sleep 6")).exit_code == 0
        assert (await box.exec("true")).exit_code == 0


async def test_a_box_without_room_to_end_a_command_is_spent(boxes: Sandboxes) -> None:
    async with boxes.open(spec()) as box:
        result = await box.exec(["python3", "-c", BOMB], timeout_s=2)
        with pytest.raises(BoxSpent, match="no room left"):
            await box.exec("true")

    assert (result.exit_code, result.timed_out) == (137, True)


async def test_a_command_that_wants_too_much_memory_is_killed_and_its_box_lives(
    boxes: Sandboxes,
) -> None:
    async with boxes.open(spec().model_copy(update={"memory_mb": 64})) as box:
        hog = await box.exec(["python3", "-c", "bytearray(200_000_000)"])

        assert hog.exit_code == 137
        assert (await box.exec("echo alive")).stdout == b"alive\n"


async def test_more_processors_than_there_are_is_all_of_them(boxes: Sandboxes) -> None:
    async with boxes.open(spec().model_copy(update={"cpus": 512.0})) as box:
        assert (await box.exec("true")).exit_code == 0


@pytest.mark.parametrize("kind", list(BoxKind))
async def test_no_box_gets_a_key_or_a_proxy_of_ours(
    boxes: Sandboxes, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, kind: BoxKind
) -> None:
    proxies = {"httpProxy": "http://me:secret@proxy:1", "noProxy": "secret"}
    (tmp_path / "config.json").write_text(json.dumps({"proxies": {"default": proxies}}))
    monkeypatch.setenv("DOCKER_CONFIG", str(tmp_path))
    for name, value in OURS.items():
        monkeypatch.setenv(name, value)
    async with boxes.open(BoxSpec(kind=kind, name="b", image=IMAGE)) as box:
        seen = (await box.exec(ENVIRONS)).stdout.decode().replace("\0", "\n")
        network = await box.exec(
            ["python3", "-c", "import os; print(os.listdir('/sys/class/net'))"]
        )

    assert "PATH=" in seen
    assert "secret" not in seen
    assert "ANTHROPIC" not in seen
    assert "proxy" not in seen.lower()
    assert network.stdout == b"['lo']\n"


async def test_a_harness_finds_pythons_library_compiled_and_cannot_change_it(
    boxes: Sandboxes,
) -> None:
    look = "import email, json, os; print(os.path.exists(json.__cached__), email.__cached__)"
    async with boxes.open(BoxSpec(kind=BoxKind.HARNESS, name="h", image=HARNESS_IMAGE)) as box:
        found = (await box.exec(["python3", "-s", "-c", look])).stdout.split()
        written = await box.exec("touch /pycache/x; find /pycache -writable | wc -l")

    assert found[0] == b"True"
    assert found[1].startswith(b"/pycache/")
    assert written.stdout == b"0\n"
    assert b"Read-only file system" in written.stderr


async def test_an_image_in_which_nothing_can_be_compiled_is_used_as_it_is(tmp_path: Path) -> None:
    (tmp_path / "Dockerfile").write_text("FROM scratch\nCOPY Dockerfile /x\n")
    name = await Place("docker", tmp_path).boxes().build(tmp_path, "saddle-empty", 60)
    try:
        assert await Images(Daemon(local_socket())).compiled(name) == name
    finally:
        removing = ["docker", "rmi", name]
        await asyncio.to_thread(subprocess.run, removing, check=True, capture_output=True)


async def test_an_image_says_where_and_as_whom_its_boxes_work(
    boxes: Sandboxes, tmp_path: Path
) -> None:
    (tmp_path / "Dockerfile").write_text(
        f"FROM {IMAGE}\nWORKDIR /srv/site\nUSER nobody\nVOLUME /data\n"
    )
    name = await boxes.build(tmp_path, "saddle-told", 60)

    assert await boxes.image(name) == Image(
        name=name, workdir="/srv/site", user="nobody", volumes=("/data",)
    )


async def test_an_image_that_is_not_there_is_named_with_what_to_do(boxes: Sandboxes) -> None:
    with pytest.raises(BenchmarkBroken, match="docker pull saddle-no-such:image"):
        await boxes.image("saddle-no-such:image")
