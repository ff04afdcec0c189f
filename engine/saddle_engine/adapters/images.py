"""Images of a run, found or built before anything is spent."""

import asyncio
import os
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager

from saddle_engine.errors import BenchmarkBroken, ConfigError
from saddle_engine.ports import Benchmark, Sandboxes
from saddle_engine.types.boxes import BoxKind, BoxSpec
from saddle_engine.types.rollout import Task

SHOWN = 10
SLOW_S = 1.0


async def prepare_images(
    benchmark: Benchmark,
    boxes: Sandboxes,
    tasks: Sequence[Task],
    say: Callable[[str], None],
    harness_image: str = "",
) -> None:
    """Find or build the image of every task, and that of harness boxes.

    Args:
        benchmark: of the tasks.
        boxes: where they will run.
        tasks: of all splits.
        say: told in a line what takes more than a second, and what a task cannot have here.
        harness_image: of harness and check boxes; empty for the usual one.

    Raises:
        ConfigError: with a line for each image that cannot be had (at most ten), and what to do.
        SandboxError: the images could not be looked for.
    """
    problems: dict[str, None] = {}
    with _noting(problems), _saying(say, "preparing the image of harness boxes"):
        await boxes.image(harness_image)
        async with boxes.open(BoxSpec(kind=BoxKind.CHECK, name="prepare", image=harness_image)):
            pass  # what is made once of an image is made now
    for number, task in enumerate(tasks, start=1):
        where = f"preparing the image of task {task.id} ({number} of {len(tasks)})"
        with _noting(problems), _saying(say, where):
            for oddity in oddities(await benchmark.spec(task, boxes)):
                say(f"task {task.id} {oddity}")
    if problems:
        raise ConfigError(_told(list(problems)))


@contextmanager
def _noting(problems: dict[str, None]) -> Iterator[None]:
    """Equal images have one problem."""
    try:
        yield
    except BenchmarkBroken as why:
        problems[str(why)] = None


@contextmanager
def _saying(say: Callable[[str], None], what: str) -> Iterator[None]:
    """Say what takes long while it does, and how long it took."""
    begun = time.monotonic()
    note = asyncio.get_running_loop().call_later(SLOW_S, say, what)
    try:
        yield
    finally:
        note.cancel()
    if (seconds := time.monotonic() - begun) > SLOW_S:
        say(f"{what}: {seconds:.0f} s")


def oddities(spec: BoxSpec) -> list[str]:
    """What a task asks for and this machine has not got: it runs, with what there is."""
    cpus, memory_mb = os.cpu_count() or 1, _memory_mb()
    found = []
    if spec.cpus > cpus:
        found.append(f"asks for {spec.cpus:g} processors and gets all {cpus} of this machine")
    if spec.memory_mb > memory_mb:
        found.append(f"may use {spec.memory_mb} MB of memory and this machine has {memory_mb}")
    return found


def _memory_mb() -> int:
    return os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") >> 20


def _told(problems: list[str]) -> str:
    more = [f"and {len(problems) - SHOWN} more"] if len(problems) > SHOWN else []
    shown = "\n".join([*problems[:SHOWN], *more])
    return f"the run has not begun and nothing was spent; these images cannot be had:\n{shown}"
