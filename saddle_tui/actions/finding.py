"""Which action a key stands for, where one stands."""

from saddle_tui import keymap
from saddle_tui.actions.action import Action
from saddle_tui.actions.registry import ACTIONS, actions
from saddle_tui.keynames import spell

__all__ = ["ACTIONS", "action_of", "keys_in"]


def action_of(key: str, room: str, pane: str, *, replay: bool = False) -> Action | None:
    """What the pane makes of a key, else the screen, else what it does everywhere; None for nothing.

    In a `replay` what only a replay has goes before all of them.
    """
    found = [each for each in actions(replay=replay) if key in keymap.KEYS.get(each.id, ())]
    for action in found:
        if action.only == "replay":
            return action
    for place in (pane, room):
        for action in found:
            if place in action.where:
                return action
    return next((action for action in found if not action.where), None)


def keys_in(action: Action, *, replay: bool) -> str:
    """The keys that do it, as people read them; in a replay without those that do something else there."""
    if not replay or action.only == "replay":
        return keymap.keys_of(action.id)
    known = actions(replay=True)
    taken = {key for each in known if each.only == "replay" for key in keymap.KEYS.get(each.id, ())}
    return " ".join(spell(key) for key in keymap.KEYS.get(action.id, ()) if key not in taken)
