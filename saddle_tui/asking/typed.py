"""Requests with what the operator typed: in a window, or behind an action's name on the command line."""

import argparse
from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import partial

from saddle_engine.types.base import HintId
from saddle_engine.types.taxonomy import Phase
from saddle_tui import limits
from saddle_tui.actions.action import Action
from saddle_tui.asking import course, rollouts, search
from saddle_tui.requests import REASON, Ask, Request
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


def said(action: Action, text: str) -> Ask | None:
    """What an action asks for with what stands behind its name; None when it asks for nothing."""
    if not text or action.ask is None:
        return action.ask
    if action.id in TAKES:
        return partial(TAKES[action.id], text=text)
    return partial(_with_text, action.ask, text)


def _with_text(ask: Ask, text: str, view: View) -> Request | str:
    """It is a comment's text, else a reason."""
    request = ask(view)
    if isinstance(request, str):
        return request
    return request.filled({"text" if request.verb == "comment" else REASON: text})


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


TAKES: dict[str, Callable[..., Request | str]] = {
    "limit": _limit,
    "hint": _hint,
    "phase": _phase,
    "pin": _pin,
    "undo": _undo,
    "cancel": partial(rollouts.on_rollout, verb="cancel"),
    "requeue": partial(rollouts.on_rollout, verb="requeue"),
}
"""Actions that take what they are about."""
