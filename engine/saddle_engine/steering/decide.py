"""From a command to its events."""

from collections.abc import Callable

from saddle_engine.commands import Command, Verb
from saddle_engine.state import RunState
from saddle_engine.steering import course, patches, rollouts, search
from saddle_engine.steering.limits import limit
from saddle_engine.steering.seen import stale
from saddle_engine.steering.words import Decision
from saddle_engine.types.steering import RunStatus

DECIDES: dict[Verb, Callable[[RunState, Command], Decision]] = {
    "pause": course.pause,
    "resume": course.resume,
    "seal": course.seal,
    "abort": course.abort,
    "stop": lambda state, command: [],
    "limit": limit,
    "phase": search.phase,
    "hold": search.hold,
    "pin": search.pin,
    "hint": search.hint,
    "fork": search.fork,
    "approve": patches.approve,
    "veto": patches.veto,
    "edit": patches.edit,
    "defer": patches.defer,
    "comment": patches.comment,
    "undo": patches.undo,
    "cancel": rollouts.cancel,
    "requeue": rollouts.requeue,
}
WITHOUT_A_SEARCH = frozenset({"pause", "resume", "limit", "cancel", "requeue", "stop", "abort"})


def decide(state: RunState, command: Command) -> Decision:
    """The events a command stands for, or the reason why it cannot be carried out now."""
    return stale(state, command) or _impossible(state, command) or _decide(state, command)


def _decide(state: RunState, command: Command) -> Decision:
    return DECIDES[command.verb](state, command)


def _impossible(state: RunState, command: Command) -> str:
    if state.status is RunStatus.ABORTED:
        return "the run was aborted: nothing is left to steer"
    if state.evaluation and command.verb not in WITHOUT_A_SEARCH:
        return f"an evaluation has no search that {command.verb} could change"
    return ""
