"""What is asked before something is done: what it means, a word where it cannot be undone, and why."""

from collections.abc import Callable

from saddle_engine.types.taxonomy import Phase
from saddle_runs.folder import free_name
from saddle_tui.asking.limits import limits_now, suggestion
from saddle_tui.keymap import key_of
from saddle_tui.requests import NAME, Request
from saddle_tui.screens import judging
from saddle_tui.screens.asked import WHY, a_name, exactly, no_limit, some_text, word
from saddle_tui.screens.dialog import Field, Question
from saddle_tui.view import View

MEANS = {
    Phase.CAPABILITY: "new tools, arguments, fixes of code, changes of the loop or infrastructure",
    Phase.STEERING: "rules of the prompt, descriptions of tools, hooks with reminders",
}
"""What diagnosis may propose in a phase."""
LIMIT, TEXT = "limit", "text"


def question(action: str, request: Request, view: View) -> Question | None:
    """What the operator is asked; None when it is done at once."""
    asked = QUESTIONS.get(action)
    return asked(request, view) if asked else None


def _phase(request: Request, view: View) -> Question:
    now, to = view.state.phase, Phase(request.arguments["phase"])
    when = (
        "It holds from the next diagnosis on; a session at work goes on in its phase. You can "
        "switch back at any time."
    )
    explained = (f"Now {now}: {MEANS[now]}.", f"Then {to}: {MEANS[to]}.", when)
    return Question(f"Switch to {to}?", explained, (WHY,), "switch")


def _limit(request: Request, view: View) -> Question:
    draft, why = suggestion(view.state)
    explained = (
        *limits_now(view.state),
        f"A name, = and its new limit; {why}." if why else "A name, = and its new limit: usd=20.",
    )
    field = Field(LIMIT, "limit", draft, no_limit)
    return Question("Change a limit", explained, (field, WHY), "change it")


def _seal(request: Request, view: View) -> Question:
    best = f"the seed and {view.best}" if view.best else "the seed"
    said = (
        f"What is under way ends first; then {best} run the test. The search never opens again: "
        "this cannot be undone."
    )
    return Question("Seal the search?", (said,), (word("seal"), WHY), "seal it")


def _stop(request: Request, view: View) -> Question:
    said = (
        "Its rollouts and sessions are left as they are, and `saddle-tui resume` goes on there; "
        f"nothing is paid for twice. To leave only this screen, press {key_of('detach')} instead."
    )
    return Question("Stop the engine?", (said,), (WHY,), "stop it")


def _abort(request: Request, view: View) -> Question:
    name = view.state.run.name if view.state.run else ""
    said = (
        "The run ends here: it is never resumed, sealed or tested. This cannot be undone; "
        f"{key_of('stop')} stops the engine so that it can be resumed."
    )
    run = Field("run", f"type {name}", why_not=exactly(name), confirms=True)
    return Question("Abort the run for good?", (said,), (run, WHY), "abort it")


def _hint(request: Request, view: View) -> Question:
    waiting = view.state.wishes.waiting_hints
    meant = (
        "The next diagnosis reads it, beside the traces; what its patch is worth then counts as the "
        "worth of the hint."
    )
    said = [meant, *(f"waits: {each.given.hint}  {each.given.text}" for each in waiting)]
    if waiting:
        said.append(f"To take one back, type its name alone: {waiting[0].given.hint}")
    text = Field(TEXT, "hint", why_not=some_text("hint"))
    return Question("A hint to the next diagnosis", said, (text, WHY), "give it")


def _pin(request: Request, view: View) -> Question:
    node, pinned = request.arguments["node"], view.state.wishes.pinned
    if not node:
        said = "The evolution agent chooses the parent of the next iteration again."
        return Question(f"Unpin {pinned}?", (said,), (WHY,), "unpin it")
    instead = f" in place of {pinned}" if pinned else ""
    said = f"The next iterations start from it{instead}, until you unpin it with {key_of('pin')}."
    return Question(f"Pin {node} as the parent?", (said,), (WHY,), "pin it")


def _fork(request: Request, view: View) -> Question:
    node, run = request.arguments["node"], view.folder.name
    said = (
        "Another run begins with its harness, under the same configuration and with limits of its "
        "own, which are the same again. This run goes on."
    )
    name = Field(NAME, "name", free_name(view.folder.home, f"{run}-{node}"), a_name)
    return Question(f"Fork {run} from {node}?", (said,), (name, WHY), "fork it")


def _cancel(request: Request, view: View) -> Question:
    said = "It ends without a score. A batch that lacks one judges by the others."
    return Question(f"Cancel {request.arguments['rollout']}?", (said,), (WHY,), "cancel it")


def _requeue(request: Request, view: View) -> Question:
    said = "What it has done so far is void, and it begins anew; what that cost stays spent."
    return Question(f"Run {request.arguments['rollout']} anew?", (said,), (WHY,), "requeue it")


QUESTIONS: dict[str, Callable[[Request, View], Question | None]] = {
    "approve": judging.approve,
    "veto": judging.veto,
    "defer": judging.defer,
    "comment": judging.comment,
    "undo": judging.undo,
    "approve_marked": judging.marked,
    "veto_marked": judging.marked,
    "phase": _phase,
    "limit": _limit,
    "seal": _seal,
    "stop": _stop,
    "abort": _abort,
    "hint": _hint,
    "pin": _pin,
    "fork": _fork,
    "cancel": _cancel,
    "requeue": _requeue,
}
