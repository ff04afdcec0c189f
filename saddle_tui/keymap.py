"""Keys as data: by the id of an action, the keys that do it.

None is one that terminals, multiplexers or editors keep for themselves, but Ctrl-C and Ctrl-Q: these
leave, as everywhere.
"""

KEYS: dict[str, tuple[str, ...]] = {
    "live": ("1",),
    "dag": ("2",),
    "rollouts": ("3",),
    "diagnosis": ("4",),
    "patches": ("5",),
    "scores": ("6",),
    "log": ("7",),
    "next": ("tab", "right"),
    "previous": ("shift+tab", "left"),
    "up": ("k", "up"),
    "down": ("j", "down"),
    "page_up": ("pageup",),
    "page_down": ("pagedown",),
    "first": ("home", "g"),
    "last": ("end", "G"),
    "drill": ("enter",),
    "back": ("escape",),
    "before": ("minus",),
    "whole": ("underscore", "plus"),
    "approve": ("a",),
    "veto": ("v",),
    "pause": ("p",),
    "phase": ("P",),
    "limit": ("b",),
    "seal": ("S",),
    "stop": ("X",),
    "take": ("t",),
    "help": ("question_mark",),
    "detach": ("q",),
    # Of actions that are still to come.
    "abort": ("Z",),
    "hold": ("O",),
    "hint": ("i",),
    "pin": ("s",),
    "fork": ("B",),
    "edit": ("e",),
    "defer": ("s",),
    "comment": ("c",),
    "undo": ("u",),
    "mark_patch": ("space",),
    "approve_marked": ("A",),
    "veto_marked": ("V",),
    "next_hunk": ("J",),
    "previous_hunk": ("K",),
    "split": ("D",),
    "cancel": ("x",),
    "requeue": ("R",),
    "mark": ("m",),
    "compare": ("equals_sign",),
    "first_difference": ("d",),
    "rail": ("v",),
    "lanes": ("L",),
    "rank": ("R",),
    "front": ("F",),
    "along": ("x",),
    "next_task": ("right_square_bracket", "n"),
    "previous_task": ("left_square_bracket", "N"),
    "show_shared": ("l", "z"),
    "hide_shared": ("h",),
    "fold": ("h",),
    "unfold": ("l", "z"),
    "follow": ("f",),
    "copy": ("y",),
    "pager": ("o",),
    "other_tasks": ("w",),
    "filter": ("slash",),
    "next_match": ("n",),
    "previous_match": ("N",),
    "command": ("colon",),
    "palette": ("ctrl+p",),
    "jump": ("apostrophe",),
    "mouse": ("backslash",),
    "runs": ("r",),
    "doctor": ("exclamation_mark",),
}
LEAVE_ANYWHERE = ("ctrl+c", "ctrl+q")
"""Also where letters are typed into a text."""

SHOWN = {
    "question_mark": "?",
    "minus": "-",
    "underscore": "_",
    "plus": "+",
    "equals_sign": "=",
    "slash": "/",
    "colon": ":",
    "apostrophe": "'",
    "backslash": "\\",
    "exclamation_mark": "!",
    "ctrl+p": "Ctrl-P",
    "pageup": "PgUp",
    "pagedown": "PgDn",
    "home": "Home",
    "end": "End",
    "enter": "Enter",
    "escape": "Esc",
    "tab": "Tab",
    "shift+tab": "Shift-Tab",
    "space": "Space",
    "up": "↑",
    "down": "↓",
    "left": "←",
    "right": "→",
    "ctrl+c": "Ctrl-C",
    "ctrl+q": "Ctrl-Q",
}


def key_of(action: str) -> str:
    """The first key of an action, as people read it."""
    return spell(KEYS[action][0])


def keys_of(action: str) -> str:
    """All keys of an action, as people read them."""
    also = LEAVE_ANYWHERE if action == "detach" else ()
    return " ".join(map(spell, KEYS[action] + also))


def spell(key: str) -> str:
    """A key as people read it."""
    return SHOWN.get(key, key)
