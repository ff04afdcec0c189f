"""The benchmark that comes along: tasks generated from a seed, read as any Harbor folder."""

import shutil
import tempfile
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from pydantic import Field

from saddle_benchmarks.bundled.families import FAMILIES, TaskFiles, split_plan
from saddle_benchmarks.harbor import Harbor
from saddle_benchmarks.options import Options, read_options
from saddle_engine.types.draws import draw


class BundledOptions(Options):
    """`[benchmark]` for `name = "bundled"`, with `[splits]` as `splits` where it is given."""

    seed: int = Field(0, ge=0, description="a number from 0, the seed of the tasks")
    splits: dict[str, Any] | None = Field(None, description="a [splits] table")


class Bundled(Harbor):
    """Generated tasks that run on any machine with a POSIX shell."""

    def __init__(self, options: Mapping[str, Any], private: Path) -> None:
        """Generate the tasks of a seed, once for a private folder.

        Args:
            options: see `BundledOptions`.
            private: where the task folders are written.

        Raises:
            ConfigError: the options or the splits cannot be used.
        """
        read = read_options(BundledOptions, options, "[benchmark]")
        folder = private / f"tasks-{read.seed}"
        plan = {
            str(split): {
                task_name(read.seed, family, seed): (family, seed) for family, seed in places
            }
            for split, places in split_plan(read.seed).items()
        }
        if not folder.is_dir():
            _write_all(
                {name: at for places in plan.values() for name, at in places.items()}, folder
            )
        splits = read.splits or {split: list(places) for split, places in plan.items()}
        super().__init__({"path": folder, "splits": splits}, private)


def task_name(benchmark_seed: int, family: str, seed: int) -> str:
    """A task's id: what kind it is, and nothing about its split or its seed."""
    return f"{family}-{draw('bundled task', benchmark_seed, family, seed):016x}"[: len(family) + 7]


def _write_all(tasks: Mapping[str, tuple[str, int]], folder: Path) -> None:
    """All task folders or none: a reader never meets half of them."""
    folder.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=folder.parent) as fresh:
        whole = Path(fresh) / folder.name
        for name, (family, seed) in tasks.items():
            write_task(FAMILIES[family].generate(seed), whole / name)
        shutil.move(whole, folder)


def write_task(task: TaskFiles, folder: Path) -> None:
    """One task as a folder."""
    for path, content in task.files.items():
        target = folder / path
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(content)
        if path in task.executables:
            target.chmod(0o755)
