"""`policy = "paper"`: the published defaults of AutoSaddler (docs/method.md)."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import fsum

from saddle_engine.dag import EvoDag
from saddle_engine.policies.protocols import MiniBatch, Policy
from saddle_engine.state import RunState
from saddle_engine.types.base import NodeId, TaskId
from saddle_engine.types.draws import rng
from saddle_engine.types.taxonomy import Phase

ROUNDING = 1e-9
"""Of a sum of scores: 0.1 + 0.7 is less than 0.8, and that is no gain."""


@dataclass(frozen=True)
class EpochShuffled:
    """Every epoch is a fresh shuffle of train, cut into mini-batches; the last may be smaller."""

    size: int

    def draw(self, train: Sequence[TaskId], iteration: int, seed: int) -> MiniBatch:
        batches = -(-len(train) // self.size)
        epoch, place = divmod(iteration - 1, batches)
        order = sorted(train)
        rng(seed, epoch, "mini-batches").shuffle(order)
        start = place * self.size
        return MiniBatch(epoch, tuple(order[start : start + self.size]))


@dataclass(frozen=True)
class StrictSum:
    """sum(after) > sum(before), rounding aside."""

    def better(self, before: Sequence[float], after: Sequence[float]) -> bool:
        return fsum(after) - fsum(before) > ROUNDING


@dataclass(frozen=True)
class DevMean:
    """The highest dev mean; the later node wins ties."""

    def best(self, dag: EvoDag) -> NodeId:
        best, *rest = dag
        for node in rest:
            if node.dev >= best.dev:
                best = node
        return best.id


@dataclass(frozen=True)
class OneWaySwitch:
    """Capability for the first epoch, steering afterwards; the policy switches once."""

    def next(self, state: RunState, epoch: int) -> Phase | None:
        switched = any(switch.by == "policy" for switch in state.phases)
        return Phase.STEERING if epoch > 0 and not switched else None


@dataclass(frozen=True)
class EpochsAndBudget:
    """Stops after so many epochs, or when the rollout budget is used up."""

    iterations: int
    rollouts: int | None

    def reason(self, state: RunState) -> str | None:
        ended = [each for each in state.iterations.values() if each.outcome is not None]
        # A patch that was taken up had its iteration already, and shadows are no part of the search.
        done = sum(each.started.takes_up is None for each in ended)
        if done >= self.iterations:
            return f"all {self.iterations} iterations are done"
        if (
            self.rollouts is not None
            and state.spent_rollouts - state.shadow_rollouts >= self.rollouts
        ):
            return f"the rollout budget of {self.rollouts} is used up"
        return None


def paper(
    train: int,
    *,
    minibatch: int = 3,
    epochs: int = 2,
    rollouts: int | None = None,
    test_repeats: int = 3,
) -> Policy:
    """The paper's policy for `train` tasks.

    Args:
        train: size of the train split.
        minibatch: tasks a mini-batch.
        epochs: passes over train.
        rollouts: the search's budget, tested between iterations as the paper does; None: no budget.
        test_repeats: runs of the test split.
    """
    return Policy(
        name="paper",
        sampling=EpochShuffled(minibatch),
        acceptance=StrictSum(),
        ranking=DevMean(),
        phases=OneWaySwitch(),
        stopping=EpochsAndBudget(epochs * -(-train // minibatch), rollouts),
        test_repeats=test_repeats,
    )
