"""Which action a key stands for, where one stands."""

from saddle_tui import keymap
from saddle_tui.actions.action import Action
from saddle_tui.actions.registry import ACTIONS, REGISTRY

__all__ = ["ACTIONS", "action_of"]


def action_of(key: str, room: str, pane: str) -> Action | None:
    """What the pane makes of a key, else the screen, else what it does everywhere; None for nothing."""
    found = [action for action in REGISTRY if key in keymap.KEYS.get(action.id, ())]
    for place in (pane, room):
        for action in found:
            if place in action.where:
                return action
    return next((action for action in found if not action.where), None)
