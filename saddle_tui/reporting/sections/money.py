"""What was spent, by role and over time."""

from collections.abc import Iterator

from saddle_engine.types.money import usd
from saddle_tui.reporting.document import Block, Line, Plot, Section, Table, says
from saddle_tui.reporting.drawings import Bar, Bars, Chart, Dot, Series
from saddle_tui.reporting.facts.everything import Facts
from saddle_tui.reporting.facts.spending import RoleSpending, Spending
from saddle_tui.reporting.ledger import Moment
from saddle_tui.reporting.words import dollars, many, percent, short, spark
from saddle_tui.summary import ROLES

STYLES = {"task": ("running", "circle", ""), "evolution": ("steering plain", "square", "7 3"),
          "diagnosis": ("held", "diamond", "2 3"), "reflection": ("ok", "triangle", "8 3 2 3")}  # fmt: skip
PURPOSES = {
    "seed_dev": "the seed on dev", "before": "mini-batches, parents", "after": "mini-batches, patched",
    "shadow": "vetoed patches, in their shadow", "dev": "the dev gate", "test": "the test", "eval": "the evaluation",
}  # fmt: skip
MINUTE_S, HOUR_S = 60, 3600


def money(facts: Facts) -> Section:
    """In US dollars where there are any, else in tokens."""
    return Section("money", "Money and tokens", list(_blocks(facts)))


def _blocks(facts: Facts) -> Iterator[Block]:
    found = facts.spending
    unknown = sum(each.usd_unknown for each in found.roles)
    notes = [f"{dollars(unknown)} of it is the worst case of calls that came to nothing"] * bool(
        unknown
    )
    notes += [f"up to {dollars(found.reserved)} more is reserved for calls under way"] * bool(
        found.reserved
    )
    free = (
        "; simulated models are free, so the plots count tokens"
        if found.free and facts.head.simulated
        else ""
    )
    yield says(
        f"{dollars(facts.head.usd)} USD and {facts.head.tokens:,} tokens{free}.",
        *(f" {each[0].upper()}{each[1:]}." for each in notes),
    )
    if facts.head.tokens:
        yield _by_role(found)
        yield _over_time(found)
    if found.by_purpose:
        rows: list[Line] = [
            (PURPOSES.get(purpose, purpose), f"{count:,}", dollars(cost), f"{tokens:,}")
            for purpose, (count, cost, tokens) in found.by_purpose.items()
        ]
        yield Table(
            ("rollouts for", "rollouts", "USD", "tokens"),
            rows,
            frozenset({1, 2, 3}),
            title="What rollouts were for",
        )


def _by_role(found: Spending) -> Plot:
    own = [each for each in found.roles if each.tokens]
    bars = [
        Bar(each.role, [(STYLES[each.role][0], _worth(found, each))], _amount(found, each))
        for each in own
    ]
    rows: list[Line] = [
        (
            each.role, dollars(each.usd), f"{each.tokens:,}", f"{each.tokens_in:,}", f"{each.tokens_out:,}",
            f"{each.cache_read:,}" + (f" ({percent(each.cache_read / each.tokens_in, 0)})" if each.tokens_in else ""), f"{each.tries:,}",
        )
        for each in own
    ]  # fmt: skip
    head = ("role", "USD", "tokens", "in", "out", "read from the cache", "paid calls")
    unit = "Tokens" if found.free else "US dollars"
    said = f"{unit} by role: the task agent's rollouts, and the three agents that improve it."
    return Plot(f"{unit} by role", said, Bars(bars), Table(head, rows, frozenset(range(1, 7))))


def _worth(found: Spending, role: RoleSpending) -> float:
    return float(role.tokens) if found.free else role.usd


def _amount(found: Spending, role: RoleSpending) -> str:
    return f"{short(role.tokens)} tokens" if found.free else f"{dollars(role.usd)} USD"


def _over_time(found: Spending) -> Plot:
    last = found.moments[-1].worked_s if found.moments else 0.0
    size, unit = (
        (HOUR_S, "hours")
        if last >= 2 * HOUR_S
        else (MINUTE_S, "minutes")
        if last >= 100
        else (1, "seconds")
    )
    series, totals = [], []
    rows: list[Line] = []
    own = [role for role in ROLES if any(each.tokens.get(role) for each in found.moments)]
    for role in own:
        style, glyph, dash = STYLES[role]
        dots = [Dot(each.worked_s / size, _spent(found, each, role)) for each in found.moments]
        series.append(Series(role, style, dots, "line", glyph, dash))
    for each in found.moments[:: max(1, len(found.moments) // 40)]:
        amounts = [_spent(found, each, role) for role in own]
        totals.append(sum(amounts))
        rows.append(
            (
                f"{each.worked_s / size:.1f}",
                *(_number(found, amount) for amount in (*amounts, sum(amounts))),
            )
        )
    name = "Tokens" if found.free else "US dollars"
    head = (f"{unit} of work", *own, "all")
    return Plot(
        f"{name} over time", f"{name} of each role over {many(round(last / size), unit[:-1])} of work; pauses are left out.",
        Chart(f"{unit} of work", name, series, unit="si" if found.free else "usd", whole=False),
        Table(head, rows, frozenset(range(len(head)))), (spark(totals),),
    )  # fmt: skip


def _spent(found: Spending, moment: Moment, role: str) -> float:
    return float(moment.tokens.get(role, 0)) if found.free else usd(moment.cost.get(role, 0))


def _number(found: Spending, amount: float) -> str:
    return f"{amount:,.0f}" if found.free else dollars(amount)
