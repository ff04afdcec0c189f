"""One line of plain words for each thing that an operator did; a part of the story."""

from saddle_engine import events as ev
from saddle_engine.state import RunState

SAYS_WHY = frozenset({"pause", "phase", "veto", "cancel", "requeue", "abort"})
"""Verbs whose own line gives the reason; that of the others stands in a line before it."""


def told(event: ev.AnyEvent, state: RunState) -> str | None:
    """The line, not yet cleaned for a terminal; None where no operator did it, or it is of no interest."""
    match event:
        case ev.CommandAccepted() if event.reason and event.verb not in SAYS_WHY:
            return f"{event.actor}, {event.verb} {event.about}: {event.reason}".replace(" :", ":")
        case ev.HoldChanged():
            return f"holds {_held(event)} patches from here on, by {event.by}"
        case ev.ParentPinned():
            pinned = f"{event.node} is pinned" if event.node else "no node is pinned any more"
            return f"{pinned}, by {event.by}"
        case ev.HintGiven():
            return f"{event.hint}, a hint by {event.by}: {event.text}"
        case ev.HintWithdrawn():
            return f"{event.hint} withdrawn by {event.by}"
        case ev.HintTaken():
            return f"  {event.hint} goes to the diagnosis of iteration {event.iteration}"
        case ev.RunForked():
            return f"{event.run} begins with {event.node}, forked by {event.by}"
        case ev.RunAborted():
            return f"aborted by {event.by}{_why(event.reason)}"
        case ev.SealAsked():
            return f"{event.by} ends the search"
        case ev.RequeueAsked():
            task = state.rollouts[event.rollout].order.task
            return f"  {event.rollout} ({task}) is run anew, by {event.by}{_why(event.reason)}"
        case _:
            return _of_patch(event, state)


def _of_patch(event: ev.AnyEvent, state: RunState) -> str | None:
    match event:
        case ev.PatchDeferred():
            return f"  {event.patch} set aside by {event.by}; the search goes on without it"
        case ev.PatchReturned():
            return f"  {event.patch} is held again, by {event.by}"
        case ev.PatchCommented():
            return f"  {event.patch}, {event.by}: {event.text}"
        case ev.EditAsked():
            return f"  {event.patch} edited by {event.by}; the edit is being checked"
        case ev.EditRefused():
            return f"  the edit of {event.patch} will not do: {event.reason}"
        case ev.PatchProposed() if event.edit_of:
            return f"  {event.patch} is {event.by}'s version of {event.edit_of}: {event.title}"
        case ev.ShadowChecked():
            simulated = state.run is not None and state.run.simulated
            scores = f"{event.before:.2f} -> {event.after:.2f}{' (simulated)' * simulated}"
            return f"  {event.patch} in the shadow of its veto: {scores}"
        case _:
            return None


def _held(event: ev.HoldChanged) -> str:
    return "no" if event.hold == "none" else event.hold.value


def _why(reason: str) -> str:
    return f": {reason}" if reason else ""
