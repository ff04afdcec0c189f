"""Keys as data: by the id of an action, the keys that do it.

None is one that terminals, multiplexers or editors keep for themselves, but Ctrl-C and Ctrl-Q: these
leave, as everywhere.
"""

from collections.abc import Iterator
from typing import NamedTuple

KEYS: dict[str, tuple[str, ...]] = {
    "rollouts": ("1",),
    "dag": ("2",),
    "trace": ("3",),
    "diagnosis": ("4",),
    "patch": ("5",),
    "scores": ("6",),
    "budget": ("7",),
    "events": ("8",),
    "next": ("tab", "right"),
    "previous": ("shift+tab", "left"),
    "up": ("k", "up"),
    "down": ("j", "down"),
    "page_up": ("pageup",),
    "page_down": ("pagedown", "space"),
    "first": ("home", "g"),
    "last": ("end", "G"),
    "drill": ("enter",),
    "back": ("escape",),
    "approve": ("a",),
    "veto": ("v",),
    "pause": ("p",),
    "phase": ("f",),
    "limit": ("l",),
    "seal": ("s",),
    "stop": ("x",),
    "take": ("t",),
    "help": ("question_mark",),
    "detach": ("q",),
}
LEAVE_ANYWHERE = ("ctrl+c", "ctrl+q")
"""Also where letters are typed into a text."""

SHOWN = {
    "question_mark": "?",
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


class Bound(NamedTuple):
    """One key of one action."""

    key: str
    """As Textual spells it."""
    action: str


def bound() -> Iterator[Bound]:
    """Every key with its action."""
    for action, keys in KEYS.items():
        yield from (Bound(key, action) for key in keys)


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
