"""The run folder of an evaluation: everything is checked before anything is spent."""

import asyncio
import json
import shutil
from pathlib import Path

from saddle_engine.adapters.clock import SystemClock
from saddle_engine.adapters.gitstore import GitStore
from saddle_engine.errors import ConfigError
from saddle_engine.events import EvaluatedHarness, EvaluationStarted, RunStarted
from saddle_engine.harness.manifest import read_manifest
from saddle_engine.ports import Benchmark
from saddle_engine.types.rollout import Split
from saddle_engine.types.taxonomy import Phase
from saddle_runs.folder import RunFolder, create_run
from saddle_runs.journal import RunJournal
from saddle_tui import __version__
from saddle_tui.config import about
from saddle_tui.evaluation.plan import Plan
from saddle_tui.models import task_id
from saddle_tui.preflight import check_models, check_seed, check_tasks, is_ours, reaped
from saddle_tui.tasks import benchmark_digest
from saddle_tui.wiring import boxes_of


def create_evaluation(
    home: Path, name: str, plan: Plan, benchmark: Benchmark, scratch: Path
) -> RunFolder:
    """A run folder whose journal holds `RunStarted` and `EvaluationStarted`, and nothing else.

    Args:
        home: where runs are kept.
        name: what to call the run.
        plan: what is evaluated.
        benchmark: of the plan's settings.
        scratch: a private folder for the while.

    Raises:
        ConfigError: something of the plan cannot be used; no folder is left behind.
    """
    with about(plan.source):
        check_isolation(plan)
        check_models(plan.settings)
        check_size(plan, benchmark)
    folder = create_run(home, name, SystemClock())
    try:
        harnesses = asyncio.run(_checked(folder, plan, benchmark, scratch))
        asyncio.run(_start(folder, plan, benchmark, harnesses))
    except BaseException:
        shutil.rmtree(folder.path, ignore_errors=True)
        raise
    return folder


def check_isolation(plan: Plan) -> None:
    """Refuse `none` boxes for code that nobody vouches for.

    Raises:
        ConfigError: naming the way out.
    """
    ours = all(each.settings and is_ours(each.settings) for each in plan.targets)
    if plan.settings.sandbox.kind == "none" and not ours and not plan.unsandboxed:
        raise ConfigError(
            '[sandbox] kind = "none" runs the harness as your own user, with your files and '
            "network; use --sandbox docker, or say --unsandboxed if you accept that"
        )


def check_size(plan: Plan, benchmark: Benchmark) -> None:
    """Refuse a split without tasks, and a limit under which not every attempt can be made.

    Raises:
        ConfigError: naming what is needed.
    """
    tasks = len(benchmark.tasks(plan.split))
    if not tasks:
        raise ConfigError(f"the split {plan.split} has no tasks")
    need, limit = tasks * plan.repeats * len(plan.targets), plan.settings.limits.rollouts
    if limit is not None and need > limit:
        raise ConfigError(
            f"the evaluation takes {need} rollouts ({len(plan.targets)} x {tasks} tasks x "
            f"{plan.repeats}), and the limit is {limit}; raise it with --limit rollouts={need}"
        )


async def _checked(
    folder: RunFolder, plan: Plan, benchmark: Benchmark, scratch: Path
) -> tuple[EvaluatedHarness, ...]:
    store = GitStore(folder.store)
    seeds = [await store.import_seed(target.folder) for target in plan.targets]
    found = tuple(
        EvaluatedHarness(name=target.name, commit=seed.commit, tree=seed.tree)
        for target, seed in zip(plan.targets, seeds, strict=True)
    )
    if len({each.tree for each in found}) < len(found):
        names = " and ".join(each.name for each in found)
        raise ConfigError(f"{names} are the same harness: there is nothing to compare")
    boxes = boxes_of(plan.settings, folder.id, scratch)
    await reaped(boxes)
    await check_tasks(boxes, benchmark, plan.settings.sandbox.image)
    for number, seed in enumerate(seeds):
        place = scratch / f"harness-{number}"
        await check_seed(boxes, store, seed, plan.settings.sandbox.image, place)
    return found


async def _start(
    folder: RunFolder, plan: Plan, benchmark: Benchmark, harnesses: tuple[EvaluatedHarness, ...]
) -> None:
    settings, model = plan.settings, task_id(plan.settings.model.task)
    families = {task.id: task.family for task in benchmark.tasks(plan.split)}
    with RunJournal(folder.database, SystemClock()) as journal:
        await journal.append(
            RunStarted(
                run=folder.id,
                name=folder.name,
                version=__version__,
                seed=settings.seed,
                policy="eval",
                simulated=settings.model.task.provider == "simulated",
                sandbox=settings.sandbox.kind,
                unsandboxed=plan.unsandboxed,
                config=journal.put(settings.model_dump_json().encode()),
                harness=read_manifest(plan.targets[0].folder).name,
                commit=harnesses[0].commit,
                tree=harnesses[0].tree,
                tasks={split: len(benchmark.tasks(split)) for split in Split},
                benchmark=benchmark_digest(benchmark),
                phase=Phase.CAPABILITY,
                limits=settings.limits.by_name,
                test_cost=0,
            ),
            EvaluationStarted(
                split=plan.split,
                repeats=plan.repeats,
                harnesses=harnesses,
                model=model,
                families=journal.put(json.dumps(families).encode()),
            ),
        )
