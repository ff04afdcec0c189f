"""What host folders promise beyond the contract of all boxes."""

import os
import resource
import subprocess
import sys
import time
from pathlib import Path, PurePosixPath

import pytest

from saddle_engine.adapters.none import HostFolders
from saddle_engine.errors import PathRefused, SandboxError
from saddle_engine.types.boxes import BoxKind, BoxSpec, Mount


@pytest.fixture
def boxes(tmp_path: Path) -> HostFolders:
    return HostFolders(tmp_path / "boxes")


def spec(name: str = "t1", **fields: object) -> BoxSpec:
    return BoxSpec(kind=BoxKind.TASK, name=name).model_copy(update=fields)


def look_into(folder: str) -> subprocess.Popen[bytes]:
    return subprocess.Popen(["cat"], cwd=folder, env={"PWD": folder}, stdin=subprocess.PIPE)


async def test_a_box_has_a_stable_folder(boxes: HostFolders, tmp_path: Path) -> None:
    places = set()
    for _ in range(2):
        async with boxes.open(spec()) as box:
            places.add(box.path("/app"))

    assert places == {str(tmp_path / "boxes" / "task-t1" / "work")}


async def test_every_path_of_a_box_lies_below_its_folder_or_is_a_mount(
    boxes: HostFolders, tmp_path: Path
) -> None:
    svc = Mount(source=tmp_path / "leaf", target=PurePosixPath("/svc"))
    tests = Mount(source=tmp_path / "tests", target=PurePosixPath("/app/tests"))
    async with boxes.open(spec(mounts=(svc, tests))) as box:
        root = Path(box.path("/app")).parent

        assert box.path("/svc/saddle.sock") == str(tmp_path / "leaf/saddle.sock")
        assert box.path("/app/tests/x") == str(tmp_path / "tests/x")
        assert box.path("x/../y") == box.path("/app/y") == str(root / "work/y")
        assert box.path("/etc/passwd") == str(root / "root/etc/passwd")
        assert box.path("/application") == str(root / "root/application")
        assert box.path(box.path("/app/y")) == str(root / "work/y")
        with pytest.raises(PathRefused):
            box.path("../../x")


async def test_a_harness_box_starts_in_its_mounted_tree(boxes: HostFolders, tmp_path: Path) -> None:
    tree = tmp_path / "tree"
    tree.mkdir()
    harness = Mount(source=tree, target=PurePosixPath("/harness"))
    async with boxes.open(spec(workdir="/harness", mounts=(harness,))) as box:
        result = await box.exec('pwd; echo x > "$HOME/a"; echo x > "$TMPDIR/b"')

    assert result.stdout.decode().strip() == str(tree)
    assert list(tree.iterdir()) == []


async def test_commands_have_limits(boxes: HostFolders) -> None:
    async with boxes.open(spec(memory_mb=100)) as box:
        limits = await box.exec("ulimit -c; ulimit -n; ulimit -f; ulimit -t")
        memory = await box.exec(["python3", "-c", "bytearray(6_000_000_000)"])

    assert limits.stdout.split() == [b"0", b"1024", b"2097152", b"3600"]
    assert b"MemoryError" in memory.stderr


async def test_limits_of_boxes_are_not_limits_of_the_engine(boxes: HostFolders) -> None:
    before = resource.getrlimit(resource.RLIMIT_AS)
    async with boxes.open(spec()) as box:
        await box.exec("true")

    assert resource.getrlimit(resource.RLIMIT_AS) == before


async def test_modes_that_a_box_took_away_do_not_keep_its_folder(
    boxes: HostFolders, tmp_path: Path
) -> None:
    async with boxes.open(spec()) as box:
        await box.exec("mkdir -p a/b; echo x > a/b/c; chmod 000 a/b a; ln -s / link")

    assert list((tmp_path / "boxes").iterdir()) == []


async def test_folders_deeper_than_our_stack_go_with_their_box(
    boxes: HostFolders, tmp_path: Path
) -> None:
    dig = "i=0; while [ $i -lt 1500 ]; do mkdir d && cd d || exit 1; i=$((i + 1)); done"

    async with boxes.open(spec()) as box:
        done = await box.exec(dig)
        with pytest.raises(SandboxError, match="copying"):
            await box.freeze()

    assert done.exit_code == 0
    assert not list((tmp_path / "boxes").iterdir())


async def test_somebody_who_looks_into_a_box_survives_its_end(boxes: HostFolders) -> None:
    async with boxes.open(spec()) as box:
        await box.exec("true")
        folder = box.path("/app")
        watcher = look_into(folder)
    try:
        assert watcher.poll() is None
    finally:
        watcher.kill()
        watcher.communicate()


async def test_a_child_that_outlives_its_command_does_not_hold_it_up(boxes: HostFolders) -> None:
    async with boxes.open(spec()) as box:
        begun = time.monotonic()
        result = await box.exec("echo first; sleep 30 &")

    assert result.stdout == b"first\n"
    assert time.monotonic() - begun < 10


async def test_the_folder_of_another_program_is_no_frozen_box(
    boxes: HostFolders, tmp_path: Path
) -> None:
    (tmp_path / "frozen-x").mkdir()
    for token in (str(tmp_path / "frozen-x"), "/", "frozen-x", str(tmp_path / "boxes/task-t1")):
        with pytest.raises(SandboxError, match="frozen"):
            async with boxes.open(spec("v1", start_from=token)):
                pytest.fail("opened")


async def test_what_is_frozen_goes_with_its_box(boxes: HostFolders, tmp_path: Path) -> None:
    async with boxes.open(spec()) as box:
        await box.freeze()

    assert list((tmp_path / "boxes").iterdir()) == []


OUR_PROGRAMS = Path(sys.executable).resolve().parent


async def test_a_host_whose_only_python_is_ours_lends_it(
    boxes: HostFolders, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("saddle_engine.adapters.none.box.PATH", "/nowhere")
    async with boxes.open(spec()) as box:
        result = await box.exec(["/bin/sh", "-c", 'echo "$PATH"'])

    assert result.stdout.decode().strip() == f"/nowhere:{OUR_PROGRAMS}"


async def test_no_descriptor_of_ours_reaches_a_command(boxes: HostFolders, tmp_path: Path) -> None:
    secret = os.open(tmp_path, os.O_RDONLY)
    os.set_inheritable(secret, True)
    try:
        async with boxes.open(spec()) as box:
            listed = await box.exec(["ls", "-l", "/proc/self/fd"])
    finally:
        os.close(secret)

    assert str(tmp_path).encode() + b"\n" not in listed.stdout
