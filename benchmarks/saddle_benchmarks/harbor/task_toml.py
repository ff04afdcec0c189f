"""`task.toml` of the Harbor format, schema 1.0 to 1.4, read with tolerance.

Keys we do not know are listed, not refused: the schema grows with every minor release. What a task
needs and we cannot give is not a matter of reading; `unsupported.py` says so.
"""

import re
import tomllib
from enum import StrEnum
from typing import Annotated, Any

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, ValidationError, model_validator

from saddle_engine.errors import ConfigError
from saddle_engine.harness.misfit import misfit

_UNITS_MB = {"": 1.0, "k": 1 / 1024, "m": 1.0, "g": 1024.0, "t": 1024.0 * 1024}


class Section(BaseModel):
    """A table of task.toml; unknown keys are left alone."""

    model_config = ConfigDict(frozen=True, extra="ignore")


class Network(StrEnum):
    """What a task may reach."""

    PUBLIC = "public"
    NONE = "no-network"
    ALLOWLIST = "allowlist"


class VerifierMode(StrEnum):
    """Where the verifier runs: in the task's own live box, or apart from it."""

    SHARED = "shared"
    SEPARATE = "separate"


def _name(value: object) -> object:
    return str(value) if isinstance(value, int) else value


def size_mb(value: object) -> object:
    """Whole MiB from 2048, "2G", "512Mi", "1.5GB"; anything else is left for pydantic to refuse."""
    if not isinstance(value, str):
        return value
    found = re.fullmatch(r"\s*(\d+(?:\.\d+)?)\s*([kmgt]?)i?b?\s*", value.lower())
    return int(float(found[1]) * _UNITS_MB[found[2]]) if found else value


User = Annotated[str, BeforeValidator(_name)]
Megabytes = Annotated[int, BeforeValidator(size_mb), Field(gt=0)]
Env = dict[str, Annotated[str, BeforeValidator(_name)]]


class Environment(Section):
    """`[environment]`: the machine the agent works on."""

    docker_image: str = ""
    os: str = "linux"
    build_timeout_sec: float = Field(600.0, gt=0)
    cpus: float = Field(1.0, gt=0)
    memory_mb: Megabytes = 2048
    storage_mb: Megabytes = 10_240
    env: Env = {}
    workdir: str = ""
    network_mode: Network | None = None
    allow_internet: bool | None = None
    gpus: int = 0
    tpu: dict[str, Any] | None = None
    mcp_servers: list[Any] = []
    healthcheck: dict[str, Any] | None = None

    @model_validator(mode="before")
    @classmethod
    def _old_sizes(cls, table: Any) -> Any:
        if not isinstance(table, dict):
            return table
        old = {f"{name}_mb": table[name] for name in ("memory", "storage") if name in table}
        return {**old, **table}

    @property
    def network(self) -> Network | None:
        """What the task says; None when it says nothing."""
        if self.network_mode is None and self.allow_internet is not None:
            return Network.PUBLIC if self.allow_internet else Network.NONE
        return self.network_mode


class Agent(Section):
    """`[agent]`: how long and as whom."""

    timeout_sec: float | None = Field(None, gt=0)
    user: User = ""
    network_mode: Network | None = None


class Verifier(Section):
    """`[verifier]`: how the work is scored."""

    timeout_sec: float = Field(600.0, gt=0)
    env: Env = {}
    user: User = ""
    environment_mode: VerifierMode | None = None
    environment: dict[str, Any] | None = None
    collect: list[Any] = []
    network_mode: Network | None = None


class Artifact(Section):
    """Something the agent leaves behind for the verifier: a file or a folder."""

    source: str = Field(min_length=1)
    exclude: list[str] = []
    service: str = ""


def _artifact(value: object) -> object:
    return {"source": value} if isinstance(value, str) else value


class TaskToml(Section):
    """The whole file."""

    schema_version: str = "1.0"
    metadata: dict[str, Any] = {}
    environment: Environment = Environment()
    agent: Agent = Agent()
    verifier: Verifier = Verifier()
    artifacts: list[Annotated[Artifact, BeforeValidator(_artifact)]] = []
    steps: list[Any] = []

    @model_validator(mode="before")
    @classmethod
    def _old_version(cls, table: Any) -> Any:
        if isinstance(table, dict):
            version = table.get("schema_version", table.get("version", "1.0"))
            return {**table, "schema_version": str(version)}
        return table


_READ_ELSEWHERE = {
    "": {"version", "task", "solution", "source", "multi_step_reward_strategy"},
    "environment": {"memory", "storage", "gpu_types", "allowed_hosts"},
    "agent": {"allowed_hosts"},
    "verifier": {"allowed_hosts"},
}
"""Keys that are known and mean nothing to us, or are covered by another key."""


def read_task_toml(text: bytes, where: str) -> tuple[TaskToml, tuple[str, ...]]:
    """The file and the names of the keys that we do not know.

    Raises:
        ConfigError: not TOML, or a value of the wrong kind; names `where`.
    """
    try:
        table = tomllib.loads(text.decode())
        return TaskToml.model_validate(table), _unknown(table)
    except (tomllib.TOMLDecodeError, UnicodeDecodeError, RecursionError) as error:
        raise ConfigError(f"{where} is not TOML: {error}") from error
    except ValidationError as error:
        raise ConfigError(f"{where}: {misfit(error, TaskToml)}") from error


def _unknown(table: dict[str, Any]) -> tuple[str, ...]:
    sections: dict[str, type[Section]] = {
        "": TaskToml,
        "environment": Environment,
        "agent": Agent,
        "verifier": Verifier,
    }
    found = []
    for name, model in sections.items():
        keys = table.get(name, {}) if name else table
        known = model.model_fields.keys() | _READ_ELSEWHERE[name]
        found += [f"{name}.{key}".lstrip(".") for key in keys if key not in known]
    return tuple(found)
