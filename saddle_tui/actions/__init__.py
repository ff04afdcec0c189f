"""Everything that a key, the palette or the command line can do, in one registry."""

from saddle_tui.actions.action import Action
from saddle_tui.actions.registry import ACTIONS, REGISTRY, ROOM_IDS, actions

__all__ = ["ACTIONS", "REGISTRY", "ROOM_IDS", "Action", "actions"]
