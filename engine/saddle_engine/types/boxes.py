"""Boxes: where code runs that is not ours."""

from enum import StrEnum
from pathlib import Path, PurePosixPath

from pydantic import Field

from saddle_engine.types.base import Value


class BoxKind(StrEnum):
    """Harness and check are read-only and non-root; task and verifier have a writable layer."""

    HARNESS = "harness"
    TASK = "task"
    VERIFIER = "verifier"
    CHECK = "check"


class Mount(Value):
    """A host folder that a box sees at `target`, read-only."""

    source: Path
    target: PurePosixPath


class BoxSpec(Value):
    """What a box is made of."""

    kind: BoxKind
    name: str = Field(pattern=r"^[a-z0-9][a-z0-9-]{0,80}$")
    """Unique among open boxes of the run, and stable over retries and resumes."""
    image: str = ""
    """Docker image; unused in `none`."""
    start_from: str = ""
    """A token returned by `Sandbox.freeze`: begin with that box's files instead of the image's."""
    workdir: str = "/app"
    user: str = ""
    """The user a task names; empty: root for task and verifier, a private uid for harness and check."""
    env: tuple[tuple[str, str], ...] = ()
    """What every command in the box finds in its environment; a command's own `env` wins."""
    mounts: tuple[Mount, ...] = ()
    network: bool = False
    memory_mb: int = Field(2048, gt=0)
    cpus: float = Field(1.0, gt=0)
    disk_mb: int = Field(10_240, gt=0)
    """What its own files may grow to: in boxes with a writable layer; unused in `none`."""


class Image(Value):
    """What an image says of the boxes that start from it."""

    name: str
    workdir: str = ""
    """Its working folder; empty when it names none."""
    user: str = ""
    """Who runs commands; empty for root."""
    volumes: tuple[str, ...] = ()
    """Folders whose files `Sandbox.freeze` does not keep."""


class ExecResult(Value):
    """What a command did. A command that fails is a value; only a box that fails raises."""

    exit_code: int
    stdout: bytes = b""
    stderr: bytes = b""
    timed_out: bool = False
    truncated: bool = False
    """Output beyond the cap was dropped."""
