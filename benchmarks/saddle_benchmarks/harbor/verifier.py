"""Scoring: the task's tests, in a box the agent never touched, over what the agent left."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path, PurePosixPath

from saddle_benchmarks.harbor.artifacts import copy_artifacts
from saddle_benchmarks.harbor.folder import TaskFolder
from saddle_benchmarks.harbor.reward import read_reward
from saddle_benchmarks.harbor.task_toml import VerifierMode
from saddle_engine.errors import BenchmarkBroken, BoxSpent
from saddle_engine.ports import Sandbox, Sandboxes
from saddle_engine.types.boxes import BoxKind, BoxSpec, ExecResult, Mount
from saddle_engine.types.rollout import Verdict

TESTS = "/tests"
LOGS = "/logs/verifier"
_DETAIL_BYTES = 4_000
_BESIDE_THE_AGENT = "[verified in the agent's own box, beside whatever it left running]\n"


async def score(
    found: TaskFolder, spec: BoxSpec, box: Sandbox, boxes: Sandboxes, staged: Path | None
) -> Verdict:
    """The verdict on the work in `box`.

    Args:
        found: the task.
        spec: of `box`, with the user and the network of the verifier.
        box: the agent's box; stopped here, unless the task asks for its live processes.
        boxes: where the verifier's box is opened.
        staged: the tests as a folder to mount; None writes them into the box.

    Raises:
        BenchmarkBroken: the tests did not end in time or gave no score in [0,1].
    """
    shared = found.toml.verifier.environment_mode is VerifierMode.SHARED
    if shared:
        return await _judge(found, spec, box, written=True, note=_BESIDE_THE_AGENT)
    async with _fresh(found, spec, box, boxes, staged) as fresh:
        return await _judge(found, spec, fresh, written=staged is None, note="")


@asynccontextmanager
async def _fresh(
    found: TaskFolder, spec: BoxSpec, box: Sandbox, boxes: Sandboxes, staged: Path | None
) -> AsyncIterator[Sandbox]:
    """A new box with the agent's files: the declared artifacts, or all of them."""
    artifacts = found.toml.artifacts
    mounts = (Mount(source=staged, target=PurePosixPath(TESTS)),) if staged else ()
    changes = {
        "kind": BoxKind.VERIFIER,
        "name": f"{spec.name[:74]}-verify",
        "start_from": "" if artifacts else await box.freeze(),
        "mounts": mounts,
    }
    async with boxes.open(spec.model_copy(update=changes)) as fresh:
        if artifacts:
            await copy_artifacts(artifacts, spec.workdir, box, fresh)
        yield fresh


async def _judge(
    found: TaskFolder, spec: BoxSpec, box: Sandbox, *, written: bool, note: str
) -> Verdict:
    try:
        if written:
            await _write_tests(found, box)
        ran = await _run_tests(found, spec.workdir, box)
        return await _verdict(found, box, ran, note)
    except BoxSpent as why:  # while tests run, nobody can say whose fault that is
        raise BenchmarkBroken(
            f"the verifier of task {found.task.id} has lost its box: {why}"
        ) from why


async def _verdict(found: TaskFolder, box: Sandbox, ran: ExecResult, note: str) -> Verdict:
    output = note.encode() + (ran.stdout + ran.stderr)[-_DETAIL_BYTES + len(note) :]
    detail = output.decode(errors="replace")
    try:
        if ran.timed_out:
            limit = found.toml.verifier.timeout_sec
            raise BenchmarkBroken(f"did not end within {limit:g} s")
        return Verdict(score=await read_reward(box, LOGS), detail=detail)
    except BenchmarkBroken as error:
        raise BenchmarkBroken(
            f"the verifier of task {found.task.id} {error}; its last output: {detail[-400:].strip()!r}"
        ) from error


async def _write_tests(found: TaskFolder, box: Sandbox) -> None:
    """Put the tests where the agent may have left traps; theirs are removed first."""
    await box.exec(["rm", "-rf", box.path(TESTS)])
    for file in found.tests:
        content = await asyncio.to_thread(file.source.read_bytes)
        await box.write(f"{TESTS}/{file.path}", content, executable=file.executable)


async def _run_tests(found: TaskFolder, workdir: str, box: Sandbox) -> ExecResult:
    """Run `tests/test.sh` over an empty log folder; its exit code means nothing.

    /logs may be a link that the agent left, and may hold artifacts that the task declares.
    """
    tests, logs = box.path(TESTS), box.path(LOGS)
    parent = box.path(str(PurePosixPath(LOGS).parent))
    clean = (
        '[ ! -L "$0" ] || rm -f "$0"; rm -rf "$SADDLE_LOGS" && mkdir -p "$SADDLE_LOGS" && exec "$@"'
    )
    return await box.exec(
        ["sh", "-c", clean, parent, *_interpreter(found), f"{tests}/test.sh"],
        cwd=workdir,
        env={**found.verifier_env, "SADDLE_TESTS": tests, "SADDLE_LOGS": logs},
        timeout_s=found.toml.verifier.timeout_sec,
    )


def _interpreter(found: TaskFolder) -> list[str]:
    """What the first line of test.sh names, so that its executable bit does not matter."""
    with (found.folder / "tests" / "test.sh").open("rb") as script:
        first = script.readline(200).decode(errors="replace").strip()
    words = first.removeprefix("#!").split(None, 1) if first.startswith("#!") else []
    return words or ["sh"]
