"""Images of a run, found or built before anything is spent."""

import os
import time
from collections.abc import Callable, Sequence

from saddle_engine.errors import BenchmarkBroken, ConfigError
from saddle_engine.ports import Benchmark, Sandboxes
from saddle_engine.types.boxes import BoxSpec
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
        say: told in a line what is being done, and what is odd.
        harness_image: of harness and check boxes; empty for the usual one.

    Raises:
        ConfigError: with a line for each image that cannot be had (at most ten), and what to do.
        SandboxError: the images could not be looked for.
    """
    problems: dict[str, None] = {}
    try:
        say("looking for the image of harness boxes")
        await boxes.image(harness_image)
    except BenchmarkBroken as why:
        problems[str(why)] = None
    for number, task in enumerate(tasks, start=1):
        where = f"image {number} of {len(tasks)}, task {task.id}"
        say(where)
        begun = time.monotonic()
        try:
            for odd in oddities(await benchmark.spec(task, boxes)):
                say(f"task {task.id} {odd}")
        except BenchmarkBroken as why:
            problems[str(why)] = None
        if (seconds := time.monotonic() - begun) > SLOW_S:
            say(f"{where}: {seconds:.0f} s")
    if problems:
        raise ConfigError(_told(list(problems)))


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
