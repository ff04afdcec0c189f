"""Hard limits: their names, what their values can be, and how an operator changes them."""

from saddle_engine import events as ev
from saddle_engine.commands import Command
from saddle_engine.state import RunState
from saddle_engine.steering.words import Decision
from saddle_engine.types.money import usd

LIMITS = ("rollouts", "usd", "tokens", "hours")
COUNTED = frozenset({"rollouts", "tokens"})
HIGHEST = 1e12


def limit(state: RunState, command: Command) -> Decision:
    """A new value; a run that waits at this limit goes on."""
    name, value = command.arguments.get("name"), command.arguments.get("value")
    if not isinstance(name, str) or name not in LIMITS:
        return f"there is no limit {name!r}; the limits are {', '.join(LIMITS)}"
    if isinstance(value, bool) or not isinstance(value, int | float) or not fits_limit(name, value):
        return f"a limit of {name} is {what_fits(name)}, not {value!r}"
    if refused := _below(state, name, value):
        return refused
    changed: list[ev.AnyEvent] = [ev.LimitChanged(name=name, value=value, by=command.actor)]
    if state.paused and state.paused.by == name:
        changed.append(ev.RunResumed(by=command.actor))
    return changed


def fits_limit(name: str, value: float) -> bool:
    """Whether a number can be a value of that limit."""
    return 0 < value < HIGHEST and (name not in COUNTED or value == int(value))


def what_fits(name: str) -> str:
    """What a value of that limit is, in words."""
    return "a positive whole number" if name in COUNTED else "a positive number"


def _below(state: RunState, name: str, value: float) -> str:
    """Why a limit cannot be lowered so far; empty when it can."""
    tested = "test" in state.batches
    match name:
        case "rollouts":
            aside = state.run.test_cost if state.run and not tested else 0
            floor: float = state.spent_rollouts + aside
            said = f"{value:g} rollouts are fewer than the {floor:g} that are spent or set aside"
        case "usd":
            floor = usd(state.books.committed)
            said = f"{value:g} USD are less than the {floor:.4f} that are spent or reserved"
        case "tokens":
            floor = state.books.committed_tokens
            said = f"{value:g} tokens are fewer than the {floor:g} that are spent or reserved"
        case _:
            floor = state.worked_s / 3600
            said = f"{value:g} hours are less than the {floor:.2f} that have been worked"
    return said if value < floor else ""
