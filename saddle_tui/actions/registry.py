"""All actions, in the order of the help."""

from functools import cache

from saddle_tui.actions import (
    copying,
    dag,
    doctor,
    evidence,
    moving,
    patches,
    program,
    replaying,
    rollouts,
    runs,
    scores,
    screens,
    searching,
    steering,
    terminal,
    triage,
)
from saddle_tui.actions.action import Action

REGISTRY: tuple[Action, ...] = (
    *screens.ACTIONS,
    *replaying.ACTIONS,
    *moving.ACTIONS,
    *searching.ACTIONS,
    *dag.ACTIONS,
    *rollouts.ACTIONS,
    *scores.ACTIONS,
    *patches.ACTIONS,
    *evidence.ACTIONS,
    *triage.ACTIONS,
    *steering.ACTIONS,
    *copying.ACTIONS,
    *program.ACTIONS,
    *terminal.ACTIONS,
    *doctor.ACTIONS,
    *runs.ACTIONS,
)
ACTIONS = {action.id: action for action in REGISTRY}


@cache
def actions(*, replay: bool) -> tuple[Action, ...]:
    """Those that a screen has, of a run or of a replay."""
    return tuple(action for action in REGISTRY if action.there(replay=replay))


ROOM_IDS = tuple(action.id for action in screens.ACTIONS)
