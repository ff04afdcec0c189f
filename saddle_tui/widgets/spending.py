"""What a run has spent of what it may spend, in words."""

from collections.abc import Iterator
from dataclasses import dataclass

from saddle_engine.ledger import HOUR_S, test_rollouts
from saddle_engine.state import RunState
from saddle_engine.types.model import Usage
from saddle_engine.types.money import dollars, nanos

NONE, NOT_COUNTED = "none", "-"


@dataclass(frozen=True)
class Spending:
    """One thing that can be limited."""

    name: str
    spent: str
    """Known to be gone."""
    reserved: str
    """Set aside for what is under way, at the worst; of rollouts, for the test."""
    unknown: str
    """Perhaps gone: tries that came to nothing. It counts as spent."""
    limit: str
    share: float | None
    """Of the limit that is gone or set aside, in [0,1]; None without a limit."""


def spending(state: RunState) -> Iterator[Spending]:
    """Rollouts, dollars, tokens, hours, in this order."""
    books, limits = state.books, state.limits
    aside = test_rollouts(state)
    yield Spending(
        "rollouts",
        f"{state.spent_rollouts:,}",
        f"{aside:,}",
        NOT_COUNTED,
        f"{limits['rollouts']:,.0f}" if "rollouts" in limits else NONE,
        _share(state.spent_rollouts + aside, limits.get("rollouts")),
    )
    yield Spending(
        "usd",
        dollars(books.settled.total()),
        dollars(books.committed - books.spent),
        dollars(books.unknown.total()),
        dollars(nanos(limits["usd"])) if "usd" in limits else NONE,
        _share(books.committed, nanos(limits["usd"]) if "usd" in limits else None),
    )
    unknown = books.unknown_tokens.total()
    known = sum(each.total for each in books.usage.values())
    yield Spending(
        "tokens",
        short(known),
        short(books.committed_tokens - known - unknown),
        short(unknown),
        short(limits["tokens"]) if "tokens" in limits else NONE,
        _share(books.committed_tokens, limits.get("tokens")),
    )
    yield Spending(
        "hours",
        f"{state.worked_s / HOUR_S:.2f}",
        NOT_COUNTED,
        NOT_COUNTED,
        f"{limits['hours']:g}" if "hours" in limits else NONE,
        _share(state.worked_s / HOUR_S, limits.get("hours")),
    )


def cached(usage: Usage) -> float | None:
    """The share of input tokens that were read from a cache, in [0,1]; None without any input."""
    return usage.cache_read_tokens / usage.going_in if usage.going_in else None


def costs(state: RunState) -> bool:
    """Whether dollars are of interest: some may be spent, or they are limited."""
    return state.books.committed > 0 or "usd" in state.limits


def spent_usd(state: RunState) -> str:
    """Dollars in short: what is gone, of what. What is only reserved mostly comes back."""
    limit = f" of {dollars(nanos(state.limits['usd']))}" if "usd" in state.limits else ""
    return f"{dollars(state.books.spent)}{limit}"


def spent_rollouts(state: RunState) -> str:
    """Rollouts in short: how many, of how many."""
    limit = f" of {state.limits['rollouts']:g}" if "rollouts" in state.limits else ""
    return f"{state.spent_rollouts}{limit}"


def short(number: float) -> str:
    """Three or four letters for a large number."""
    for size, letter in ((1e9, "G"), (1e6, "M"), (1e3, "k")):
        if number >= size:
            return f"{number / size:.{1 if number < 100 * size else 0}f}{letter}"
    return f"{number:.0f}"


def _share(gone: float, limit: float | None) -> float | None:
    if limit is None:
        return None
    return min(gone / limit, 1.0) if limit > 0 else 1.0
