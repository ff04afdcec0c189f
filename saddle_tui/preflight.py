"""What must hold before a run may spend anything."""

import sys
from pathlib import Path

from saddle_engine.adapters.images import prepare_images
from saddle_engine.errors import ConfigError, SandboxError
from saddle_engine.ports import Benchmark, HarnessStore, Sandboxes
from saddle_engine.stages.loading import why_not_loading
from saddle_engine.types.patch import Patched
from saddle_engine.types.rollout import Split
from saddle_tui.keys import key_of
from saddle_tui.models import optimizer_id, task_id
from saddle_tui.prices import price_of
from saddle_tui.settings import Settings
from saddle_tui.tasks import test_cost
from saddle_tui.text.safe import clean


def check_isolation(settings: Settings, *, unsandboxed: bool) -> None:
    """Refuse `none` boxes for code that nobody vouches for.

    Raises:
        ConfigError: naming the key and the ways out.
    """
    if settings.sandbox.kind == "none" and not is_ours(settings) and not unsandboxed:
        raise ConfigError(
            '[sandbox] kind = "none" runs a harness that an optimizer rewrites as your own user, '
            "with your files and network; use docker, or say --unsandboxed if you accept that"
        )


def is_ours(settings: Settings) -> bool:
    """Whether all harness code comes from us: a bundled one that our simulated optimizer rewrites."""
    return bool(settings.harness.bundled) and settings.model.optimizer.provider == "simulated"


def check_models(settings: Settings) -> None:
    """Refuse models that could not be asked, or whose calls could not be booked.

    Raises:
        ConfigError: one has no name, no price or no key.
    """
    names = {"task": task_id, "optimizer": optimizer_id}
    for role, name in names.items():
        section = getattr(settings.model, role)
        name(section)
        price_of(section, settings)
        if section.provider != "simulated":
            key_of(section)


def check_limits(settings: Settings, benchmark: Benchmark) -> None:
    """Refuse limits under which no result can be had.

    Raises:
        ConfigError: naming what is needed.
    """
    limit, dev = settings.limits.rollouts, len(benchmark.tasks(Split.DEV))
    test = test_cost(settings, benchmark)
    if limit is not None and limit < dev + test:
        raise ConfigError(
            f"[limits] rollouts = {limit} does not cover the seed's dev run and the test: "
            f"expected at least {dev + test} (dev {dev}, test {test})"
        )


async def reaped(boxes: Sandboxes) -> int:
    """How many things of dead engines were removed, which shows that the sandbox is there.

    Raises:
        ConfigError: it is not; saying what to do.
    """
    try:
        return await boxes.reap()
    except SandboxError as why:
        raise ConfigError(
            f'[sandbox] kind = "{boxes.name}" cannot be used: {_line(why)}; start Docker (try '
            "`docker info`), or use --sandbox none where you may"
        ) from why


async def check_tasks(boxes: Sandboxes, benchmark: Benchmark, image: str) -> None:
    """Refuse tasks that need more than a sandbox has; have every image, built when it must be.

    Args:
        boxes: where the tasks will run.
        benchmark: of the tasks.
        image: of harness boxes.

    Raises:
        ConfigError: naming the task, or the images that cannot be had.
    """
    tasks = [task for split in Split for task in benchmark.tasks(split)]
    try:
        await prepare_images(benchmark, boxes, tasks, _tell, image)
    except SandboxError as trouble:
        raise ConfigError(f"the images cannot be looked for: {_line(trouble)}") from trouble


async def check_seed(
    boxes: Sandboxes, store: HarnessStore, seed: Patched, image: str, folder: Path
) -> None:
    """Refuse a harness that does not even load; a patch of it could not either.

    Raises:
        ConfigError: with the harness's own last words, or why there is no box for it.
    """
    await store.export(seed.tree, folder)
    try:
        why = await why_not_loading(boxes, folder, seed.tree, image)
    except SandboxError as trouble:
        raise ConfigError(f"the harness cannot be tried: {_line(trouble)}") from trouble
    if why:
        raise ConfigError(f"the harness {_line(why)}")


def _tell(line: str) -> None:
    sys.stderr.write(f"saddle-tui: {clean(line)}\n")


def _line(text: object) -> str:
    """Many lines as one."""
    return " ".join(str(text).split())
