"""The decisions a policy takes. A variant is a new class, not a flag."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from saddle_engine.dag import EvoDag
from saddle_engine.state import RunState
from saddle_engine.types.base import NodeId, TaskId
from saddle_engine.types.taxonomy import Phase


@dataclass(frozen=True)
class MiniBatch:
    """Train tasks of one iteration, and the epoch they belong to (from 0)."""

    epoch: int
    tasks: tuple[TaskId, ...]


class Sampling(Protocol):
    """Draws mini-batches."""

    def draw(self, train: Sequence[TaskId], iteration: int, seed: int) -> MiniBatch:
        """The mini-batch of an iteration (counted from 1); equal arguments, equal batch."""
        ...


class Acceptance(Protocol):
    """Decides on a mini-batch win."""

    def better(self, before: Sequence[float], after: Sequence[float]) -> bool:
        """Whether the patched scores beat the parent's; both are in [0,1], paired by task."""
        ...


class Ranking(Protocol):
    """Orders nodes."""

    def best(self, dag: EvoDag) -> NodeId:
        """The node to build on and to test."""
        ...


class PhaseRule(Protocol):
    """Schedules the phases."""

    def next(self, state: RunState, epoch: int) -> Phase | None:
        """The phase to switch to before an iteration of `epoch`, or None to stay."""
        ...


class Stopping(Protocol):
    """Ends the search."""

    def reason(self, state: RunState) -> str | None:
        """Why to seal now, between two iterations; None to go on."""
        ...


@dataclass(frozen=True)
class Policy:
    """One decision of each kind."""

    name: str
    sampling: Sampling
    acceptance: Acceptance
    ranking: Ranking
    phases: PhaseRule
    stopping: Stopping
    test_repeats: int
    """How often seed and best node run on the test split."""
