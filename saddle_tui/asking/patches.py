"""The operator's word on the patch that is looked at, or on all that are marked."""

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from itertools import islice
from typing import Any

from saddle_engine.commands import Verb
from saddle_engine.types.base import PatchId
from saddle_engine.types.patch import PatchStatus
from saddle_tui.keymap import key_of
from saddle_tui.requests import STILL_TO_COME, Request
from saddle_tui.stage import held
from saddle_tui.view import View

HELD = {"status": PatchStatus.HELD.value}
LATELY = 20
"""Patches that are looked through for the last veto."""


def approve(view: View) -> Request | str:
    """Let the patch go on."""
    return _judge(view, "approve")


def veto(view: View) -> Request | str:
    """Stop the patch; a reason is still to come."""
    request = _judge(view, "veto")
    return request if isinstance(request, str) else replace(request, reason=STILL_TO_COME)


def defer(view: View) -> Request | str:
    """Set the patch aside, so that the search goes on."""
    return _judge(view, "defer")


def edit(view: View, edits: Any = STILL_TO_COME) -> Request | str:
    """Check the operator's version of the patch."""
    return _judge(view, "edit", edits=edits)


def comment(view: View) -> Request | str:
    """A remark on any patch."""
    if view.patch is None:
        return "there is no patch yet"
    words = f"comment on {view.patch}"
    return Request("comment", words, {"patch": view.patch, "text": STILL_TO_COME})


def undo(view: View) -> Request | str:
    """Take back a veto, or an approval that has not begun to act.

    Where the next patch waits already, it is the last veto that is meant.
    """
    patch = view.patch
    if patch is None:
        return "there is no patch yet"
    if view.state.patches[patch].status is PatchStatus.HELD and (patch := _vetoed(view)) is None:
        return f"{view.patch} waits for you: there is nothing to take back"
    seen = {"status": view.state.patches[patch].status.value}
    return Request("undo", f"take back the word on {patch}", {"what": patch}, seen)


def _vetoed(view: View) -> PatchId | None:
    """The newest patch that was vetoed, of the last few."""
    newest = islice(reversed(view.state.patches.items()), LATELY)
    return next((id_ for id_, each in newest if each.status is PatchStatus.VETOED), None)


def marked(view: View) -> list[str]:
    """Held patches that are marked."""
    return [patch for patch in held(view) if patch in view.lens.marks]


def on_marked(verb: Verb, reason: str) -> Callable[[View], Request | str]:
    """The same word on all marked patches."""
    return partial(_on_marked, verb, reason)


def _on_marked(verb: Verb, reason: str, view: View) -> Request | str:
    requests = [
        Request(verb, f"{verb} {patch}", {"patch": patch}, HELD, reason) for patch in marked(view)
    ]
    if not requests:
        return f"no held patch is marked; {key_of('mark_patch')} marks one"
    return replace(requests[0], also=tuple(requests[1:]))


def _judge(view: View, verb: Verb, **more: Any) -> Request | str:
    patch, waiting = view.patch, held(view)
    if not waiting:
        return f"no patch waits for you; {key_of('hold')} changes which patches are held"
    if patch not in waiting:
        shown = (
            f"{patch} is {view.state.patches[PatchId(patch)].status}"
            if patch
            else "no patch is shown"
        )
        return f"{shown}; {waiting[0]} waits: press {key_of('patches')}"
    return Request(verb, f"{verb} {patch}", {"patch": patch, **more}, HELD)
