"""What is spent of what may be spent, by whom, and what is waited for."""

from collections.abc import Hashable

from saddle_engine.ledger import test_rollouts
from saddle_engine.types.money import dollars
from saddle_tui.stage import waiting
from saddle_tui.summary import ROLES
from saddle_tui.text.safe import SafeText, clean
from saddle_tui.text.width import fit
from saddle_tui.view import View
from saddle_tui.widgets.pane import Line
from saddle_tui.widgets.spending import Spending, cached, short, spending
from saddle_tui.widgets.words import MUTED, labelled, sentence

CELL, NAME, SHARE = 9, 11, 5
NARROW = NAME + 4 * CELL  # columns; in fewer there are two numbers a line
FULL = 0.9
"""Share of a limit from which on it is shown as a warning."""


def title(view: View) -> SafeText:
    """Says whose money it is."""
    return clean("Budget  simulated" if view.simulated else "Budget")


def key(view: View) -> Hashable:
    """Changes with everything that this pane shows."""
    books = view.state.books
    return (
        books.committed,
        books.committed_tokens,
        books.why.total(),
        view.state.spent_rollouts,
        int(view.state.worked_s / 36),
        tuple(view.state.limits.items()),
        waiting(view),
        view.status,
    )


def budget(view: View, width: int, rows: int) -> list[Line]:
    """Limits first, then what is waited for, then roles."""
    if view.state.run is None:
        return sentence("nothing is spent: waiting for the first record", width)
    wide = width >= NARROW
    head = ["", "spent", "reserved", "unknown", "limit"] if wide else ["", "spent", "limit"]
    lines: list[Line] = [[(_row(head, width), MUTED)]]
    lines += [_limit(each, width, wide=wide) for each in spending(view.state)]
    return (lines + _notes(view, width) + _roles(view, width, wide=wide))[: max(rows, 1)]


def _limit(each: Spending, width: int, *, wide: bool) -> Line:
    cells = [each.name, each.spent, each.reserved, each.unknown, each.limit]
    if not wide:
        cells = [each.name, each.spent, each.limit]
    room = width - NAME - (len(cells) - 1) * CELL >= SHARE
    mark = f" {each.share:4.0%}" if each.share is not None and room else ""
    style = "bold $text-warning" if each.share is not None and each.share >= FULL else ""
    return [(fit(f"{_row(cells, width)}{mark}", width), style)]


def _notes(view: View, width: int) -> list[Line]:
    state, lines = view.state, list[Line]()
    if state.paused is not None and state.paused.by != "operator":
        lines += labelled("paused", state.paused.reason, width, 3, "bold $text-warning")
    if said := waiting(view):
        lines += labelled("now", said, width, 2, "bold $text-warning")
    if why := state.books.why:
        tries = ", ".join(f"{count} {kind}" for kind, count in why.most_common(4))
        lines += labelled("lost", f"tries: {tries}", width, 2, MUTED)
    if aside := test_rollouts(state):
        lines += labelled("aside", f"{aside} rollouts for the test", width, 1, MUTED)
    if view.simulated and not state.books.committed:
        lines += labelled("usd", "a simulated model is free", width, 1, MUTED)
    return lines


def _roles(view: View, width: int, *, wide: bool) -> list[Line]:
    head = (
        ["by role", "usd", "tokens", "out", "cached"] if wide else ["by role", "tokens", "cached"]
    )
    lines: list[Line] = [[], [(_row(head, width), MUTED)]]
    for role in ROLES:
        books, usage = view.state.books, view.state.books.usage_of(role)
        share = cached(usage)
        money = dollars(books.settled[role] + books.unknown[role])
        hit = "-" if share is None else f"{share:.0%}"
        cells = [role, money, short(books.tokens(role)), short(usage.output_tokens), hit]
        lines.append([(_row(cells if wide else [role, cells[2], hit], width), "")])
    return lines


def _row(cells: list[str], width: int) -> SafeText:
    """The name, then numbers that end in one column."""
    return fit(f"{cells[0]:<{NAME}}" + "".join(f"{each:>{CELL}}" for each in cells[1:]), width)
