"""Rollouts as a table, where there is room for its columns."""

from collections.abc import Sequence

from saddle_tui.attempt import Attempt
from saddle_tui.text.safe import clean
from saddle_tui.text.width import ending, fit, pad, width_of
from saddle_tui.view import View
from saddle_tui.widgets.pane import Line, Span
from saddle_tui.widgets.spending import short
from saddle_tui.widgets.words import MUTED

HEAD = "        id      node  task"
TASK_CELLS = (18, 28)
ROOMY = 130
"""Columns from which on tasks have more of them."""
NUMBERS = "  try split step"
MONEY = "     age tokens       $"


def lines(view: View, rows: Sequence[Attempt], width: int) -> list[Line]:
    """The heads of the columns, then a line each."""
    cells = TASK_CELLS[width >= ROOMY]
    head = f"{pad(HEAD, len(HEAD) - 4 + cells)}{NUMBERS}  now"
    heads = f"{pad(head, width - len(MONEY))}{MONEY}"
    return [[(clean(heads), MUTED)], *(_line(view, row, cells, width) for row in rows)]


def _line(view: View, row: Attempt, cells: int, width: int) -> Line:
    mark, style = ("›", "bold") if row.id == view.selected else (" ", "")
    sign: Span = (clean(f"{row.sign.glyph} {row.sign.word:<5}"), row.sign.style)
    who = f"{mark}{row.id:<7} {pad(row.who, 5)} {pad(row.task, cells)}"
    numbers = f"  {row.attempt:>3} {row.split:<5} {row.step:>4}  "
    right = f"{_age(row.seconds):>8} {_tokens(row.tokens):>6} {_usd(row.usd):>7}"
    body = clean(f"{who}{numbers}")
    room = max(width - width_of(sign[0]) - width_of(body) - len(right), 0)
    said = fit(row.now, room) if row.sign.word in ("fail", "pass") else ending(row.now, room)
    return [sign, (body, style), (pad(said, room), MUTED), (clean(right), style)]


def _age(seconds: float | None) -> str:
    if seconds is None:
        return ""
    minutes, left = divmod(int(seconds), 60)
    if minutes < 60:
        return (
            f"{minutes}m{left:02}s" if minutes else f"{seconds:.1f}s" if left < 10 else f"{left}s"
        )
    return f"{minutes // 60}h{minutes % 60:02}m"


def _tokens(count: int) -> str:
    return short(count) if count else "-"


def _usd(usd: float) -> str:
    if not usd:
        return "-"
    return f"{usd:.4f}" if usd < 1 else f"{usd:.2f}"
