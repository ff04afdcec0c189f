"""Limits, and what stopped the run."""

from collections.abc import Iterator

from saddle_tui.reporting.document import Block, Foreign, Line, Section, Table, says
from saddle_tui.reporting.facts.everything import Facts
from saddle_tui.reporting.facts.limits import Limits, Used
from saddle_tui.reporting.words import left_out, many, percent

MOST_STOPS = 40


def limits(facts: Facts) -> Section:
    """A table, and a line for every stop."""
    return Section(
        "limits", "Limits and stops", list(_blocks(facts.limits, facts.head.status)), measured=False
    )


def _blocks(found: Limits, status: str) -> Iterator[Block]:
    yield Table(
        ("limit", "used", "of", "share"), [_row(each) for each in found.used], frozenset({1, 2, 3})
    )
    parts = [many(found.engines, "engine") + " worked on it"]
    parts += [many(found.broke, "try", "tries") + " of rollouts broke and were run again"] * bool(
        found.broke
    )
    parts += [many(found.cancelled, "rollout") + " were cancelled"] * bool(found.cancelled)
    lost = ", ".join(f"{count} {kind}" for kind, count in found.lost.items())
    parts += [f"calls that came to nothing: {lost}"] * bool(lost)
    yield says(f"{'; '.join(parts)}.")
    if not found.stops:
        yield says(f"Nothing has stopped it; its status is {status}.")
        return
    rows: list[Line] = [(Foreign(each),) for each in found.stops[-MOST_STOPS:]]
    left = left_out(len(found.stops) - MOST_STOPS, "earlier one")
    yield Table(("what stopped it, and what let it go on",), rows, left_out=left)


def _row(each: Used) -> Line:
    if each.limit is None:
        return each.name, _amount(each.used), "no limit", "-"
    share = percent(each.used / each.limit, 0) if each.limit else "-"
    return each.name, _amount(each.used), f"{each.limit:,.10g}", share


def _amount(used: float) -> str:
    return f"{used:,.0f}" if used == int(used) else f"{used:,.2f}"
