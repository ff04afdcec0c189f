"""A decision is good only while what the operator saw is still so."""

from saddle_engine.commands import Command
from saddle_engine.state import RunState
from saddle_engine.types.base import PatchId, RolloutId


def stale(state: RunState, command: Command) -> str:
    """Why what was seen is out of date; empty when it is not."""
    for what, seen in command.expect.items():
        now = _now(state, command, what)
        if now != seen:
            return f"what you saw is out of date: {what} was {seen!r} and is now {now!r}"
    return ""


def _now(state: RunState, command: Command, what: str) -> object:
    given = command.arguments
    patch = state.patches.get(PatchId(str(given.get("patch") or given.get("what"))))
    rollout = state.rollouts.get(RolloutId(str(given.get("rollout"))))
    hold, result = state.wishes.hold, rollout.result if rollout else None
    known: dict[str, object] = {
        "phase": state.phase.value,
        "run": state.status.value,
        "hold": hold.value if hold else None,
        "pinned": state.wishes.pinned,
        "status": patch.status.value if patch else None,
        "outcome": result.outcome.value if result else None,
    }
    return known.get(what)
