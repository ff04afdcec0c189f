"""What is asked before something that cannot be undone, or that needs a word."""

from saddle_engine.steering import LIMITS
from saddle_engine.types.taxonomy import Phase
from saddle_tui.requests import Request
from saddle_tui.view import View

MEANS = {
    Phase.CAPABILITY: "new tools, arguments, fixes of code, changes of the loop or infrastructure",
    Phase.STEERING: "rules of the prompt, descriptions of tools, hooks with reminders",
}
"""What diagnosis may propose in a phase."""


def explained(request: Request, view: View) -> str:
    """What a request means, in the words of the window that asks for a yes."""
    match request.verb:
        case "phase":
            return _phase(Phase(request.arguments["phase"]))
        case "seal":
            best = f"the seed and {view.best}" if view.best else "the seed"
            return (
                f"What is under way ends first; then {best} run the test. The search never opens "
                "again: this cannot be undone."
            )
        case _:
            return (
                "Its rollouts and sessions are left as they are, and `saddle-tui resume` goes on "
                "there; nothing is paid for twice. To leave only this screen, press q instead."
            )


def _phase(to: Phase) -> str:
    return (
        f"From the next diagnosis on, patches of the class {to} only: {MEANS[to]}. A session that "
        "is at work goes on in its phase. You can switch back at any time."
    )


def limits_now(view: View) -> str:
    """Which limits there are, and how they stand."""
    limits = view.state.limits
    now = ", ".join(f"{name}={limits[name]:g}" for name in LIMITS if name in limits)
    return f"NAME=NUMBER, of {', '.join(LIMITS)}. Now: {now or 'none'}. A paused run goes on then."


def next_limit(view: View) -> str:
    """A draft: twice the limit that the run stands at, else twice the first one."""
    limits, paused = view.state.limits, view.state.paused
    names = [paused.by] if paused is not None and paused.by in limits else list(limits)
    return f"{names[0]}={2 * limits[names[0]]:g}" if names else f"{LIMITS[0]}="
