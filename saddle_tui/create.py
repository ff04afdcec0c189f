"""A new run: everything is checked before anything is spent."""

import asyncio
import hashlib
import shutil
import tempfile
from pathlib import Path

from saddle_engine.adapters.clock import SystemClock
from saddle_engine.adapters.gitstore import GitStore
from saddle_engine.errors import ConfigError
from saddle_engine.events import RunStarted
from saddle_engine.harness.manifest import read_manifest
from saddle_engine.ports import Benchmark
from saddle_engine.types.base import Digest
from saddle_engine.types.rollout import Split
from saddle_engine.types.taxonomy import Phase
from saddle_runs.folder import RunFolder
from saddle_runs.folder import create_run as create_folder
from saddle_runs.journal import RunJournal
from saddle_tui import __version__
from saddle_tui.settings import Settings
from saddle_tui.wiring import benchmark_of, test_cost


def create_run(home: Path, settings: Settings, name: str, *, unsandboxed: bool) -> RunFolder:
    """A run folder whose journal holds `RunStarted` and nothing else.

    Raises:
        ConfigError: the harness, the benchmark, the splits or the limits cannot be used; no folder
            is left behind.
    """
    check_isolation(settings, unsandboxed=unsandboxed)
    with tempfile.TemporaryDirectory(prefix="saddle-check-") as scratch:
        benchmark = benchmark_of(settings, Path(scratch))
        _check_limits(settings, benchmark)
        read_manifest(settings.harness_folder())
        folder = create_folder(home, name, SystemClock())
        try:
            asyncio.run(_start(folder, settings, benchmark, unsandboxed))
        except BaseException:
            shutil.rmtree(folder.path, ignore_errors=True)
            raise
    return folder


def check_isolation(settings: Settings, *, unsandboxed: bool) -> None:
    """Refuse `none` boxes for code that nobody vouches for.

    Raises:
        ConfigError: naming the key and the ways out.
    """
    ours = settings.harness.bundled and settings.model.optimizer.provider == "simulated"
    if settings.sandbox.kind == "none" and not ours and not unsandboxed:
        raise ConfigError(
            '[sandbox] kind = "none" runs a harness that an optimizer rewrites as your own user, '
            "with your files and network; use docker, or say --unsandboxed if you accept that"
        )


def _check_limits(settings: Settings, benchmark: Benchmark) -> None:
    limit, dev = settings.limits.rollouts, len(benchmark.tasks(Split.DEV))
    needed = dev + test_cost(settings, benchmark)
    if limit is not None and limit < needed:
        raise ConfigError(
            f"[limits] rollouts = {limit} does not cover the seed's dev run and the test: "
            f"expected at least {needed} (dev {dev}, test {needed - dev})"
        )


async def _start(
    folder: RunFolder, settings: Settings, benchmark: Benchmark, unsandboxed: bool
) -> None:
    seed = await GitStore(folder.store).import_seed(settings.harness_folder())
    with RunJournal(folder.database, SystemClock()) as journal:
        await journal.append(
            RunStarted(
                run=folder.id,
                name=folder.name,
                version=__version__,
                seed=settings.seed,
                policy=settings.policy.name,
                simulated=settings.simulated,
                sandbox=settings.sandbox.kind,
                unsandboxed=unsandboxed,
                config=journal.put(settings.model_dump_json().encode()),
                harness=read_manifest(settings.harness_folder()).name,
                commit=seed.commit,
                tree=seed.tree,
                tasks={split: len(benchmark.tasks(split)) for split in Split},
                benchmark=benchmark_digest(benchmark),
                phase=Phase.CAPABILITY,
                limits=settings.limits.model_dump(exclude_none=True),
                test_cost=test_cost(settings, benchmark),
            )
        )


def benchmark_digest(benchmark: Benchmark) -> Digest:
    """Of all tasks of all splits: a resumed run must find the same tasks."""
    lines = [
        f"{split} {task.id} {task.digest}" for split in Split for task in benchmark.tasks(split)
    ]
    return Digest(hashlib.sha256("\n".join(lines).encode()).hexdigest())
