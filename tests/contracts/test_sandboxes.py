"""What every kind of box promises."""

import asyncio
import os
import signal
import subprocess
import sys
import time
from pathlib import Path, PurePosixPath

import pytest

from saddle_engine.errors import PathRefused, SandboxError
from saddle_engine.ports import Sandboxes
from saddle_engine.types.boxes import BoxKind, Mount
from tests.engine.boxes_rig import LINGER, Place, appears, docker_problem, runs, spec, until

TOKEN = f"token{os.urandom(4).hex()}"
"""Tells the processes of these tests from all others: in `none`, boxes see the whole host's."""


@pytest.fixture(params=["none", pytest.param("docker", marks=pytest.mark.docker)])
def place(request: pytest.FixtureRequest, tmp_path: Path) -> Place:
    if request.param == "docker" and docker_problem():
        pytest.skip(docker_problem())
    return Place(request.param, tmp_path / "boxes")


@pytest.fixture
def boxes(place: Place) -> Sandboxes:
    return place.boxes()


async def test_a_command_reports_its_exit_code_and_both_streams(boxes: Sandboxes) -> None:
    async with boxes.open(spec()) as box:
        result = await box.exec("echo out; echo err >&2; exit 3")

    assert (result.exit_code, result.stdout, result.stderr) == (3, b"out\n", b"err\n")
    assert not result.timed_out
    assert not result.truncated


async def test_words_reach_a_program_as_they_are(boxes: Sandboxes) -> None:
    async with boxes.open(spec()) as box:
        result = await box.exec(["printf", "%s|", "a b", "$HOME", "'", ""])

    assert result.stdout == b"a b|$HOME|'||"


async def test_bytes_that_are_no_text_come_back_unchanged(boxes: Sandboxes) -> None:
    async with boxes.open(spec()) as box:
        result = await box.exec(["printf", r"\377\376\000\303"])

    assert result.stdout == b"\xff\xfe\x00\xc3"


async def test_what_cannot_be_run_is_a_result_and_no_error(boxes: Sandboxes) -> None:
    async with boxes.open(spec()) as box:
        codes = [
            (await box.exec(["no-such-program"])).exit_code,
            (await box.exec("true", cwd="/no/such/folder")).exit_code,
            (await box.exec("echo a\0b")).exit_code,
            (await box.exec("echo \ud800")).exit_code,
        ]

    assert codes == [127, 126, 126, 126]


async def test_input_larger_than_a_pipe_reaches_a_command(boxes: Sandboxes) -> None:
    async with boxes.open(spec()) as box:
        counted = await box.exec("cat | wc -c", stdin=b"x" * 1_000_000)
        ignored = await box.exec("true", stdin=b"x" * 1_000_000)

    assert counted.stdout.strip() == b"1000000"
    assert ignored.exit_code == 0


async def test_a_command_without_input_finds_its_end(boxes: Sandboxes) -> None:
    async with boxes.open(spec()) as box:
        assert (await box.exec("cat", timeout_s=10)).exit_code == 0


async def test_commands_start_in_the_working_folder_or_where_told(boxes: Sandboxes) -> None:
    async with boxes.open(spec()) as box:
        await box.exec("mkdir sub")

        assert (await box.exec("pwd")).stdout.decode().strip() == box.path("/app")
        assert (await box.exec("pwd", cwd="sub")).stdout.decode().strip() == box.path("/app/sub")


async def test_output_beyond_the_cap_is_dropped_and_said(boxes: Sandboxes) -> None:
    async with boxes.open(spec()) as box:
        result = await box.exec("yes | head -c 5000000; echo done >&2", limit_bytes=1000)

    assert len(result.stdout) == 1000
    assert (result.truncated, result.stderr, result.exit_code) == (True, b"done\n", 0)


async def test_a_command_that_prints_without_end_is_ended(boxes: Sandboxes) -> None:
    async with boxes.open(spec()) as box:
        result = await box.exec(["yes", TOKEN], limit_bytes=1000, timeout_s=60)
        left = await runs(box, TOKEN)

    assert (result.exit_code, result.truncated, result.timed_out) == (137, True, False)
    assert not left


async def test_a_time_out_keeps_the_output_and_leaves_no_process(boxes: Sandboxes) -> None:
    command = (
        f"trap '' TERM; echo before; setsid {LINGER} {TOKEN}-grandchild & {LINGER} {TOKEN}-child"
    )
    async with boxes.open(spec()) as box:
        result = await box.exec(command, timeout_s=0.5)
        left = await runs(box, f"{TOKEN}-grandchild") or await runs(box, f"{TOKEN}-child")

    assert (result.stdout, result.timed_out, result.exit_code) == (b"before\n", True, 137)
    assert not left


async def test_a_time_out_spares_the_other_commands_of_the_box(boxes: Sandboxes) -> None:
    async with boxes.open(spec()) as box:
        await box.exec(f"setsid {LINGER} {TOKEN}-server >/dev/null 2>&1 &")
        await box.exec(f"{LINGER} {TOKEN}-victim", timeout_s=0.2)

        assert await runs(box, f"{TOKEN}-server")


async def test_a_cancelled_command_leaves_nothing(boxes: Sandboxes) -> None:
    async with boxes.open(spec()) as box:
        async with asyncio.TaskGroup() as group:
            command = (
                f"echo x > started; setsid {LINGER} {TOKEN}-grandchild & {LINGER} {TOKEN}-child"
            )
            running = group.create_task(box.exec(command))
            await appears(box, "started")
            running.cancel()

        assert not await runs(box, f"{TOKEN}-grandchild")
        assert not await runs(box, f"{TOKEN}-child")


async def test_a_command_cancelled_at_any_moment_leaves_nothing(boxes: Sandboxes) -> None:
    async with boxes.open(spec()) as box:
        for moment_s in (0.0, 0.001, 0.003, 0.01, 0.03):
            with pytest.raises(TimeoutError):
                async with asyncio.timeout(moment_s):
                    await box.exec(f"setsid {LINGER} {TOKEN}-early")

        assert not await runs(box, f"{TOKEN}-early")


async def test_a_file_is_written_with_its_folders_and_read_in_parts(boxes: Sandboxes) -> None:
    content = bytes(range(256)) * 4000
    async with boxes.open(spec()) as box:
        await box.write("deep/er/data", content)
        await box.write("deep/er/data", content)

        assert await box.read("/app/deep/er/data", limit=2_000_000) == content
        assert await box.read("deep/er/data", offset=255, limit=3) == b"\xff\x00\x01"
        assert await box.read("deep/er/data", offset=2_000_000) == b""


async def test_a_shorter_text_replaces_a_longer_one(boxes: Sandboxes) -> None:
    async with boxes.open(spec()) as box:
        await box.write("note", b"a long text")
        await box.write("note", b"")

        assert await box.read("note") == b""


async def test_an_executable_file_can_be_run(boxes: Sandboxes) -> None:
    async with boxes.open(spec()) as box:
        await box.write("-odd name", b"#!/bin/sh\necho ran\n", executable=True)

        assert (await box.exec(["./-odd name"])).stdout == b"ran\n"


async def test_commands_and_files_agree_on_what_a_path_is(boxes: Sandboxes) -> None:
    async with boxes.open(spec()) as box:
        await box.write("/data/x", b"1")
        result = await box.exec(["cat", box.path("/data/x")])

    assert result.stdout == b"1"


async def test_what_is_no_plain_file_is_not_found(boxes: Sandboxes) -> None:
    async with boxes.open(spec()) as box:
        await box.exec("mkdir folder; mkfifo pipe; touch plain")
        for path in ("absent", "absent/below", "plain/below", "folder", "pipe", "/app", "/"):
            with pytest.raises(FileNotFoundError):
                await box.read(path)


async def test_what_cannot_be_written_is_refused(boxes: Sandboxes) -> None:
    async with boxes.open(spec()) as box:
        await box.exec("mkdir folder; mkfifo pipe; touch plain")
        for path in ("plain/below", "folder", "pipe", "/app", "/"):
            with pytest.raises(PathRefused):
                await box.write(path, b"x")


@pytest.mark.parametrize("path", ["../../../etc/passwd", "/..", "", "a\0b", "\ud800", "x" * 5000])
async def test_a_path_that_leaves_the_box_is_refused(boxes: Sandboxes, path: str) -> None:
    async with boxes.open(spec()) as box:
        with pytest.raises(PathRefused):
            await box.read(path)
        with pytest.raises(PathRefused):
            await box.write(path, b"")


async def test_a_link_to_outside_shows_and_changes_nothing_there(
    boxes: Sandboxes, tmp_path: Path
) -> None:
    secret = tmp_path / "secret"
    secret.write_text("host")
    async with boxes.open(spec()) as box:
        await box.exec(["ln", "-s", str(secret), "link"])
        await box.exec(["ln", "-s", str(tmp_path), "folder"])
        with pytest.raises(PathRefused):
            await box.read("link")
        with pytest.raises(PathRefused):
            await box.write("link", b"box")
        with pytest.raises((PathRefused, FileNotFoundError)):
            await box.read("folder/secret")

    assert secret.read_text() == "host"


async def test_the_environment_holds_what_was_given_and_nothing_of_ours(
    boxes: Sandboxes, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("ANTHROPIC_API_KEY", "sk-secret")
    async with boxes.open(spec()) as box:
        result = await box.exec("env", env={"GIVEN": "yes"})

    seen = dict(line.split("=", 1) for line in result.stdout.decode().splitlines())
    assert (seen["GIVEN"], seen["TZ"], seen["LANG"]) == ("yes", "UTC", "C.UTF-8")
    extra = {"GIVEN", "PATH", "HOME", "TMPDIR", "LANG", "TZ", "PWD", "HOSTNAME", "SADDLE_EXEC"}
    assert seen.keys() <= extra | {"SHLVL", "OLDPWD", "_"}


async def test_a_frozen_box_gives_its_files_and_no_process(boxes: Sandboxes) -> None:
    async with boxes.open(spec()) as box:
        await box.write("/app/work", b"done")
        await box.exec("ln -s work link; mkfifo pipe")
        await box.exec(f"setsid {LINGER} {TOKEN}-server >/dev/null 2>&1 &")
        token = await box.freeze()
        with pytest.raises(SandboxError):
            await box.exec("true")
        async with boxes.open(spec("v1", BoxKind.VERIFIER, start_from=token)) as verifier:
            assert await verifier.read("/app/work") == b"done"
            assert (await verifier.exec("readlink link")).stdout == b"work\n"
            assert not await runs(verifier, f"{TOKEN}-server")


async def test_what_a_verifier_changes_is_not_in_the_frozen_box(boxes: Sandboxes) -> None:
    async with boxes.open(spec()) as box:
        await box.write("work", b"agent")
        token = await box.freeze()
        for name in ("v1", "v2"):
            async with boxes.open(spec(name, BoxKind.VERIFIER, start_from=token)) as verifier:
                assert await verifier.read("work") == b"agent"
                await verifier.write("work", b"verifier")


async def test_a_token_that_no_box_gave_is_refused(boxes: Sandboxes, tmp_path: Path) -> None:
    with pytest.raises(SandboxError):
        async with boxes.open(spec(start_from=str(tmp_path))):
            pytest.fail("opened")


async def test_a_closed_box_leaves_nothing_and_does_nothing(boxes: Sandboxes) -> None:
    async with boxes.open(spec()) as box:
        await box.write("x", b"1")
        await box.exec(f"setsid {LINGER} {TOKEN}-server >/dev/null 2>&1 &")
    with pytest.raises(SandboxError):
        await box.exec("true")
    async with boxes.open(spec()) as again:
        with pytest.raises(FileNotFoundError):
            await again.read("x")
        assert not await runs(again, f"{TOKEN}-server")

    assert await boxes.reap() == 0


async def test_a_box_is_removed_when_its_user_fails_or_is_cancelled(boxes: Sandboxes) -> None:
    with pytest.raises(KeyError):
        async with boxes.open(spec("fails")) as box:
            raise KeyError
    with pytest.raises(TimeoutError):
        async with asyncio.timeout(0.001), boxes.open(spec("cut")) as box:
            await box.exec("sleep 30")

    assert await boxes.reap() == 0


async def test_boxes_of_one_name_take_turns(boxes: Sandboxes) -> None:
    order: list[str] = []

    async def use(name: str) -> None:
        async with boxes.open(spec()) as box:
            order.append(f"{name} in")
            await box.exec("true")
            order.append(f"{name} out")

    async with asyncio.TaskGroup() as group:
        group.create_task(use("a"))
        group.create_task(use("b"))

    assert order in (["a in", "a out", "b in", "b out"], ["b in", "b out", "a in", "a out"])


async def test_boxes_of_one_name_and_two_kinds_are_two_boxes(boxes: Sandboxes) -> None:
    async with boxes.open(spec()) as task, boxes.open(spec(kind=BoxKind.VERIFIER)) as verifier:
        await task.write("x", b"1")
        with pytest.raises(FileNotFoundError):
            await verifier.read("x")


async def test_a_mounted_folder_is_seen_and_cannot_be_written(
    boxes: Sandboxes, tmp_path: Path
) -> None:
    (tmp_path / "tests").mkdir()
    (tmp_path / "tests" / "check").write_text("sum")
    mount = Mount(source=tmp_path / "tests", target=PurePosixPath("/tests"))
    async with boxes.open(spec().model_copy(update={"mounts": (mount,)})) as box:
        assert await box.read("/tests/check") == b"sum"
        assert (await box.exec(["cat", box.path("/tests/check")])).stdout == b"sum"
        with pytest.raises(PathRefused):
            await box.write("/tests/check", b"mine")

    assert (tmp_path / "tests" / "check").read_text() == "sum"


async def test_building_names_an_image_that_boxes_can_start_from(
    boxes: Sandboxes, tmp_path: Path
) -> None:
    (tmp_path / "Dockerfile").write_text("FROM debian:bookworm-slim\nWORKDIR /app\n")
    image = await boxes.build(tmp_path, "saddle-contract", timeout_s=60)

    async with boxes.open(spec().model_copy(update={"image": image})) as box:
        assert (await box.exec("true")).exit_code == 0


ENGINE = """
import asyncio, sys
from pathlib import Path
from tests.engine.boxes_rig import LINGER, Place, spec

async def main() -> None:
    place = Place(sys.argv[1], Path(sys.argv[2]), sys.argv[3])
    async with place.boxes().open(spec("orphan")) as box:
        await box.write("x", b"1")
        await box.exec(f"setsid {LINGER} {sys.argv[3]} >/dev/null 2>&1 &")
        print("ready", flush=True)
        await asyncio.Event().wait()

asyncio.run(main())
"""


def start_and_kill_an_engine(place: Place) -> None:
    argv = [sys.executable, "-c", ENGINE, place.kind, str(place.base), place.run]
    with subprocess.Popen(argv, stdout=subprocess.PIPE) as engine:
        assert engine.stdout is not None
        assert engine.stdout.readline() == b"ready\n"
        os.kill(engine.pid, signal.SIGKILL)


async def test_what_a_killed_engine_left_is_reaped_and_an_open_box_is_not(place: Place) -> None:
    start_and_kill_an_engine(place)
    boxes = place.boxes()
    async with boxes.open(spec("mine")) as mine:
        removed = await boxes.reap()

        assert removed >= 1
        assert not await runs(mine, place.run)
        assert (await mine.exec("true")).exit_code == 0
    assert await boxes.reap() == 0


async def test_a_box_that_a_killed_engine_left_does_not_stand_in_the_way(place: Place) -> None:
    start_and_kill_an_engine(place)

    async with place.boxes().open(spec("orphan")) as box:
        with pytest.raises(FileNotFoundError):
            await box.read("x")
        assert not await runs(box, place.run)


async def test_reaping_spares_the_boxes_of_other_living_runs(place: Place) -> None:
    other = Place(place.kind, place.base.with_name("others"))
    async with other.boxes().open(spec("theirs")) as theirs:
        await place.boxes().reap()

        assert (await theirs.exec("true")).exit_code == 0


async def test_a_long_command_holds_up_no_other(boxes: Sandboxes) -> None:
    async with boxes.open(spec()) as box, asyncio.TaskGroup() as group:
        long = [group.create_task(box.exec("echo x > w; sleep 60")) for _ in range(20)]
        await appears(box, "w")
        begun = time.monotonic()
        async with asyncio.timeout(10):
            assert (await box.exec("echo quick")).stdout == b"quick\n"
        assert time.monotonic() - begun < 10
        for task in long:
            task.cancel()


async def test_descriptors_do_not_leak(boxes: Sandboxes) -> None:
    def open_ones() -> int:
        return len(list(Path("/proc/self/fd").iterdir()))

    async with boxes.open(spec()) as box:

        async def use() -> None:
            for _ in range(8):
                await box.exec("true", stdin=b"x")
                await box.exec("sleep 9", timeout_s=0.01)

        await use()  # fills the pool of connections
        before = open_ones()
        await use()

        async def settled() -> bool:
            return open_ones() <= before + 3

        await until(settled)
