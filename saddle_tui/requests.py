"""What a steering key asks the engine for: pure functions of what is on the screen then."""

import uuid
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from saddle_engine.commands import Command, Verb
from saddle_engine.steering import HIGHEST, LIMITS, decide
from saddle_engine.types.patch import PatchStatus
from saddle_engine.types.steering import RunStatus
from saddle_engine.types.taxonomy import Phase
from saddle_tui.hints import on_run
from saddle_tui.keymap import key_of
from saddle_tui.stage import held
from saddle_tui.view import View

ANY_REASON = "a reason that is still to be typed"


@dataclass(frozen=True)
class Request:
    """A command before it is sent, with what the operator saw."""

    verb: Verb
    words: str
    """For people: `approve p7`. Hostile text is possible."""
    arguments: dict[str, Any] = field(default_factory=dict)
    expect: dict[str, Any] = field(default_factory=dict)

    def command(self) -> Command:
        """To be sent once; sent again it changes nothing."""
        id_ = uuid.uuid4().hex
        return Command(id=id_, verb=self.verb, arguments=self.arguments, expect=self.expect)


Ask = Callable[[View], Request | str]
"""The request, or why there is none to be made."""


def why_not(ask: Ask, view: View) -> str:
    """Why it cannot be asked for now, as the engine would say; empty when it can."""
    if view.state.status is RunStatus.DONE:
        return "the run is done: nothing is left to steer"
    if not view.engine.alive:
        return f"no engine is at work; start one with: {on_run(view.folder, 'resume')}"
    request = ask(view)
    if isinstance(request, str):
        return request
    decided = decide(view.state, request.command())
    return decided if isinstance(decided, str) else ""


def approve(view: View) -> Request | str:
    """Let the patch on the screen go on."""
    return _judge(view, "approve", {})


def veto(view: View, reason: str = ANY_REASON) -> Request | str:
    """Stop the patch on the screen."""
    return _judge(view, "veto", {"reason": reason})


def _judge(view: View, verb: Verb, more: dict[str, Any]) -> Request | str:
    patch, waiting = view.patch, held(view)
    if not waiting:
        return "no patch waits for you; patches are held when the config says [approval] hold"
    if patch is None or patch not in waiting:
        return f"{waiting[0]} waits, and {patch or 'another'} is on the screen; press {key_of('patches')}"
    arguments = {"patch": patch, **more}
    return Request(verb, f"{verb} {patch}", arguments, {"status": PatchStatus.HELD.value})


def pause(view: View) -> Request | str:
    """Pause a running search; let a paused run go on."""
    paused = view.state.paused
    if paused is not None and paused.by in view.state.limits:
        return f"the limit of {paused.by} is reached; raise it with {key_of('limit')}"
    verb: Verb = "resume" if view.state.status is RunStatus.PAUSED else "pause"
    return Request(verb, verb, expect={"run": view.state.status.value})


def phase(view: View) -> Request | str:
    """Switch to the other phase."""
    now = view.state.phase
    other = Phase.STEERING if now is Phase.CAPABILITY else Phase.CAPABILITY
    return Request("phase", f"switch to {other}", {"phase": other.value}, {"phase": now.value})


def seal(view: View) -> Request | str:
    """End the search, then test."""
    return Request("seal", "seal the search", expect={"run": view.state.status.value})


def stop(view: View) -> Request | str:
    """End the engine in good order."""
    return Request("stop", "stop the engine")


def limit(view: View, name: str, value: float) -> Request | str:
    """A hard limit's new value."""
    return Request("limit", f"limit {name}={value:g}", {"name": name, "value": value})


def any_limit(view: View) -> Request | str:
    """Whether limits can be changed at all: the highest value always fits."""
    return limit(view, LIMITS[0], HIGHEST - 1)
