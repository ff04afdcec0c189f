"""Rollouts at work with their last words, then those that wait, then the newest finished ones."""

from collections.abc import Callable, Sequence
from itertools import islice

from saddle_engine.types.base import RolloutId
from saddle_engine.types.rollout import Outcome
from saddle_tui import fields
from saddle_tui.attempt import WAITS, Attempt, attempt
from saddle_tui.keymap import key_of
from saddle_tui.text.safe import NOTHING, SafeText, clean
from saddle_tui.text.width import ending, fit, pad, width_of
from saddle_tui.view import View
from saddle_tui.widgets import rollout_table
from saddle_tui.widgets.pane import Line
from saddle_tui.widgets.words import MUTED, not_yet, sentence

PANE = "rollouts"
TASK_CELLS = (16, 24)
WHO_CELLS = 5
WORDS_CELLS = 9  # at least, for steps and what is being said
ROOMY, WIDE, TABLE = 40, 72, 98  # columns; a pane of 100 has 98
TALKATIVE = 20  # cells; fewer hold no sentence
ORDERS: Sequence[tuple[str, Callable[[Attempt], float | str]]] = (
    ("", lambda row: 0),
    ("task", lambda row: row.task),
    ("outcome", lambda row: row.sign.word),
    ("age", lambda row: -(row.seconds or 0.0)),
    ("steps", lambda row: -int(row.step or 0)),
    ("tokens", lambda row: -row.tokens),
    ("cost", lambda row: -row.usd),
)
"""What the finished ones can be listed by: the newest first, or the largest first."""


def title(view: View) -> SafeText:
    """How many are at work, wait, have passed and have not."""
    recent, ended = view.recent, view.recent.outcomes
    work = "▶ {} at work" if view.engine.alive else "· {} left open"
    counts = [
        work.format(len(recent.open)) if recent.open else "none at work",
        f"· {len(recent.waiting)} waiting" if recent.waiting else "",
        f"✓ {ended[Outcome.PASSED]}" if ended[Outcome.PASSED] else "",
        f"✗ {lost}" if (lost := ended[Outcome.FAILED] + ended[Outcome.TIMED_OUT]) else "",
    ]
    by = ORDERS[_order(view)][0]
    return clean(f"Rollouts  {'  '.join(filter(None, counts))}{f'  by {by}' if by else ''}")


def order(view: View) -> list[str]:
    """Ids as they are listed: the session at work, open rollouts, waiting ones, finished ones.

    Of those that are finished the newest; one that is selected is listed however old it is.
    """
    recent = view.recent
    session = [recent.session] if recent.session is not None else []
    waiting = sorted(recent.waiting, key=lambda id_: int(id_[1:]))
    listed: list[str] = [*session, *recent.open, *waiting, *_finished(view)]
    if RolloutId(view.selected) in view.state.rollouts and view.selected not in listed:
        listed.append(view.selected)
    return [*fields.rows(PANE, view, listed), *fields.older(view, listed)]


def rollouts(view: View, width: int, rows: int) -> list[Line]:
    """One line each; the selected one is always among them."""
    table = width >= TABLE and rows > 1
    ids = _window(order(view), view.selected, max(rows - table, 1))
    if ids:
        drawn = [attempt(view, id_) for id_ in ids]
        if table:
            return rollout_table.lines(view, drawn, width)
        return [_line(view, each, width) for each in drawn]
    if wanted := view.lens.filters.get(PANE):
        said = f"no rollout matches {wanted}; {key_of('filter')} changes what is looked for"
        return sentence(said, width)
    return sentence(not_yet(view, "no rollout yet: the seed runs on dev first"), width)


def _finished(view: View) -> list[RolloutId]:
    newest = list(reversed(view.recent.finished))
    by = _order(view)
    return sorted(newest, key=lambda id_: ORDERS[by][1](attempt(view, id_))) if by else newest


def _order(view: View) -> int:
    return view.lens.tab.get(PANE, 0) % len(ORDERS)


def _window(ids: list[str], selected: str, rows: int) -> list[str]:
    at = ids.index(selected) if selected in ids else 0
    first = max(at - rows + 1, 0)
    return list(islice(ids, first, first + rows))


def _line(view: View, row: Attempt, width: int) -> Line:
    mark = "›" if row.id == view.selected else " "
    head = f"{row.sign.glyph} {row.sign.word:<5}{mark}{row.id:<5} {pad(row.who, WHO_CELLS)} "
    room = width - len(head)
    if width < ROOMY:
        return _styled(view, row, head, fit(row.task, room), NOTHING)
    task = pad(row.task, min(TASK_CELLS[width >= WIDE], room - WORDS_CELLS))
    words = _words(row, max(room - width_of(task) - 1, 0))
    return _styled(view, row, head, task, clean(f" {words}"))


def _words(row: Attempt, cells: int) -> SafeText:
    if row.steps.startswith("step ") or not row.step:
        said = "waits" if row.sign is WAITS else row.now
        return ending(said, cells) if said and cells >= TALKATIVE else fit(row.steps or said, cells)
    said = clean(f"{row.steps} {row.now}".rstrip())
    whole = width_of(said) <= cells or cells >= TALKATIVE
    return fit(said if whole else row.steps, cells)


def _styled(view: View, row: Attempt, head: str, task: SafeText, words: SafeText) -> Line:
    style = "bold" if row.id == view.selected else ""
    line = [(clean(head[:7]), row.sign.style), (clean(head[7:] + task), style)]
    return [*line, (words, MUTED)] if words else line
