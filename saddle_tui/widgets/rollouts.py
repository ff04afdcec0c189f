"""Rollouts at work with their last words, then the newest finished ones."""

from saddle_engine.state import Rollout
from saddle_engine.types.base import RolloutId, SessionId
from saddle_tui.text.glyphs import LEFT, OUTCOMES, RUNNING, Sign
from saddle_tui.text.safe import NOTHING, SafeText, clean
from saddle_tui.text.width import ending, fit, pad, width_of
from saddle_tui.view import View
from saddle_tui.widgets.pane import Line
from saddle_tui.widgets.words import MUTED, not_yet, sentence

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


def order(view: View) -> list[str]:
    """Ids as they are listed: the session at work, open rollouts, finished ones from the newest."""
    recent = view.recent
    session = [recent.session] if recent.session is not None else []
    return [*session, *recent.open, *reversed(recent.finished)]


def rollouts(view: View, width: int, rows: int) -> list[Line]:
    """One line each; the selected one is always among them."""
    ids = _window(order(view), view.selected, max(rows, 1))
    if not ids:
        return sentence(not_yet(view, "no rollout yet: the seed runs on dev first"), width)
    return [_line(view, id_, width) for id_ in ids]


def _window(ids: list[str], selected: str, rows: int) -> list[str]:
    at = ids.index(selected) if selected in ids else 0
    first = max(at - rows + 1, 0)
    return ids[first : first + rows]


def _line(view: View, id_: str, width: int) -> Line:
    rollout = view.state.rollouts.get(RolloutId(id_))
    if rollout is not None:
        return _rollout(view, rollout, width)
    return _session(view, SessionId(id_), width)


def _session(view: View, session: SessionId, width: int) -> Line:
    sign = RUNNING if view.engine.alive else LEFT
    agent = view.state.sessions[session].started.agent
    head = _head(view, sign, session, "")
    room = width - len(head)
    if width < ROOMY:
        return _styled(view, session, sign, head, fit(agent, room), NOTHING)
    task = pad(agent, min(TASK_CELLS[width >= WIDE], room - WORDS_CELLS))
    words = ending(view.live.get(session, ""), max(room - width_of(task) - 1, 0))
    return _styled(view, session, sign, head, task, clean(f" {words}"))


def _rollout(view: View, rollout: Rollout, width: int) -> Line:
    sign, order = _sign(view, rollout), rollout.order
    who = view.recent.names.get(order.tree, "seed")
    head = _head(view, sign, order.rollout, who)
    room = width - len(head)
    if width < ROOMY:
        return _styled(view, order.rollout, sign, head, fit(order.task, room), NOTHING)
    task = pad(order.task, min(TASK_CELLS[width >= WIDE], room - WORDS_CELLS))
    words = _words(view, rollout, room - width_of(task) - 1)
    return _styled(view, order.rollout, sign, head, task, clean(f" {words}"))


def _head(view: View, sign: Sign, id_: str, who: str) -> str:
    mark = "›" if id_ == view.selected else " "
    return f"{sign.glyph} {sign.word:<5}{mark}{id_:<5} {pad(who, WHO_CELLS)} "


def _styled(view: View, id_: str, sign: Sign, head: str, task: SafeText, words: SafeText) -> Line:
    style = "bold" if id_ == view.selected else ""
    line = [(clean(head[:7]), sign.style), (clean(head[7:] + task), style)]
    return [*line, (words, MUTED)] if words else line


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
