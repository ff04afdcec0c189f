"""Rollouts at work with their last words, then the newest finished ones."""

from itertools import chain, islice

from saddle_engine.state import Rollout
from saddle_tui.text.glyphs import LEFT, OUTCOMES, RUNNING, Sign
from saddle_tui.text.safe import SafeText, clean
from saddle_tui.text.width import ending, fit, pad, width_of
from saddle_tui.view import View
from saddle_tui.widgets.pane import Line

TASK_CELLS = (16, 24)
WHO_CELLS = 5
WORDS_CELLS = 9  # at least, for steps and what is being said
ROOMY, WIDE = 40, 72  # columns
TALKATIVE = 20  # cells; fewer hold no sentence


def title(view: View) -> SafeText:
    """How many are at work and how many wait."""
    open_, waiting = len(view.recent.open), len(view.recent.waiting)
    if not open_ and not waiting:
        return clean("Rollouts  none at work")
    return clean(
        f"Rollouts  {open_} {'at work' if view.engine.alive else 'left open'}, {waiting} waiting"
    )


def rollouts(view: View, width: int, rows: int) -> list[Line]:
    """One line each; open ones first, in the order of their beginning."""
    recent = view.recent
    if not recent.open and not recent.finished:
        return [[(fit("no rollout yet: the seed runs on dev first", width), "$text-muted")]]
    ids = islice(chain(recent.open, reversed(recent.finished)), max(rows, 1))
    return [_rollout(view, view.state.rollouts[each], width) for each in ids]


def _rollout(view: View, rollout: Rollout, width: int) -> Line:
    sign, order = _sign(view, rollout), rollout.order
    who = view.recent.names.get(order.tree, "seed")
    head = f"{sign.glyph} {sign.word:<5} {order.rollout:<6}{pad(who, WHO_CELLS)} "
    room = width - len(head)
    if width < ROOMY:
        return [(clean(head[:8]), sign.style), (clean(head[8:] + fit(order.task, room)), "")]
    task = pad(order.task, min(TASK_CELLS[width >= WIDE], room - WORDS_CELLS))
    words = _words(view, rollout, room - width_of(task) - 1)
    return [
        (clean(head[:8]), sign.style),
        (clean(head[8:] + task), ""),
        (clean(f" {words}"), "$text-muted"),
    ]


def _sign(view: View, rollout: Rollout) -> Sign:
    if rollout.result is not None:
        return OUTCOMES[rollout.result.outcome]
    return RUNNING if view.engine.alive else LEFT


def _words(view: View, rollout: Rollout, cells: int) -> SafeText:
    if rollout.result is not None:
        steps = f"{rollout.result.steps} {'step' if rollout.result.steps == 1 else 'steps'}"
        return fit(f"{steps} {rollout.result.reason}".rstrip(), cells)
    said = view.live.get(rollout.order.rollout, "")
    if said and cells >= TALKATIVE:
        return ending(said, cells)
    return fit(f"step {rollout.steps + 1}", cells)
