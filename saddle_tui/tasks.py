"""The tasks of a run: opened from its configuration, and the same again whenever it is resumed."""

import hashlib
from pathlib import Path

from saddle_benchmarks.registry import open_benchmark
from saddle_engine.errors import ConfigError
from saddle_engine.events import RunStarted
from saddle_engine.ports import Benchmark
from saddle_engine.types.base import Digest, TaskId
from saddle_engine.types.rollout import RolloutLimits, Split, Task
from saddle_tui.settings import Settings


def benchmark_of(settings: Settings, private: Path) -> Benchmark:
    """The configured benchmark, materialised under `private` where it is generated.

    Raises:
        ConfigError: it does not exist, or its tasks or splits cannot be used.
    """
    options = settings.benchmark.model_dump(exclude={"name"})
    if settings.splits:
        options["splits"] = settings.splits
    folder = private / "benchmark"
    folder.mkdir(parents=True, exist_ok=True)
    return open_benchmark(settings.benchmark.name, options, folder)


def benchmark_digest(benchmark: Benchmark) -> Digest:
    """Of all tasks of all splits."""
    lines = [
        f"{split} {task.id} {task.digest}" for split in Split for task in benchmark.tasks(split)
    ]
    return Digest(hashlib.sha256("\n".join(lines).encode()).hexdigest())


def check_unchanged(benchmark: Benchmark, run: RunStarted) -> None:
    """Refuse to go on with other tasks than those that the run began with.

    Raises:
        ConfigError: tasks were added, removed, moved to another split, or changed.
    """
    found = benchmark_digest(benchmark)
    if found != run.benchmark:
        raise ConfigError(
            f"the tasks of run {run.name} ({run.run}) have changed since it began: their digest was "
            f"{run.benchmark[:12]} and is now {found[:12]}; scores on different tasks cannot be "
            "compared, so put the old tasks back or start a new run"
        )


def tasks_of(settings: Settings, benchmark: Benchmark) -> dict[TaskId, Task]:
    """All tasks, with the limits of [limits.rollout] where those are lower than their own."""
    ours = settings.limits.rollout.model_dump(exclude_none=True)
    return {
        task.id: task.model_copy(update={"limits": _lowered(task.limits, ours)})
        for split in Split
        for task in benchmark.tasks(split)
    }


def _lowered(limits: RolloutLimits, ours: dict[str, float]) -> RolloutLimits:
    lower = {name: min(value, getattr(limits, name)) for name, value in ours.items()}
    return limits.model_copy(update=lower)


def test_cost(settings: Settings, benchmark: Benchmark) -> int:
    """Rollouts of the final test: seed and best node, every repeat."""
    return 2 * settings.policy.test_repeats * len(benchmark.tasks(Split.TEST))
