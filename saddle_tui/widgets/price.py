"""What a rollout of a node costs: US dollars, or tokens where nothing costs any."""

from saddle_engine.dag import Node
from saddle_engine.types.money import dollars
from saddle_tui.view import View


def free(view: View) -> bool:
    """No rollout has cost anything: the model is simulated."""
    return not view.tally.cost


def unit(view: View) -> str:
    """Of what is counted."""
    return "tokens" if free(view) else "USD"


def cost_of(view: View, node: Node) -> float | None:
    """Mean over its finished rollouts, in nano-dollars or tokens; None when there are none."""
    counts = view.tally.finished.get(node.tree, 0)
    costs = view.tally.tokens if free(view) else view.tally.cost
    return costs.get(node.tree, 0) / counts if counts else None


def price(view: View, cost: float | None) -> str:
    """For people."""
    if cost is None:
        return "-"
    return f"{cost:,.0f}" if free(view) else dollars(round(cost))
