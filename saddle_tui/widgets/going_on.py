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
    first = f"about {batch} rollouts{_cost(view, batch * typical)}"
    return f"{first}; if better, {dev} more on dev{_cost(view, dev * typical)}"


def _cost(view: View, cost: int) -> str:
    if view.simulated and not cost:
        return " (simulated: free)"
    return f", {dollars(cost)}{' (simulated)' if view.simulated else ''}"
