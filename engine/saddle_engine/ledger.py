"""Hard limits are the engine's law, not a policy's: what does not fit is not begun.

Rollouts are planned, so they are counted exactly. What tokens and dollars the test will take is
estimated from what this run's rollouts have taken; the limit itself holds call by call.
"""

from collections.abc import Iterator

from saddle_engine.errors import LimitReached
from saddle_engine.state import RunState
from saddle_engine.types.money import dollars, nanos
from saddle_engine.types.price import Bound
from saddle_engine.types.rollout import Purpose

HOUR_S = 3600.0


def rollouts_left(state: RunState) -> float:
    """Rollouts the search may still order; the test's share is set aside. `inf` without a limit."""
    return state.limits.get("rollouts", float("inf")) - test_rollouts(state) - state.spent_rollouts


def test_rollouts(state: RunState) -> int:
    """Rollouts that are set aside for the test; 0 once it is planned."""
    return 0 if state.run is None or "test" in state.batches else state.run.test_cost


def _aside(state: RunState, typical: int) -> int:
    """What the test will likely take. A search that is to be sealed may finish what is under way."""
    return 0 if state.seal_asked else test_rollouts(state) * typical


def cost_left(state: RunState) -> float:
    """Nano-dollars that may still be committed; the test's likely share is set aside."""
    if "usd" not in state.limits:
        return float("inf")
    aside = _aside(state, typical_cost(state))
    return nanos(state.limits["usd"]) - state.books.committed - aside


def tokens_left(state: RunState) -> float:
    """Tokens that may still be committed; the test's likely share is set aside."""
    aside = _aside(state, typical_tokens(state))
    return state.limits.get("tokens", float("inf")) - state.books.committed_tokens - aside


def seconds_left(state: RunState) -> float:
    """Seconds that an engine may still work, at the last record."""
    return state.limits.get("hours", float("inf")) * HOUR_S - state.worked_s


def typical_cost(state: RunState) -> int:
    """Nano-dollars of a finished rollout, on average; 0 before there is one."""
    return (state.books.settled["task"] + state.books.unknown["task"]) // max(state.finished, 1)


def typical_tokens(state: RunState) -> int:
    """Tokens of a finished rollout, on average; 0 before there is one."""
    return state.books.tokens("task") // max(state.finished, 1)


def require(state: RunState, purpose: Purpose, rollouts: int) -> None:
    """Make sure a whole batch fits; the test runs on what was set aside for it.

    Raises:
        LimitReached: it does not fit.
    """
    if purpose is Purpose.TEST:
        return
    for name, need, left, said in _needs(state, rollouts):
        if need > left:
            raise LimitReached(
                name,
                f"a batch of {rollouts} rollouts{said} does not fit: the limit of "
                f"{state.limits[name]:g} {name} leaves {_amount(name, max(left, 0))} beside the test",
            )


def refusal(state: RunState, bound: Bound) -> tuple[str, str] | None:
    """The limit that one more call could pass, and why; None when its worst case fits."""
    if bound.cost > (left := cost_left(state)):
        return "usd", _too_much("usd", state, dollars(bound.cost), left)
    if bound.tokens > (left := tokens_left(state)):
        return "tokens", _too_much("tokens", state, f"{bound.tokens:,} tokens", left)
    return None


def _needs(state: RunState, rollouts: int) -> Iterator[tuple[str, float, float, str]]:
    cost, tokens = rollouts * typical_cost(state), rollouts * typical_tokens(state)
    yield "rollouts", rollouts, rollouts_left(state), ""
    yield "usd", cost, cost_left(state), f", about {dollars(cost)},"
    yield "tokens", tokens, tokens_left(state), f", about {tokens:,} tokens,"
    yield "hours", 0, seconds_left(state), ""


def _too_much(name: str, state: RunState, worst: str, left: float) -> str:
    return (
        f"the next model call may take {worst}: the limit of {state.limits[name]:g} {name} leaves "
        f"{_amount(name, max(left, 0))}"
    )


def _amount(name: str, left: float) -> str:
    return dollars(int(left)) if name == "usd" else f"{left:,.0f}"
