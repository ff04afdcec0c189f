"""An agent at work: what it suspects, which tools it uses in which order, which files it reads."""

from collections.abc import Hashable

from saddle_engine.events import DiagnosisMade
from saddle_engine.state import Session
from saddle_engine.types.base import SessionId
from saddle_tui.text.glyphs import LEFT, RUNNING
from saddle_tui.text.safe import SafeText, clean
from saddle_tui.text.width import ending, fit, pad
from saddle_tui.trace.work import Called, Touched, Work
from saddle_tui.view import View
from saddle_tui.widgets.diagnoses import no_agent
from saddle_tui.widgets.evaluated import no_search
from saddle_tui.widgets.pane import Line
from saddle_tui.widgets.words import LABEL_CELLS, MUTED, labelled, sentence

AGENTS = {"evolution": "Evolution", "diagnosis": "Diagnosis", "reflection": "Reflection"}
TOOL_CELLS = 14
SPANS = 4  # of one file
FILES_SHARE = 3  # files get the third part of what is left


def title(view: View) -> SafeText:
    """Which session, and how much it has done."""
    if view.session is None:
        return clean("Diagnosis")
    session, work = view.state.sessions[view.session], view.work
    head = f"{AGENTS[session.started.agent]}  {view.session}"
    if work is None:
        return clean(head)
    calls = f"{work.called} tool {'call' if work.called == 1 else 'calls'}"
    refused = f", {work.refused} refused" if work.refused else ""
    return clean(f"{head}  {calls}{refused}, {len(work.files)} file{'s' * (len(work.files) != 1)}")


def key(view: View) -> Hashable:
    """Changes with everything that this pane shows."""
    work, session = view.work, view.session
    done = (
        (work.called, len(work.files), sum(each.reads for each in work.files.values()))
        if work
        else None
    )
    said = view.live.get(session, "") if session else ""
    outcome = view.state.sessions[session].outcome if session else None
    return session, done, said, outcome, view.patch_text, view.status, view.recent.shape


def diagnosis(view: View, width: int, rows: int) -> list[Line]:
    """What is known of the causes first, then files, then the newest tool calls."""
    if view.state.evaluation:
        return no_search(width)
    if view.session is None:
        return sentence(no_agent(view), width)
    session = view.state.sessions[view.session]
    lines = _state(view, session, width) + _conclusions(view, session, width)
    if view.work is None:
        return lines + sentence(f"reading {view.session} ...", width)
    left = max(rows - len(lines), 2)
    files = _files(view.work, width, max(left // FILES_SHARE, 2))
    return lines + files + _calls(view.work, width, max(left - len(files), 2))


def _state(view: View, session: Session, width: int) -> list[Line]:
    at = f"iteration {session.started.iteration}, {session.phase}"
    if session.outcome:
        return labelled(session.outcome.replace("_", " "), at, width, 1)
    sign = RUNNING if view.engine.alive else LEFT
    said = view.live.get(session.started.session, "")
    now = ending(said, max(width - LABEL_CELLS - len(at) - 4, 0)) if view.engine.alive else ""
    return [
        [
            (pad(f"{sign.glyph} {sign.word}", min(LABEL_CELLS, width)), sign.style),
            (fit(f"{at}  {now}", width - LABEL_CELLS), ""),
        ]
    ]


def _conclusions(view: View, session: Session, width: int) -> list[Line]:
    if session.started.agent != "diagnosis":
        return []
    causes, rejected = _suspected(view, session)
    if not causes and not rejected:
        why = "no cause named" if session.outcome else "no cause named yet: it is still looking"
        return labelled("causes", why, width, 1, MUTED)
    lines: list[Line] = []
    for number, cause in enumerate(causes[:3]):
        lines += labelled(
            "cause" if number == 0 else "or", cause, width, 2, "" if number else "bold"
        )
    for cause in rejected[:3]:
        lines += labelled("not", cause, width, 2, MUTED)
    return lines


def _suspected(view: View, session: Session) -> tuple[tuple[str, ...], tuple[str, ...]]:
    id_ = session.started.session
    made: DiagnosisMade | None = view.recent.made.get(id_)
    if made is not None:
        return made.causes, made.rejected
    text, patch = view.patch_text, view.state.patches.get(view.patch) if view.patch else None
    if text is None or patch is None or text.patch != view.patch or text.proposal is None:
        return (), ()
    same = patch.proposed.session == SessionId(id_)
    return (text.proposal.causes, text.proposal.rejected) if same else ((), ())


def _files(work: Work, width: int, rows: int) -> list[Line]:
    if not work.files:
        return labelled("files", "none read yet", width, 1, MUTED)
    shown = list(work.files.items())[-rows:]
    more = len(work.files) - len(shown)
    lines: list[Line] = []
    for number, (path, touched) in enumerate(reversed(shown)):
        label = (
            "files" if number == 0 else f"+{more} more" if more and number == len(shown) - 1 else ""
        )
        lines += labelled(label, _touched(path, touched, width - LABEL_CELLS), width, 1)
    return lines


def _touched(path: str, touched: Touched, cells: int) -> str:
    """The end of a path tells more than its beginning."""
    spans = touched.spans[-SPANS:]
    cut = "…," if len(touched.spans) > SPANS else ""
    lines = cut + ",".join(f"{first}-{last}" for first, last in spans)
    said = f"  {touched.reads}x  {lines or 'all'}"
    return ending(path, max(cells - len(said), 8)) + said


def _calls(work: Work, width: int, rows: int) -> list[Line]:
    if not work.calls:
        return labelled("calls", "no tool used yet", width, 1, MUTED)
    shown = list(work.calls)[-rows:]
    first = work.called - len(shown) + 1
    return [_call(number, call, width) for number, call in enumerate(shown, first)]


def _call(number: int, call: Called, width: int) -> Line:
    mark, style = ("✗", "bold $text-warning") if call.refused else (" ", MUTED)
    head = pad(f"{number:>4}", 5)
    said = f"refused: {call.summary}" if call.refused else call.summary
    tool = pad(call.tool, TOOL_CELLS)
    if width < 40:
        return [(fit(f"{mark} {number} {call.tool}", width), style)]
    return [
        (clean(f"{mark}"), style),
        (head, MUTED),
        (tool, "bold" if call.refused else "$text-primary"),
        (fit(f" {said}", width - 6 - TOOL_CELLS), "" if call.refused else MUTED),
    ]
