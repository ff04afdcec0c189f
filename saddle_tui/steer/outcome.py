"""How that stands which a command was about: the value of `state` in `steer --json`."""

from typing import Any

from saddle_engine.commands import Command
from saddle_engine.state import RunState
from saddle_engine.types.base import HintId, PatchId, RolloutId
from saddle_tui.facts import (
    aborted_facts,
    hint_facts,
    patch_facts,
    paused_facts,
    rollout_facts,
)
from saddle_tui.summary import status


def standing(state: RunState, command: Command, *, alive: bool) -> dict[str, Any]:
    """By verb: the run, its limits, the patch, the hint, the rollout, the forks.

    What does not exist is None.
    """
    given = command.arguments
    match command.verb:
        case "phase":
            return {"phase": state.phase.value}
        case "limit":
            return {"limits": state.limits}
        case "hold":
            return {"hold": state.wishes.hold.value if state.wishes.hold else None}
        case "pin":
            return {"pinned": state.wishes.pinned}
        case "approve" | "veto" | "edit" | "defer" | "comment":
            return _patch(state, str(given["patch"]))
        case "undo":
            return _hint(state, str(given["what"])) or _patch(state, str(given["what"]))
        case "cancel" | "requeue":
            rollout = state.rollouts.get(RolloutId(str(given["rollout"])))
            return {"rollout": rollout_facts(rollout, state) if rollout else None}
        case "hint":
            return _hint(state, next(reversed(state.wishes.hints), "")) or {"hint": None}
        case "fork":
            return {"forks": [each.run for each in state.wishes.forks]}
        case _:
            return {
                "run": status(state, alive=alive),
                "paused": paused_facts(state),
                "sealed": bool(state.sealed or state.seal_asked),
                "aborted": aborted_facts(state),
            }


def _patch(state: RunState, id_: str) -> dict[str, Any]:
    patch = state.patches.get(PatchId(id_))
    return {"patch": patch_facts(patch, state) if patch else None}


def _hint(state: RunState, id_: str) -> dict[str, Any] | None:
    hint = state.wishes.hints.get(HintId(id_))
    return {"hint": hint_facts(hint)} if hint else None
