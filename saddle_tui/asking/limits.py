"""How limits stand, and a value that would really let the run go on."""

import re
from collections.abc import Iterator
from math import ceil

from saddle_engine.ledger import HOUR_S, cost_left, rollouts_left, seconds_left, tokens_left
from saddle_engine.state import RunState
from saddle_engine.steering import LIMITS
from saddle_engine.types.money import dollars, nanos
from saddle_tui.widgets.spending import NONE, NOT_COUNTED, Spending, short, spending

NEEDS = re.compile(r"(?:may take|a batch of|, about) \$?(?P<amount>[\d,]+(?:\.\d+)?)")
"""How the engine says what did not fit; of several amounts the last one is the limit's own."""
HEADROOM = 1.2
"""More than what is known to be needed: the next calls take a little more than this one."""


def limits_now(state: RunState) -> Iterator[str]:
    """A line for each limit."""
    for each in spending(state):
        limit = "no limit" if each.limit == NONE else f"limit {each.limit}"
        left = "" if each.limit == NONE else f", {_left_in_words(state, each.name)} left"
        yield f"{each.name:<9}{limit}: {_used(each)}{left}"


def suggestion(state: RunState) -> tuple[str, str]:
    """`usd=12`, and why that much: what the run waits for, else a limit as it stands."""
    paused = state.paused
    if paused is None or paused.by not in state.limits:
        name = next((each for each in LIMITS if each in state.limits), None)
        if name is None:
            return f"{LIMITS[0]}=", ""
        return f"{name}={state.limits[name]:g}", ""
    name, needs = paused.by, _needs(state)
    least = state.limits[name] - _left(state, name) + HEADROOM * needs
    value = _rounded(name, max(2 * state.limits[name], least))
    return (
        f"{name}={value:.12g}",
        f"at least {name}={_rounded(name, least):.12g} lets the run go on",
    )


def _used(each: Spending) -> str:
    aside = "" if each.reserved == NOT_COUNTED else f", {each.reserved} set aside"
    unknown = "" if each.unknown in {NOT_COUNTED, "0", "$0.00"} else f", {each.unknown} unknown"
    return f"{each.spent} spent{aside}{unknown}"


def _needs(state: RunState) -> float:
    """What the engine could not begin for want of room; 0 where it does not say."""
    said = NEEDS.findall(state.paused.reason) if state.paused else []
    return float(said[-1].replace(",", "")) if said else 0.0


def _left(state: RunState, name: str) -> float:
    """Below zero when more is committed than the limit allows."""
    match name:
        case "rollouts":
            return rollouts_left(state)
        case "usd":
            return cost_left(state) / nanos(1)
        case "tokens":
            return tokens_left(state)
        case _:
            return seconds_left(state) / HOUR_S


def _left_in_words(state: RunState, name: str) -> str:
    left = max(_left(state, name), 0.0)
    match name:
        case "usd":
            return dollars(nanos(left))
        case "hours":
            return f"{left:.2f}"
        case _:
            return short(left)


def _rounded(name: str, value: float) -> float:
    """Up: to whole numbers, dollars to cents, hours to tenths."""
    parts = {"usd": 100, "hours": 10}.get(name, 1)
    return ceil(round(value * parts, 6)) / parts
