"""What is so already: asking for it again changes nothing, and is no error."""

from saddle_engine import events as ev
from saddle_engine.commands import Command
from saddle_engine.state import RunState
from saddle_engine.types.base import HintId, PatchId, RolloutId
from saddle_engine.types.patch import PatchStatus
from saddle_engine.types.rollout import Outcome
from saddle_engine.types.steering import PauseMode, RunStatus


def already(state: RunState, command: Command, *, alive: bool) -> str:
    """A sentence on what is so already; empty where the command would change something, or cannot be done.

    Args:
        state: the run as it is.
        command: what is asked.
        alive: an engine is at work on it.
    """
    match command.verb:
        case "abort":
            return "it was aborted" if state.aborted else ""
        case "stop":
            return "" if alive else "no engine is at work"
        case "seal":
            return "the search is sealed" if state.sealed or state.seal_asked else ""
        case "pause" | "resume" | "phase" | "limit" | "hold" | "pin":
            return _course(state, command)
        case "approve" | "veto" | "defer" | "undo":
            return _patch(state, command)
        case "cancel" | "requeue":
            return _rollout(state, command)
        case _:
            return ""


def _course(state: RunState, command: Command) -> str:
    given, paused = command.arguments, state.paused
    match command.verb:
        case "pause":
            mode = given.get("mode") or PauseMode.DRAIN
            same = paused is not None and paused.by == "operator" and paused.mode == mode
            return f"it is paused ({mode})" if same else ""
        case "resume":
            working = state.status in {RunStatus.RUNNING, RunStatus.TESTING}
            return "it is not paused" if working else ""
        case "phase":
            return f"the phase is {state.phase}" if state.phase == given["phase"] else ""
        case "limit":
            name, value = given["name"], given["value"]
            return f"the limit is {value:g} {name}" if state.limits.get(name) == value else ""
        case "hold":
            hold = given["hold"]
            return f"the hold policy is {hold}" if state.wishes.hold == hold else ""
        case _:
            pinned = state.wishes.pinned or ""
            return f"{pinned or 'no node'} is pinned" if pinned == given["node"] else ""


def _patch(state: RunState, command: Command) -> str:
    given = command.arguments
    id_ = str(given.get("patch") or given.get("what"))
    if (hint := state.wishes.hints.get(HintId(id_))) is not None:
        return f"{id_} is withdrawn" if hint.withdrawn else ""
    if (patch := state.patches.get(PatchId(id_))) is None:
        return ""
    match command.verb:
        case "approve":
            known = patch.status in {PatchStatus.CHECKING, PatchStatus.GATING, PatchStatus.ADMITTED}
            return f"{id_} is {patch.status.value}" if known else ""
        case "veto":
            return f"{id_} is vetoed" if patch.status is PatchStatus.VETOED else ""
        case "defer":
            held = patch.status is PatchStatus.HELD and patch.aside
            return f"{id_} is set aside" if held else ""
        case _:
            return f"{id_} is held" if patch.status is PatchStatus.HELD else ""


def _rollout(state: RunState, command: Command) -> str:
    id_ = RolloutId(command.arguments["rollout"])
    if (rollout := state.rollouts.get(id_)) is None:
        return ""
    wish = state.wishes.rollouts.get(id_)
    if command.verb == "requeue":
        waits = rollout.result is None and rollout.tries == rollout.broke
        return f"{id_} waits to be run" if waits or isinstance(wish, ev.RequeueAsked) else ""
    cancelled = rollout.result is not None and rollout.result.outcome is Outcome.CANCELLED
    return f"{id_} is cancelled" if cancelled or isinstance(wish, ev.CancelAsked) else ""
