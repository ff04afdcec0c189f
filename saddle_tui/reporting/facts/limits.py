"""Hard limits, what is used of them, and what stopped the run."""

from dataclasses import dataclass

from saddle_engine.ledger import HOUR_S
from saddle_engine.types.money import usd
from saddle_tui.reporting.material import Material

NAMES = ("rollouts", "usd", "tokens", "hours")


@dataclass(frozen=True)
class Used:
    """Of one thing that can be limited."""

    name: str
    used: float
    limit: float | None


@dataclass(frozen=True)
class Limits:
    used: tuple[Used, ...]
    stops: tuple[str, ...]
    """Pauses, failures and endings, the oldest first; hostile text."""
    engines: int
    lost: dict[str, int]
    """Tries that were refused or came to nothing, by kind."""
    broke: int
    """Tries of rollouts that infrastructure spoilt; they were run again."""
    cancelled: int


def limits(material: Material) -> Limits:
    """From the state and the ledger."""
    state = material.view.state
    used = {
        "rollouts": float(state.spent_rollouts),
        "usd": usd(state.books.spent),
        "tokens": float(sum(state.tokens.values())),
        "hours": state.worked_s / HOUR_S,
    }
    results = (each.result for each in state.rollouts.values())
    return Limits(
        tuple(Used(name, used[name], state.limits.get(name)) for name in NAMES),
        tuple(material.ledger.stops),
        material.ledger.engines,
        dict(sorted(state.books.why.items())),
        sum(each.broke for each in state.rollouts.values()),
        sum(result is not None and result.outcome == "cancelled" for result in results),
    )
