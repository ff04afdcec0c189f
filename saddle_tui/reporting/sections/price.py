"""What a patch costs."""

from collections.abc import Iterator

from saddle_tui.reporting.document import Block, Line, Plot, Section, Table, note, says
from saddle_tui.reporting.drawings import Chart, Dot, Series
from saddle_tui.reporting.facts.everything import Facts
from saddle_tui.reporting.facts.spending import IterationCost, PerPatch
from saddle_tui.reporting.words import dollars, hours, left_out, short, spark

MOST_ROWS = 300
MOST_DOTS = 600


def price(facts: Facts) -> Section:
    """Per proposed and per admitted patch."""
    return Section("price", "Cost of a patch", list(_blocks(facts)))


def _blocks(facts: Facts) -> Iterator[Block]:
    found = facts.spending
    if not found.proposed.patches:
        yield says("No patch has been proposed yet.")
        return
    rows = [_row("proposed", found.proposed), _row("admitted", found.admitted)]
    head = ("patches", "number", "USD each", "tokens each", "median work of its iteration")
    yield Table(head, rows, frozenset({1, 2, 3, 4}))
    yield note(
        "All sessions and rollouts of all iterations, also of those that came to nothing, shared out over the patches; the seed's "
        "dev run and the test are left out. For context: 14.56 USD and 533 s a patch in the AutoSaddler paper."
    )
    yield _plot(facts, found.iterations)


def _row(name: str, each: PerPatch) -> Line:
    if not each.patches:
        return name, "0", "-", "-", "-"
    seconds = "-" if each.seconds is None else hours(each.seconds)
    return name, str(each.patches), dollars(each.usd), f"{each.tokens:,.0f}", seconds


def _plot(facts: Facts, costs: tuple[IterationCost, ...]) -> Plot:
    free = facts.spending.free
    unit = "tokens" if free else "US dollars"
    step = max(1, -(-len(costs) // MOST_DOTS))
    groups = (
        ("admitted", "ok", "circle", [each for each in costs if each.admitted]),
        (
            "patch, not admitted",
            "wrong",
            "cross",
            [each for each in costs if each.patch and not each.admitted],
        ),
        ("no patch", "muted", "square", [each for each in costs if not each.patch]),
    )
    series = [
        Series(name, style, [_dot(each, free=free) for each in own[::step]], glyph=glyph)
        for name, style, glyph, own in groups
        if own
    ]
    rows: list[Line] = [
        (
            str(each.iteration), each.patch or "-", "yes" if each.admitted else "no", dollars(each.usd), f"{each.tokens:,}",
            "-" if each.seconds is None else hours(each.seconds),
        )
        for each in costs[:MOST_ROWS]
    ]  # fmt: skip
    table = Table(
        ("iteration", "patch", "admitted", "USD", "tokens", "work"),
        rows,
        frozenset({0, 3, 4, 5}),
        left_out=left_out(len(costs) - MOST_ROWS, "later iteration"),
    )
    said = f"{unit[0].upper()}{unit[1:]} that each iteration took, by what came of it; an admitted one also pays for its run on dev."
    amounts = [float(each.tokens) if free else each.usd for each in costs]
    return Plot(
        "Cost of each iteration",
        said,
        Chart("iteration", unit, series, unit="si" if free else "usd"),
        table,
        (spark(amounts),),
    )


def _dot(each: IterationCost, *, free: bool) -> Dot:
    amount = float(each.tokens) if free else each.usd
    cost = f"{short(amount)} tokens" if free else f"{dollars(amount)} USD"
    return Dot(
        each.iteration,
        amount,
        says=f"iteration {each.iteration}, {each.patch or 'no patch'}: {cost}",
    )
