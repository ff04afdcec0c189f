"""What a run has spent, in lines for people."""

from collections.abc import Iterator
from typing import Any


def spent_lines(facts: dict[str, Any]) -> Iterator[str]:
    """From the `spent` and `limits` of a summary or report."""
    spent, limits = facts["spent"], facts["limits"]
    yield (
        f"spent {spent['rollouts']:,}{_of(limits, 'rollouts')} rollouts, {_usd(facts)}, "
        f"{sum(spent['tokens'].values()):,}{_of(limits, 'tokens')} tokens, "
        f"{spent['hours']:.2f}{_of(limits, 'hours')} hours"
    )
    for role, tokens in spent["tokens"].items():
        if tokens:
            yield f"  {role:<12}{_role(spent, role, tokens)}"
    if lost := spent["tries"]["lost"]:
        sent = sum(spent["tries"]["sent"].values())
        kinds = ", ".join(f"{count} {kind}" for kind, count in lost.items())
        yield f"  of {sent:,} tries, {sum(lost.values()):,} came to nothing: {kinds}"


def _of(limits: dict[str, float], name: str) -> str:
    return f" of {limits[name]:,.10g}" if name in limits else ""


def _usd(facts: dict[str, Any]) -> str:
    spent = facts["spent"]
    notes = [
        f"{spent[f'usd_{kind}']:.2f} {kind}"
        for kind in ("unknown", "reserved")
        if spent[f"usd_{kind}"]
    ]
    notes += ["simulated models are free"] * (facts["simulated"] and not spent["usd"])
    more = f" ({', '.join(notes)})" if notes else ""
    return f"{spent['usd']:.2f}{_of(facts['limits'], 'usd')} USD{more}"


def _role(spent: dict[str, Any], role: str, tokens: int) -> str:
    share = spent["cache_read_share"][role]
    cached = "" if share is None else f", {share:.0%} of the input read from the cache"
    outcomes = spent["outcomes"][role].items()
    short = "".join(
        f", {count} {kind.replace('_', ' ')}" for kind, count in outcomes if kind != "complete"
    )
    return f"{tokens:,} tokens, {spent['usd_by_role'][role]:.2f} USD{cached}{short}"
