"""A harness at work: its box, its open door, and the first thing that ends it."""

import asyncio
import os
import shutil
from collections.abc import AsyncIterator, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass
from pathlib import Path, PurePosixPath

from saddle_engine.adapters.mediator.door import open_door
from saddle_engine.adapters.mediator.elapsed import Elapsed
from saddle_engine.adapters.mediator.ending import Broke, Ending, Exited, Finished, TimedOut
from saddle_engine.adapters.mediator.messages import Allowed
from saddle_engine.adapters.mediator.session import Session
from saddle_engine.errors import SandboxError
from saddle_engine.ports import Clock, Sandbox, Sandboxes
from saddle_engine.types.boxes import BoxKind, BoxSpec, ExecResult, Mount

HARNESS = PurePosixPath("/harness")
DOOR = PurePosixPath("/svc")
BYTECODE = PurePosixPath("/pycache")
SOCKET = "saddle.sock"

SOCKET_PATH_BYTES = 100
"""Unix socket addresses hold 108."""
EXIT_S = 0.5
"""What a harness that has finished gets to end in peace, so that its last words are kept."""
LOOK_S = 1.0
"""How often the rollout's clock is looked at; a replay moves it in jumps."""
BACKSTOP_S = 30 * 24 * 3600.0
"""Beyond the rollout's seconds, for time that is not charged: boxes being built, a run that is paused for a
weekend. The rollout's own clock is what ends it."""
STDERR_TAIL = 4_000


@dataclass(frozen=True)
class Play:
    """What is needed to put one harness to work."""

    name: str
    """Of the harness box: stable over retries and resumes."""
    image: str
    tree: Path
    """The staged, read-only files of the harness."""
    start: Sequence[str]
    seed: int
    leaf: Path
    """A folder of this rollout alone, for its socket."""
    allowed: Allowed
    seconds: float
    bytecode: Path | None = None
    """Where compiled modules are kept between rollouts; None: where the box has them, if it has."""


async def play(
    plan: Play, session: Session, boxes: Sandboxes, elapsed: Elapsed, clock: Clock
) -> tuple[Ending, str]:
    """Run a harness until something ends it; nothing of it is left afterwards.

    Returns:
        How it ended, and the tail of its stderr (empty when it had to be killed).
    """
    exited: asyncio.Future[ExecResult] = asyncio.get_running_loop().create_future()
    async with (
        _leaf(plan.leaf) as socket,
        open_door(session, socket, plan.allowed, plan.seconds),
        asyncio.TaskGroup() as group,
    ):
        harness = group.create_task(_harness(plan, session, boxes, elapsed, exited))
        watch = group.create_task(_watch(session, clock))
        ending = await session.ended
        watch.cancel()
        if isinstance(ending, Finished):
            await asyncio.wait([exited], timeout=EXIT_S)
        if not exited.done():
            harness.cancel()
    return ending, _tail(exited.result().stderr) if exited.done() else ""


async def _harness(
    plan: Play,
    session: Session,
    boxes: Sandboxes,
    elapsed: Elapsed,
    exited: asyncio.Future[ExecResult],
) -> None:
    """The harness process from start to exit."""
    try:
        async with AsyncExitStack() as stack:
            with elapsed.paused():
                box = await stack.enter_async_context(boxes.open(_spec(plan)))
            done = await _start(plan, box)
            exited.set_result(done)
            session.end(TimedOut() if done.timed_out else Exited(done.exit_code))
    except SandboxError as error:
        session.end(Broke(error))


def _tail(stderr: bytes) -> str:
    return stderr.decode("utf-8", "replace")[-STDERR_TAIL:]


def _spec(plan: Play) -> BoxSpec:
    return BoxSpec(
        kind=BoxKind.HARNESS,
        name=plan.name,
        image=plan.image,
        workdir=str(HARNESS),
        mounts=(
            Mount(source=plan.tree, target=HARNESS),
            Mount(source=plan.leaf, target=DOOR),
            *([Mount(source=plan.bytecode, target=BYTECODE)] if plan.bytecode else []),
        ),
    )


async def _start(plan: Play, box: Sandbox) -> ExecResult:
    """PATH, HOME, LANG and TZ come from the box; the rest of the environment is this."""
    env = {
        "SADDLE_SOCKET": box.path(str(DOOR / SOCKET)),
        "SADDLE_SEED": str(plan.seed),
        "PYTHONHASHSEED": "0",
        "PYTHONPYCACHEPREFIX": box.path(str(BYTECODE)),
    }
    timeout_s = plan.seconds + BACKSTOP_S
    return await box.exec(list(plan.start), cwd=str(HARNESS), env=env, timeout_s=timeout_s)


async def _watch(session: Session, clock: Clock) -> None:
    """End the rollout when its seconds are used up, also when the harness says nothing at all."""
    while not session.timed_out:
        left = session.seconds_left
        await clock.sleep(min(left, LOOK_S) if left > 0 else LOOK_S)
    session.end(TimedOut())


@asynccontextmanager
async def _leaf(leaf: Path) -> AsyncIterator[Path]:
    """The folder that the box sees; the private folder above keeps everyone else out."""
    socket = leaf / SOCKET
    if len(os.fsencode(socket)) > SOCKET_PATH_BYTES:
        raise SandboxError(f"the socket path {socket} is longer than {SOCKET_PATH_BYTES} bytes")
    await asyncio.to_thread(_make, leaf)
    try:
        yield socket
    finally:
        await asyncio.to_thread(shutil.rmtree, leaf, ignore_errors=True)


def _make(leaf: Path) -> None:
    leaf.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    leaf.mkdir(mode=0o755, exist_ok=True)
    leaf.chmod(0o755)
