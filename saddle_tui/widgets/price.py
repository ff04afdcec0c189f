"""What it would take to let a patch go on, from what this run's rollouts have taken so far."""

from saddle_engine.ledger import typical_cost
from saddle_engine.patches import Patch
from saddle_engine.types.money import dollars
from saddle_engine.types.rollout import Split
from saddle_tui.view import View


def price(view: View, patch: Patch) -> str:
    """`about 3 rollouts, then 20 on dev, $1.20`: the mini-batch, and the dev gate if that is better."""
    state = view.state
    iteration = state.iterations.get(patch.proposed.iteration)
    batch = len(iteration.started.tasks) if iteration else 0
    dev = state.run.tasks.get(Split.DEV, 0) if state.run else 0
    # One that was set aside is checked on a mini-batch of its own, which its parent runs too.
    batch *= 2 if patch.aside else 1
    typical = typical_cost(state)
    rollouts = f"about {batch} rollouts{_cost(view, batch * typical)}"
    return f"{rollouts}; if better, {dev} more on dev{_cost(view, dev * typical)}"


def _cost(view: View, cost: int) -> str:
    if view.simulated and not cost:
        return " (simulated: free)"
    return f", {dollars(cost)}{' (simulated)' if view.simulated else ''}"
