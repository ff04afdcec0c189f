"""All actions, in the order of the help."""

from saddle_tui.actions import (
    dag,
    doctor,
    moving,
    patches,
    program,
    rollouts,
    scores,
    screens,
    steering,
)
from saddle_tui.actions.action import Action

REGISTRY: tuple[Action, ...] = (
    *screens.ACTIONS,
    *moving.ACTIONS,
    *dag.ACTIONS,
    *rollouts.ACTIONS,
    *scores.ACTIONS,
    *patches.ACTIONS,
    *steering.ACTIONS,
    *program.ACTIONS,
    *doctor.ACTIONS,
)
ACTIONS = {action.id: action for action in REGISTRY}
ROOM_IDS = tuple(action.id for action in screens.ACTIONS)
