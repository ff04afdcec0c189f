"""The wire between a harness and the mediator, version 1: one exchange = one request and its answer."""

from enum import StrEnum
from typing import Any

from pydantic import Field

from saddle_engine.types.base import Value
from saddle_engine.types.calls import CallId
from saddle_engine.types.model import Usage


class Door(StrEnum):
    """What a request asks for."""

    TASK = "task"
    MODEL = "messages"
    COUNT = "count_tokens"
    EXEC = "env/exec"
    READ = "env/read"
    WRITE = "env/write"
    BATCH = "env/batch"
    WAIT = "env/wait"
    FINISH = "finish"

    @property
    def is_env(self) -> bool:
        """Whether the request acts on the task's environment."""
        return self.value.startswith("env/")


class Exchange(Value):
    """One recorded request and its answer, in the order of answering."""

    index: int = Field(ge=0)
    """Position in the rollout's recording, without gaps."""
    door: Door
    lane: str = ""
    """A harness that asks in parallel names its threads of work."""
    key: str
    """What must be equal for the answer to be served again (coupling.keys)."""
    step: int = Field(ge=0)
    """Model turns answered so far, this one included."""
    request: dict[str, Any]
    status: int
    reply: dict[str, Any]
    seconds: float = Field(ge=0)
    """Since the answer before it (the first: since the start), when it was live. Their sum is the
    rollout's clock."""
    usage: Usage = Usage()
    cost: int = Field(0, ge=0)
    """Nano-dollars."""
    call: CallId = CallId("")
    """Under which a model call stands in the books."""
