"""What it would take to let a patch go on, from what this run's rollouts have taken so far."""

from saddle_engine.ledger import typical_cost
from saddle_engine.patches import Patch
from saddle_engine.types.money import dollars
from saddle_engine.types.rollout import Split
from saddle_tui.view import View


def going_on(view: View, patch: Patch) -> str:
    """`about 3 rollouts, $0.12; if better, 20 more on dev, $0.80`."""
    state = view.state
    iteration = state.iterations.get(patch.proposed.iteration)
    batch = len(iteration.started.tasks) if iteration else 0
    dev = state.run.tasks.get(Split.DEV, 0) if state.run else 0
    typical = typical_cost(state)
    first = f"about {batch} rollouts{_cost(batch * typical)}"
    note = f" (simulated{'' if typical else ': free'})" if view.simulated else ""
    return f"{first}; if better, {dev} more on dev{_cost(dev * typical)}{note}"


def _cost(cost: int) -> str:
    return f", {dollars(cost)}" if cost else ""
