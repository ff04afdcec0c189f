"""What code in a harness box finds when it looks around."""

import asyncio
import json
import os
import socket
from collections.abc import AsyncIterator
from pathlib import Path, PurePosixPath
from typing import Any

import pytest

from saddle_engine.ports import Sandbox, Sandboxes
from saddle_engine.types.boxes import BoxKind, BoxSpec, Mount
from tests.engine.boxes_rig import IMAGE, Place, docker_problem

pytestmark = [
    pytest.mark.docker,
    pytest.mark.skipif(bool(docker_problem()), reason=docker_problem() or "Docker answers"),
]

ROOT = Path(__file__).parents[2]
TOKEN = f"token{os.urandom(4).hex()}"
PROBE = r"""
import ctypes, json, os, socket, sys

libc = ctypes.CDLL(None, use_errno=True)

def attempt(action):
    try:
        action()
        return "done"
    except OSError as why:
        return why.strerror

def call(number, *arguments):
    ctypes.set_errno(0)
    return libc.syscall(number, *arguments), ctypes.get_errno()

status = dict(line.split(":\t", 1) for line in open("/proc/self/status").read().splitlines())
print(json.dumps({
    "interfaces": os.listdir("/sys/class/net"),
    "connect": attempt(lambda: socket.create_connection(("1.1.1.1", 53), 2)),
    "resolve": attempt(lambda: socket.getaddrinfo("example.org", 80)),
    "vsock": attempt(lambda: socket.socket(40, socket.SOCK_STREAM)),
    "raw": attempt(lambda: socket.socket(socket.AF_INET, socket.SOCK_RAW, 1)),
    "uid": os.getuid(), "gid": os.getgid(), "groups": os.getgroups(),
    "no_new_privs": status["NoNewPrivs"], "bounding": int(status["CapBnd"], 16),
    "effective": int(status["CapEff"], 16), "seccomp": status["Seccomp"],
    "environments": [open(f"/proc/{pid}/environ").read() for pid in ("1", "self")],
    "root": attempt(lambda: open("/marker", "w")),
    "packages": attempt(lambda: open(os.path.dirname(os.__file__) + "/site.pth", "w")),
    "passwords": attempt(lambda: open("/etc/shadow").read()),
    "docker": os.path.exists("/var/run/docker.sock") or os.path.exists("/run/docker.sock"),
    "io_uring": call(425, 8, ctypes.create_string_buffer(256)),
    "new_user_namespace": call(272, 0x10000000),
    "ptrace": call(101, 0, 0, 0, 0),
    "host_file": [os.path.exists(path) for path in sys.argv[1:]],
    "home": os.environ["HOME"], "in_home": attempt(lambda: open("/box/mine", "w").write("x")),
    "in_tmp": attempt(lambda: open("/tmp/mine", "w").write("x")),
}))
"""


@pytest.fixture
def boxes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Sandboxes:
    monkeypatch.setenv("ANTHROPIC_API_KEY", "sk-secret")
    return Place("docker", tmp_path).boxes()


def harness(name: str = "h1", **fields: Any) -> BoxSpec:
    return BoxSpec(kind=BoxKind.HARNESS, name=name, **fields)


@pytest.fixture
async def box(boxes: Sandboxes) -> AsyncIterator[Sandbox]:
    async with boxes.open(harness(memory_mb=256)) as opened:
        yield opened


@pytest.fixture
async def seen(box: Sandbox, tmp_path: Path) -> dict[str, Any]:
    marker = tmp_path / "host"
    marker.write_text("host")
    paths = [str(marker), str(Path(__file__)), str(ROOT), str(Path.home() / ".ssh")]
    result = await box.exec(["python3", "-c", PROBE, *paths])
    assert result.exit_code == 0, result.stderr
    found: dict[str, Any] = json.loads(result.stdout)
    return found


async def test_a_harness_sees_no_network(seen: dict[str, Any]) -> None:
    assert seen["interfaces"] == ["lo"]
    assert seen["connect"] == "Network is unreachable"
    assert seen["resolve"] != "done"
    assert seen["vsock"] == "Address family not supported by protocol"
    assert seen["raw"] == "Operation not permitted"


async def test_a_harness_sees_no_key_and_no_host_file(seen: dict[str, Any]) -> None:
    assert not any("secret" in one or "ANTHROPIC" in one for one in seen["environments"])
    assert not any(seen["host_file"])
    assert not seen["docker"]
    assert seen["passwords"] == "Permission denied"


async def test_a_harness_is_nobody(seen: dict[str, Any]) -> None:
    assert seen["uid"] == seen["gid"] == 20_000
    assert seen["groups"] in ([], [20_000])
    assert (seen["no_new_privs"], seen["seccomp"]) == ("1", "2")
    assert (seen["bounding"], seen["effective"]) == (0, 0)


async def test_a_harness_writes_only_into_its_own_folders(seen: dict[str, Any]) -> None:
    assert seen["root"] == "Read-only file system"
    assert seen["packages"] == "Read-only file system"
    assert (seen["home"], seen["in_home"], seen["in_tmp"]) == ("/box", "done", "done")


async def test_a_harness_finds_the_kernels_side_doors_shut(seen: dict[str, Any]) -> None:
    for door in ("io_uring", "new_user_namespace", "ptrace"):
        assert seen[door] == [-1, 1], door


async def test_a_harness_cannot_write_more_than_its_folders_hold(box: Sandbox) -> None:
    result = await box.exec("head -c 70000000 /dev/zero > /tmp/x")

    assert b"No space left" in result.stderr


async def test_a_fork_bomb_harms_its_own_box_at_most(boxes: Sandboxes) -> None:
    bomb = "import os\nwhile True:\n    os.fork()"
    async with boxes.open(harness("h1")) as box, boxes.open(harness("h2")) as other:
        result = await box.exec(["python3", "-c", bomb, TOKEN], timeout_s=1, limit_bytes=1000)
        after = await other.exec("echo alive")

    assert result.exit_code != 0
    assert after.stdout == b"alive\n"
    assert not _running(TOKEN)


async def test_a_harness_gets_no_more_memory_than_agreed(box: Sandbox) -> None:
    result = await box.exec(["python3", "-c", "bytearray(400_000_000)"])

    assert result.exit_code == 137
    assert (await box.exec("echo alive")).stdout == b"alive\n"


async def test_every_harness_box_has_a_user_of_its_own(boxes: Sandboxes) -> None:
    async with boxes.open(harness("h1")) as one, boxes.open(harness("h2")) as other:
        users = {(await box.exec("id -u")).stdout for box in (one, other)}

    assert len(users) == 2


async def test_the_tree_of_a_harness_cannot_be_changed_by_it(
    boxes: Sandboxes, tmp_path: Path
) -> None:
    tree = tmp_path / "tree"
    tree.mkdir()
    (tree / "main.py").write_text("open('marker', 'w')")
    mount = Mount(source=tree, target=PurePosixPath("/harness"))
    async with boxes.open(harness(mounts=(mount,), workdir="/harness")) as box:
        result = await box.exec(["python3", "-s", "main.py"])

    assert b"Read-only file system" in result.stderr
    assert [one.name for one in tree.iterdir()] == ["main.py"]


async def test_a_harness_reaches_the_socket_of_its_rollout(
    boxes: Sandboxes, tmp_path: Path
) -> None:
    client = (
        "import socket; s = socket.socket(socket.AF_UNIX); s.connect('/svc/saddle.sock'); "
        "print(s.recv(9).decode())"
    )
    leaf = tmp_path / "svc"
    leaf.mkdir(mode=0o755)
    with socket.socket(socket.AF_UNIX) as listener:
        listener.bind(str(leaf / "saddle.sock"))
        (leaf / "saddle.sock").chmod(0o666)
        listener.listen()
        mount = Mount(source=leaf, target=PurePosixPath("/svc"))
        async with boxes.open(harness(mounts=(mount,))) as box, asyncio.TaskGroup() as group:
            running = group.create_task(box.exec(["python3", "-c", client]))
            peer, _ = await asyncio.to_thread(listener.accept)
            with peer:
                peer.sendall(b"hello")
        removed = await _exec(boxes, mount, "rm /svc/saddle.sock")

    assert running.result().stdout == b"hello\n"
    assert removed != 0


async def test_a_task_is_root_in_its_box_without_power_over_the_machine(boxes: Sandboxes) -> None:
    spec = BoxSpec(kind=BoxKind.TASK, name="t1", image=IMAGE)
    async with boxes.open(spec) as box:
        owner = await box.exec("touch x && chown 1000 x && stat -c %u x && id -u && hostname")
        mounting = await box.exec("mount -t tmpfs none /mnt")
        device = await box.exec("mknod /dev/sda b 8 0")
        status = await box.exec("grep CapBnd /proc/self/status")

    assert owner.stdout.split() == [b"1000", b"0", b"box"]
    assert mounting.exit_code != 0
    assert device.exit_code != 0
    assert int(status.stdout.split()[1], 16) == 0b1110_1011  # six: see ROOT_NEEDS


def _running(token: str) -> list[Path]:
    return [one for one in Path("/proc").glob("[0-9]*") if token in _arguments(one)]


def _arguments(process: Path) -> str:
    try:
        return (process / "cmdline").read_text("utf-8", "replace")
    except OSError:
        return ""


async def _exec(boxes: Sandboxes, mount: Mount, command: str) -> int:
    async with boxes.open(harness("h2", mounts=(mount,))) as box:
        return (await box.exec(command)).exit_code
