"""A new run: everything is checked before anything is spent."""

import asyncio
import json
import shutil
import tempfile
from dataclasses import dataclass
from pathlib import Path

from saddle_engine.adapters.clock import SystemClock
from saddle_engine.adapters.gitstore import GitStore
from saddle_engine.events import RunStarted
from saddle_engine.harness.manifest import read_manifest
from saddle_engine.ports import Benchmark
from saddle_engine.types.patch import Patched
from saddle_engine.types.rollout import Split
from saddle_engine.types.taxonomy import Phase
from saddle_runs.folder import RunFolder
from saddle_runs.folder import create_run as create_folder
from saddle_runs.journal import RunJournal
from saddle_tui import __version__
from saddle_tui.config import about
from saddle_tui.preflight import (
    check_isolation,
    check_limits,
    check_models,
    check_seed,
    check_tasks,
    reaped,
)
from saddle_tui.settings import Settings
from saddle_tui.steps import SILENT, Steps
from saddle_tui.tasks import benchmark_digest, benchmark_of, test_cost
from saddle_tui.wiring import boxes_of


@dataclass(frozen=True)
class Origin:
    """Where the first harness of a run is taken from."""

    folder: Path
    """Its plain files."""
    node: str = ""
    """Run id and node of a fork, `RUN:n3`; empty for a harness of the user's."""


def create_run(
    home: Path,
    settings: Settings,
    name: str,
    *,
    unsandboxed: bool,
    source: Path | None = None,
    origin: Origin | None = None,
    steps: Steps = SILENT,
) -> RunFolder:
    """A run folder whose journal holds `RunStarted` and nothing else.

    Args:
        home: where runs are kept.
        settings: the whole configuration.
        name: what to call the run.
        unsandboxed: the user accepts that harness code runs as their own user.
        source: the file of the settings, for error messages.
        origin: of a fork; the settings say where the harness is otherwise.
        steps: told of what is done.

    Raises:
        ConfigError: the harness, the benchmark, the splits, the limits or the sandbox cannot be
            used; no folder is left behind.
    """
    origin = origin or Origin(settings.harness_folder())
    with tempfile.TemporaryDirectory(prefix="saddle-check-") as scratch:
        with steps("configuration"), about(source):
            check_isolation(settings, unsandboxed=unsandboxed)
            benchmark = benchmark_of(settings, Path(scratch))
            check_models(settings)
            check_limits(settings, benchmark)
            read_manifest(origin.folder)
        folder = create_folder(home, name, SystemClock())
        try:
            with steps("tasks and harness"), about(source):
                seed = asyncio.run(GitStore(folder.store).import_seed(origin.folder))
                asyncio.run(_check(folder, settings, benchmark, seed, Path(scratch)))
            start = _start(folder, settings, benchmark, seed, origin, unsandboxed=unsandboxed)
            with steps(f"run {folder.id} created"):
                asyncio.run(start)
        except BaseException:
            shutil.rmtree(folder.path, ignore_errors=True)
            raise
    return folder


async def _check(
    folder: RunFolder, settings: Settings, benchmark: Benchmark, seed: Patched, scratch: Path
) -> None:
    boxes = boxes_of(settings, folder.id, scratch)
    await reaped(boxes)
    await check_tasks(boxes, benchmark, settings.sandbox.image)
    store = GitStore(folder.store)
    await check_seed(boxes, store, seed, settings.sandbox.image, scratch / "seed")


async def _start(
    folder: RunFolder,
    settings: Settings,
    benchmark: Benchmark,
    seed: Patched,
    origin: Origin,
    *,
    unsandboxed: bool,
) -> None:
    families = {task.id: task.family for split in Split for task in benchmark.tasks(split)}
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
                harness=read_manifest(origin.folder).name,
                commit=seed.commit,
                tree=seed.tree,
                tasks={split: len(benchmark.tasks(split)) for split in Split},
                benchmark=benchmark_digest(benchmark),
                phase=Phase.CAPABILITY,
                limits=settings.limits.by_name,
                test_cost=test_cost(settings, benchmark),
                hold=settings.hold,
                shadow=settings.approval.shadow,
                forked_from=origin.node,
                families=journal.put(json.dumps(families).encode()),
            )
        )
