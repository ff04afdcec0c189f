"""What an operator can hold back, and what ends a search."""

from enum import StrEnum
from typing import Literal

from saddle_engine.types.base import Value
from saddle_engine.types.rollout import Outcome


class Hold(StrEnum):
    """Which patches wait for the operator before any rollout is spent on them."""

    NONE = "none"
    STEERING = "steering"
    ALL = "all"


class PauseMode(StrEnum):
    """What an operator's pause lets go on."""

    DRAIN = "drain"
    """Rollouts and sessions under way end; nothing new is begun."""
    HOLD = "hold"
    """They too stop, before their next call to a model."""


class RunStatus(StrEnum):
    """Where a run stands."""

    RUNNING = "running"
    PAUSED = "paused"
    TESTING = "testing"
    DONE = "done"
    FAILED = "failed"
    ABORTED = "aborted"


class Buckets(Value):
    """The paired results of a mini-batch, by task id."""

    fixed: tuple[str, ...] = ()
    regressed: tuple[str, ...] = ()
    still_failing: tuple[str, ...] = ()
    still_passing: tuple[str, ...] = ()


def bucket(
    before: Outcome, after: Outcome
) -> Literal["fixed", "regressed", "still_failing", "still_passing"]:
    """The bucket of a task from its outcomes with the parent and with the patched harness."""
    match before is Outcome.PASSED, after is Outcome.PASSED:
        case False, True:
            return "fixed"
        case True, False:
            return "regressed"
        case True, True:
            return "still_passing"
        case _:
            return "still_failing"
