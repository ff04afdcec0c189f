"""A folder of Harbor tasks as a benchmark."""

import asyncio
import re
from collections import defaultdict
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from pydantic import Field

from saddle_benchmarks.harbor import dockerfile
from saddle_benchmarks.harbor.files import digest_of, plain_files
from saddle_benchmarks.harbor.fixed_paths import why_fixed
from saddle_benchmarks.harbor.folder import Agreements, TaskFolder, read_folder
from saddle_benchmarks.harbor.staging import stage
from saddle_benchmarks.harbor.unsupported import why_lost
from saddle_benchmarks.harbor.verifier import score
from saddle_benchmarks.options import Options, read_options
from saddle_benchmarks.splits import Splits, divide
from saddle_engine.errors import BenchmarkBroken, ConfigError
from saddle_engine.ports import Sandbox, Sandboxes
from saddle_engine.types.boxes import BoxKind, BoxSpec, Image
from saddle_engine.types.rollout import Split, Task, Verdict

_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,199}")


class HarborOptions(Options):
    """`[benchmark]` for `name = "harbor"`, with `[splits]` as `splits`."""

    path: Path = Field(description="a folder that holds one for each task")
    splits: dict[str, Any] = Field(description="a [splits] table")
    network: bool = Field(False, description="whether tasks that ask for the internet get it")
    pass_env: list[str] = Field([], description="a list of variables of yours that tasks may read")
    pass_at: float = Field(1.0, gt=0, le=1, description="a score from which a rollout has passed")


class Harbor:
    """Tasks of a folder, divided into splits."""

    def __init__(self, options: Mapping[str, Any], private: Path) -> None:
        """Read and check every task that a split names.

        Args:
            options: see `HarborOptions`.
            private: where copies are staged that boxes may mount.

        Raises:
            ConfigError: the options, the splits or a task in them cannot be used.
        """
        read = read_options(HarborOptions, options, "[benchmark]")
        splits = read_options(Splits, read.splits, "[splits]")
        divided = divide(splits, task_names(read.path.expanduser()))
        agreed = Agreements(read.network, read.pass_env, read.pass_at)
        self._private = private
        self._splits = {
            split: tuple(
                read_folder(read.path.expanduser() / name, split, agreed) for name in names
            )
            for split, names in divided.items()
        }
        self._folders = {
            found.task.id: found for folders in self._splits.values() for found in folders
        }
        self._finding: dict[str, asyncio.Lock] = defaultdict(asyncio.Lock)
        self._images: dict[str, Image] = {}

    def tasks(self, split: Split) -> Sequence[Task]:
        """All tasks of a split, in a fixed order."""
        return tuple(found.task for found in self._splits[split])

    async def spec(self, task: Task, boxes: Sandboxes) -> BoxSpec:
        """The task box; the image is built when the task names none.

        Raises:
            BenchmarkBroken: the image cannot be had.
            ConfigError: the task needs Docker and `boxes` has none.
        """
        found = self._found(task)
        environment = found.toml.environment
        image = await self._image(found, boxes)
        if reason := why_lost(found.toml, image):
            raise BenchmarkBroken(f"task {task.id} {reason}")
        return BoxSpec(
            kind=BoxKind.TASK,
            name="task",
            image=image.name,
            workdir=environment.workdir or image.workdir or found.workdir,
            user=found.toml.agent.user or image.user,
            env=tuple(sorted(found.environment_env.items())),
            network=found.network,
            memory_mb=environment.memory_mb,
            cpus=environment.cpus,
            disk_mb=environment.storage_mb,
        )

    async def prepare(self, task: Task, box: Sandbox) -> None:
        """Copy the task's files into a box that no image has filled."""
        found = self._found(task)
        if box.path("/tests") == "/tests":
            return  # the image holds them
        for path, file in dockerfile.copied_files(found.environment):
            content = await asyncio.to_thread(file.source.read_bytes)
            await box.write(path, content, executable=file.executable)

    async def verify(self, task: Task, spec: BoxSpec, box: Sandbox, boxes: Sandboxes) -> Verdict:
        """The score of the work left in a task box.

        Raises:
            BenchmarkBroken: no verdict, or one that is no number in [0,1].
        """
        found = self._found(task)
        staged = None if boxes.name == "none" else await stage(found, self._private)
        image = await self._image(found, boxes)
        changes = {
            "user": found.toml.verifier.user or image.user,
            "network": found.verifier_network,
        }
        return await score(found, spec.model_copy(update=changes), box, boxes, staged)

    def _found(self, task: Task) -> TaskFolder:
        try:
            return self._folders[task.id]
        except KeyError:
            raise BenchmarkBroken(f"there is no task {task.id} in this benchmark") from None

    async def _image(self, found: TaskFolder, boxes: Sandboxes) -> Image:
        if boxes.name == "none":
            return Image(name=_without_image(found))
        given, limit = found.toml.environment.docker_image, found.toml.environment.build_timeout_sec
        tag = given or image_tag(found)
        async with self._finding[tag]:
            if tag not in self._images:
                name = given or await boxes.build(
                    found.environment, tag, limit, network=found.network
                )
                self._images[tag] = await boxes.image(name)
        return self._images[tag]


def task_names(folder: Path) -> list[str]:
    """The names of the tasks in a folder.

    Raises:
        ConfigError: no such folder, no tasks in it, or a name that cannot be an id.
    """
    if not folder.is_dir():
        raise ConfigError(f"[benchmark] path = {str(folder)!r}: no such folder")
    names = sorted(path.parent.name for path in folder.glob("*/task.toml"))
    if not names:
        raise ConfigError(
            f"[benchmark] path = {str(folder)!r}: no task in it; expected NAME/task.toml"
        )
    for name in names:
        if not _NAME.fullmatch(name):
            raise ConfigError(f"{name!r:.100} cannot name a task; use letters, digits, . _ and -")
    return names


def image_tag(found: TaskFolder) -> str:
    """A tag that changes with the build context and with nothing else."""
    readable = re.sub(r"[^a-z0-9]+", "-", found.task.id.lower()).strip("-")[:60] or "task"
    return f"saddle/{readable}:{digest_of(plain_files(found.environment))[:12]}"


def _without_image(found: TaskFolder) -> str:
    if reason := dockerfile.why_not_plain(found.environment):
        raise ConfigError(
            f"task {found.task.id} {reason}: it needs --sandbox docker; without it only tasks whose "
            "Dockerfile is FROM, WORKDIR and COPY of files can run"
        )
    if reason := why_fixed(found.tests):
        raise ConfigError(
            f"task {found.task.id} {reason}: it needs --sandbox docker; tests that run without it "
            "write to ${SADDLE_LOGS:-/logs/verifier} and read from ${SADDLE_TESTS:-/tests}"
        )
    return ""
