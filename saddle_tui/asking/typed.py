"""Requests with what the operator typed: in a window, or behind an action's name on the command line."""

import argparse
from collections.abc import Callable, Mapping
from dataclasses import replace

from saddle_engine.types.base import HintId
from saddle_engine.types.taxonomy import Phase
from saddle_tui import limits
from saddle_tui.asking import course, search
from saddle_tui.requests import Request
from saddle_tui.view import View

NONE = "none"


def completed(request: Request, typed: Mapping[str, str], view: View) -> Request | str:
    """The request with what was typed into its window; or what is wrong with it."""
    reason = typed.get("reason", "")
    match request.verb:
        case "limit":
            return _reasoned(_limit(view, typed["limit"]), reason)
        case "hint":
            return _reasoned(_hint(view, typed["text"]), reason)
        case _:
            return request.filled(typed)


def said(action: str, request: Request, view: View, text: str) -> Request | str:
    """The request with what stands behind the action's name; or what is wrong with it."""
    if action in TAKES:
        return TAKES[action](view, text)
    if request.verb == "comment":
        return request.filled({"text": text})
    if request.verb in {"cancel", "requeue"}:
        outcome = None
        rollout = view.state.rollouts.get(text)  # type: ignore[call-overload]
        if rollout is not None and rollout.result is not None:
            outcome = rollout.result.outcome.value
        words = f"{request.verb} {text}"
        return replace(
            request, words=words, arguments={"rollout": text}, expect={"outcome": outcome}
        )
    return replace(request, reason=text)


def _limit(view: View, text: str) -> Request | str:
    try:
        return course.limit(view, *limits.limit(text))
    except argparse.ArgumentTypeError as error:
        return str(error)


def _hint(view: View, text: str) -> Request | str:
    """The name of a hint that waits takes it back."""
    hint = view.state.wishes.hints.get(HintId(text))
    if hint is not None and hint.waits:
        return Request("undo", f"take back {text}", {"what": text})
    return search.hint(view, text)


def _phase(view: View, text: str) -> Request | str:
    if text not in set(Phase):
        return f"there is no phase {text!r}; the phases are capability and steering"
    return Request("phase", f"switch to {text}", {"phase": text}, {"phase": view.state.phase.value})


def _pin(view: View, text: str) -> Request | str:
    node = "" if text == NONE else text
    seen = {"pinned": view.state.wishes.pinned}
    return Request("pin", f"pin {node}" if node else "unpin", {"node": node}, seen)


def _undo(view: View, text: str) -> Request | str:
    return Request("undo", f"take back {text}", {"what": text})


def _reasoned(request: Request | str, reason: str) -> Request | str:
    return request if isinstance(request, str) else replace(request, reason=reason)


TAKES: dict[str, Callable[[View, str], Request | str]] = {
    "limit": _limit,
    "hint": _hint,
    "phase": _phase,
    "pin": _pin,
    "undo": _undo,
}
"""Actions whose argument is not a reason."""
