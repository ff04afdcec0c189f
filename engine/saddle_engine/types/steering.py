"""What an operator can hold back, and what ends a search."""

from enum import StrEnum

from saddle_engine.types.base import Value


class Hold(StrEnum):
    """Which patches wait for the operator before any rollout is spent on them."""

    NONE = "none"
    STEERING = "steering"
    ALL = "all"


class RunStatus(StrEnum):
    """Where a run stands."""

    RUNNING = "running"
    PAUSED = "paused"
    TESTING = "testing"
    DONE = "done"
    FAILED = "failed"


class Buckets(Value):
    """The paired results of a mini-batch, by task id."""

    fixed: tuple[str, ...] = ()
    regressed: tuple[str, ...] = ()
    still_failing: tuple[str, ...] = ()
    still_passing: tuple[str, ...] = ()
