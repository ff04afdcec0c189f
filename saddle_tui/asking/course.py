"""Whether and how far a run goes on: pause, resume, limits, seal, stop, abort."""

from saddle_engine.steering import HIGHEST, LIMITS
from saddle_engine.types.steering import PauseMode, RunStatus
from saddle_tui.keymap import key_of
from saddle_tui.requests import Request
from saddle_tui.view import View


def pause(view: View, mode: PauseMode = PauseMode.DRAIN) -> Request | str:
    """Begin nothing new; with `hold` stop also what is under way."""
    words = "pause" if mode is PauseMode.DRAIN else "hold now"
    return Request("pause", words, {"mode": mode.value}, _seen(view))


def resume(view: View) -> Request | str:
    """Let a paused run go on."""
    paused = view.state.paused
    if paused is not None and paused.by in view.state.limits:
        return f"the limit of {paused.by} is reached; raise it with {key_of('limit')}"
    return Request("resume", "resume", {}, _seen(view))


def pause_or_resume(view: View) -> Request | str:
    """What the menu of pauses offers first."""
    return resume(view) if view.state.status is RunStatus.PAUSED else pause(view)


def limit(view: View, name: str, value: float) -> Request | str:
    """A hard limit's new value."""
    return Request("limit", f"limit {name}={value:g}", {"name": name, "value": value})


def any_limit(view: View) -> Request | str:
    """Whether limits can be changed at all: the highest value always fits."""
    return limit(view, LIMITS[0], HIGHEST - 1)


def seal(view: View) -> Request | str:
    """End the search, then test."""
    return Request("seal", "seal the search", {}, _seen(view))


def stop(view: View) -> Request | str:
    """End the engine in good order."""
    return Request("stop", "stop the engine")


def abort(view: View) -> Request | str:
    """Give the run up for good."""
    name = view.state.run.name if view.state.run else ""
    return Request("abort", "abort the run", {"run": name}, _seen(view))


def _seen(view: View) -> dict[str, str]:
    return {"run": view.state.status.value}
