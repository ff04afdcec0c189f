"""How a node did on dev, and how sure that is."""

from dataclasses import dataclass

from saddle_engine.dag import Node
from saddle_engine.state import Batch, RunState
from saddle_engine.types.rollout import Outcome, Purpose
from saddle_engine.types.wilson import Interval, wilson


@dataclass(frozen=True)
class Standing:
    """Passes on dev; scores between 0 and 1 count in the mean alone."""

    passed: int
    total: int
    """Scored rollouts."""

    @property
    def interval(self) -> Interval:
        """Of the share that passes, 95%, after Wilson."""
        return wilson(self.passed, self.total)


def standing(state: RunState, node: Node) -> Standing | None:
    """Of a node's own dev run; None when it is not in the journal."""
    batch = _batch(state, node)
    if batch is None:
        return None
    results = [result for id_ in batch.rollouts if (result := state.rollouts[id_].result)]
    scored = [result for result in results if result.outcome.scored]
    return Standing(sum(each.outcome is Outcome.PASSED for each in scored), len(scored))


def _batch(state: RunState, node: Node) -> Batch | None:
    if node.patch is None:
        batches = state.batches.values()
        return next((each for each in batches if each.purpose is Purpose.SEED_DEV), None)
    patch = state.patches.get(node.patch)
    return state.batches.get(f"dev:{patch.iteration}") if patch else None
