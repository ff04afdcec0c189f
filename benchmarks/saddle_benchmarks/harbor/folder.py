"""One task folder, read and judged fit to be run."""

import logging
import re
from collections.abc import Collection
from dataclasses import dataclass
from pathlib import Path

from saddle_benchmarks.harbor import dockerfile
from saddle_benchmarks.harbor.files import PlainFile, digest_of, plain_files
from saddle_benchmarks.harbor.task_toml import Network, TaskToml, read_task_toml
from saddle_benchmarks.harbor.unsupported import why_unsupported
from saddle_benchmarks.harbor.variables import fill
from saddle_engine.errors import ConfigError
from saddle_engine.types.base import TaskId
from saddle_engine.types.rollout import RolloutLimits, Split, Task

_log = logging.getLogger(__name__)

_CANARY = re.compile(r"\s*(<!--.*canary.*-->|#.*canary.*)\s*", re.IGNORECASE)
_MAX_INSTRUCTION = 200_000
_ONLINE = {None, Network.PUBLIC}
"""The format's own default is the internet; without the operator's agreement we give none."""


@dataclass(frozen=True)
class Agreements:
    """What the operator allows tasks to have."""

    network: bool = False
    pass_env: Collection[str] = ()
    pass_at: float = 1.0


@dataclass(frozen=True)
class TaskFolder:
    """A task with what is needed to set it up and to score it."""

    task: Task
    folder: Path
    toml: TaskToml
    environment_env: dict[str, str]
    verifier_env: dict[str, str]
    workdir: str
    network: bool
    verifier_network: bool

    @property
    def environment(self) -> Path:
        """The build context: the only part of the folder that an agent may see."""
        return self.folder / "environment"

    @property
    def tests(self) -> tuple[PlainFile, ...]:
        """The verifier's files, with paths relative to `tests/`."""
        return plain_files(self.folder / "tests")


def read_folder(folder: Path, split: Split, agreed: Agreements) -> TaskFolder:
    """The task in a folder.

    Raises:
        ConfigError: not a task, or one that cannot be run; one sentence that names the folder.
    """
    where = f"task {folder.name}"
    files = plain_files(folder)
    names = {file.path for file in files}
    for needed in ("task.toml", "instruction.md", "tests/test.sh"):
        if needed not in names:
            raise ConfigError(f"{where} has no {needed}; expected at {folder / needed}")
    toml, unknown = read_task_toml((folder / "task.toml").read_bytes(), f"{where}: task.toml")
    if unknown:
        _log.warning("%s: task.toml has unknown keys: %.400r", where, unknown)
    if reason := why_unsupported(toml, folder, agreed.network):
        raise ConfigError(f"{where} {reason}")
    if not (toml.environment.docker_image or "environment/Dockerfile" in names):
        raise ConfigError(f"{where} has neither environment/Dockerfile nor a docker_image")
    said = toml.environment.network
    return TaskFolder(
        task=_task(folder, split, toml, files, agreed.pass_at),
        folder=folder,
        toml=toml,
        environment_env=fill(toml.environment.env, agreed.pass_env, f"{where}: [environment] env"),
        verifier_env=fill(toml.verifier.env, agreed.pass_env, f"{where}: [verifier] env"),
        workdir=toml.environment.workdir or _workdir(folder / "environment" / "Dockerfile"),
        network=agreed.network and (toml.agent.network_mode or said) in _ONLINE,
        verifier_network=agreed.network and (toml.verifier.network_mode or said) in _ONLINE,
    )


def _task(
    folder: Path, split: Split, toml: TaskToml, files: tuple[PlainFile, ...], pass_at: float
) -> Task:
    default = RolloutLimits()
    seconds = toml.agent.timeout_sec or default.seconds
    return Task(
        id=TaskId(folder.name),
        split=split,
        family=str(toml.metadata.get("family") or toml.metadata.get("category", ""))[:80],
        instruction=_instruction(folder),
        pass_at=_pass_at(toml, pass_at, folder.name),
        limits=default.model_copy(update={"seconds": seconds}),
        digest=digest_of(files),
    )


def _instruction(folder: Path) -> str:
    """The text for the agent, without the lines that only mark it as benchmark data."""
    try:
        lines = (folder / "instruction.md").read_text().splitlines(keepends=True)
    except UnicodeDecodeError as error:
        raise ConfigError(f"task {folder.name}: instruction.md is not UTF-8: {error}") from error
    while lines and (_CANARY.fullmatch(lines[0]) or not lines[0].strip()):
        del lines[0]
    text = "".join(lines)
    if not text or len(text) > _MAX_INSTRUCTION:
        raise ConfigError(
            f"task {folder.name}: instruction.md has {len(text)} characters; expected 1 to "
            f"{_MAX_INSTRUCTION}"
        )
    return text


def _pass_at(toml: TaskToml, default: float, name: str) -> float:
    value = toml.metadata.get("pass_at", default)
    if isinstance(value, int | float) and not isinstance(value, bool) and 0 < value <= 1:
        return float(value)
    raise ConfigError(f"task {name}: [metadata] pass_at = {value!r:.40}: expected 0 < pass_at <= 1")


def _workdir(file: Path) -> str:
    """As the Dockerfile says; /app where nothing does."""
    text = file.read_text(errors="replace") if file.is_file() else ""
    return dockerfile.workdir(text) or "/app"
