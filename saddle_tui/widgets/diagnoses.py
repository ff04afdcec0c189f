"""The sessions of the agents, the newest first: what each was for, and what came of it."""

from collections.abc import Hashable

from saddle_engine.state import Session
from saddle_engine.types.base import SessionId
from saddle_tui import fields
from saddle_tui.text.glyphs import DONE, LEFT, RUNNING, WRONG, Sign
from saddle_tui.text.safe import SafeText, clean
from saddle_tui.text.width import fit, pad
from saddle_tui.view import View
from saddle_tui.widgets.evaluated import no_search
from saddle_tui.widgets.pane import Line
from saddle_tui.widgets.words import MUTED, not_yet, sentence

AGENT_CELLS = 11
MOST = 3  # hints that are named


def title(view: View) -> SafeText:
    """How many there are, which is at work, and the hints that no diagnosis has read yet."""
    at_work = f", {view.recent.session} at work" if view.recent.session else ""
    hints = [hint.given.hint for hint in view.state.wishes.waiting_hints]
    wait = f"  {', '.join(hints[:MOST])} {'waits' if len(hints) == 1 else 'wait'}" if hints else ""
    return clean(f"Sessions  {len(view.state.sessions)}{at_work}{wait}")


def key(view: View) -> Hashable:
    """Changes whenever a row does."""
    session = view.recent.session
    calls = sum(view.state.sessions[session].tools.values()) if session else 0
    return len(view.state.sessions), session, calls, view.session, view.recent.shape, view.status


def order(view: View) -> list[str]:
    """Ids as they are listed."""
    return fields.rows("diagnoses", view, reversed(view.state.sessions))


def no_agent(view: View) -> str:
    """Why there is no session, and what comes before the first one."""
    first = "evolution picks a parent" if len(view.state.dag) else "the seed runs on dev"
    return not_yet(view, f"no agent has been at work: {first} first")


def diagnoses(view: View, width: int, rows: int) -> list[Line]:
    """One line each; the one that is looked at is among them."""
    if view.state.evaluation:
        return no_search(width)
    ids = order(view)
    if not ids:
        return sentence(no_agent(view), width)
    at = ids.index(view.session) if view.session in ids else 0
    first = max(at - max(rows, 1) + 1, 0)
    return [_line(view, SessionId(id_), width) for id_ in ids[first : first + max(rows, 1)]]


def _line(view: View, id_: SessionId, width: int) -> Line:
    session, chosen = view.state.sessions[id_], id_ == view.session
    sign = _sign(view, session)
    calls = sum(session.tools.values())
    said = (
        f"iteration {session.started.iteration:<3} {calls:>3} tool calls  {_outcome(view, session)}"
    )
    head = f"{'›' if chosen else ' '}{id_:<5} {pad(session.started.agent, AGENT_CELLS)} "
    return [
        (fit(f"{sign.glyph} {sign.word:<6}", width), sign.style),
        (fit(head, width - 8), "bold" if chosen else ""),
        (fit(said, width - 8 - len(head)), "" if chosen else MUTED),
    ]


def _sign(view: View, session: Session) -> Sign:
    match session.outcome:
        case "answered":
            return DONE
        case None:
            return RUNNING if view.engine.alive else LEFT
        case _:
            return WRONG._replace(word="none")


def _outcome(view: View, session: Session) -> str:
    """What came of it: the patch of a diagnosis, the parent of an evolution."""
    if session.outcome is None:
        return session.phase if session.started.agent == "diagnosis" else ""
    if session.outcome != "answered":
        return "no usable answer"
    iteration = view.state.iterations.get(session.started.iteration)
    if iteration is None:
        return ""
    if session.started.agent == "evolution":
        return f"parent {'+'.join(iteration.parent.parents)}" if iteration.parent else ""
    patch = view.state.patches.get(iteration.patch) if iteration.patch else None
    if patch is None:
        return "no patch"
    return f"{patch.proposed.patch} {patch.status}: {patch.proposed.title}"
