"""What the selected rollout or session says and does, its newest words at the bottom."""

from collections.abc import Hashable

from saddle_engine.state import Rollout, Session
from saddle_engine.types.base import RolloutId, SessionId
from saddle_tui.attempt import sign_of
from saddle_tui.text.glyphs import LEFT, RUNNING
from saddle_tui.text.safe import NOTHING, SafeText, clean
from saddle_tui.text.width import wrap
from saddle_tui.trace.entry import Said
from saddle_tui.trace.fields import cleaned
from saddle_tui.trace.rows import GUTTER, MOST_ROWS, wrapped
from saddle_tui.view import View
from saddle_tui.widgets.pane import Line
from saddle_tui.widgets.words import not_yet, sentence

LIVE = "$text-primary"


def title(view: View) -> SafeText:
    """Who speaks, how it stands, and whether what is new is followed."""
    if not view.subject:
        return clean("Trace")
    mark = "  simulated" if view.simulated else ""
    where = f"  {said}" if (said := _follows(view)) else ""
    return clean(f"Trace  {view.subject} {_about(view)}{where}{_hunted(view)}{mark}")


def key(view: View) -> Hashable:
    """Changes with everything that this pane shows."""
    live = view.live.get(view.subject, "")
    return (
        view.subject,
        view.trace,
        live,
        view.scroll,
        view.following,
        view.status,
        view.behind,
        view.engine.alive,
    )


def trace(view: View, width: int, rows: int) -> list[Line]:
    """The last rows, or those before the last `scroll` ones."""
    if not view.subject:
        return sentence(not_yet(view, "nothing is said yet: the first rollout begins soon"), width)
    if view.trace.subject != view.subject:
        return sentence(f"reading {view.subject} ...", width)
    live = _live(view, width, rows) if view.following else []
    shown: list[Line] = [*view.trace.rows(width, view.scroll, rows - len(live)), *live]
    if view.trace.trouble is not None:
        shown = [*shown[-(rows - 2) :], *sentence(view.trace.trouble, width, "$text-error")[:2]]
    return shown or sentence(_silent(view), width)


def _follows(view: View) -> str:
    if _ended(view):
        return f"↓ {view.scroll:,} more" if view.scroll else ""
    if view.following:
        return "TAIL"
    new = f" +{view.unread:,} new" if view.unread else ""
    return f"PAUSED ↓ {view.scroll:,} more{new}" if view.scroll else f"PAUSED{new}"


def _ended(view: View) -> bool:
    """Nothing more will be said."""
    rollout = view.state.rollouts.get(RolloutId(view.subject))
    if rollout is not None:
        return rollout.result is not None
    return view.state.sessions[SessionId(view.subject)].outcome is not None


def _hunted(view: View) -> str:
    """What became of a search."""
    hunt = view.hunt if view.lens.filters.get("trace") else None
    if hunt is None or hunt.subject != view.subject:
        return ""
    if hunt.over:
        return "  no match"
    if not hunt.found:
        return "  searching ..."
    return "  from the other end" if hunt.turned else ""


def _live(view: View, width: int, room: int) -> list[Line]:
    """What is being said this moment, at most half of the pane."""
    text = view.live.get(view.subject, "")
    if not text.strip() or not view.engine.alive:
        return []
    most = max(room // 2, 1)
    lines = cleaned(text[-most * max(width, 1) :].strip())
    rows = [row for line in lines for row in wrap(line, max(width - GUTTER, 1), MOST_ROWS)]
    found: list[Line] = []
    for number, row in enumerate(rows[-most:]):
        tag = clean("now") if number == 0 else NOTHING
        found += wrapped(Said(tag, row, LIVE), width)
    return found


def _about(view: View) -> str:
    rollout = view.state.rollouts.get(RolloutId(view.subject))
    if rollout is not None:
        return _rollout(view, rollout)
    return _session(view, view.state.sessions[SessionId(view.subject)])


def _rollout(view: View, rollout: Rollout) -> str:
    who = view.recent.names.get(rollout.order.tree, "seed")
    sign = sign_of(view, rollout)
    at = f" step {rollout.steps + 1}" if rollout.open else ""
    return f"{rollout.order.task} by {who}  {sign.glyph} {sign.word}{at}"


def _session(view: View, session: Session) -> str:
    sign = RUNNING if view.engine.alive else LEFT
    how = session.outcome.replace("_", " ") if session.outcome else f"{sign.glyph} {sign.word}"
    return f"{session.started.agent}, iteration {session.started.iteration}  {how}"


def _silent(view: View) -> str:
    rollout = view.state.rollouts.get(RolloutId(view.subject))
    if rollout is not None and not rollout.tries:
        return f"{view.subject} waits for its turn"
    if rollout is not None and rollout.result is not None:
        return f"{view.subject} ended before anything was said"
    if not view.engine.alive:
        return f"{view.subject} had said nothing when the engine left"
    return f"{view.subject} has begun and said nothing yet"
