"""All actions, in the order of the help."""

from saddle_tui.actions import (
    copying,
    dag,
    doctor,
    evidence,
    moving,
    patches,
    program,
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
ROOM_IDS = tuple(action.id for action in screens.ACTIONS)
