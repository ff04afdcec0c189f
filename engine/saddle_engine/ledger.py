"""Hard limits are the engine's law, not a policy's: a batch that does not fit is not begun."""

from saddle_engine.errors import LimitReached
from saddle_engine.state import RunState
from saddle_engine.types.rollout import Purpose


def rollouts_left(state: RunState) -> float:
    """Rollouts the search may still order; the test's share is set aside. `inf` without a limit."""
    limit = state.limits.get("rollouts", float("inf"))
    aside = state.run.test_cost if state.run else 0
    return limit - aside - state.spent_rollouts


def require(state: RunState, purpose: Purpose, rollouts: int) -> None:
    """Make sure a whole batch fits; the test runs on what was set aside for it.

    Raises:
        LimitReached: it does not fit.
    """
    left = rollouts_left(state)
    if purpose is not Purpose.TEST and rollouts > left:
        raise LimitReached(
            f"a batch of {rollouts} rollouts does not fit: the limit of "
            f"{state.limits['rollouts']:g} leaves {max(left, 0):g} beside the test"
        )
