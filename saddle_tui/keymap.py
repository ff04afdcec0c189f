"""Keys as data: by the id of an action, the keys that do it.

None is one that terminals, multiplexers or editors keep for themselves, but Ctrl-C, Ctrl-Q and Ctrl-Z:
these do what they do everywhere. A file of the operator's own replaces some: see `user_keys`.
"""

from collections.abc import Mapping

from saddle_tui.keynames import spell

KEYS: dict[str, tuple[str, ...]] = {
    "live": ("1",),
    "dag": ("2",),
    "rollouts": ("3",),
    "diagnosis": ("4",),
    "patches": ("5",),
    "scores": ("6",),
    "log": ("7",),
    "triage": ("8",),
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
    "revive": ("E",),
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
    "choose": ("space",),
    "leave_out": ("x",),
    "earlier": ("less_than_sign",),
    "later": ("greater_than_sign",),
    "remark": ("c",),
    "change": ("e",),
    "take_back": ("u",),
    "together": ("C",),
    "resolve": ("R",),
    "export": ("w",),
    "open_evidence": ("enter",),
    "next_evidence": ("J",),
    "previous_evidence": ("K",),
    "split": ("D",),
    "cancel": ("x",),
    "requeue": ("R",),
    "mark": ("m", "asterisk"),
    "compare": ("equals_sign",),
    "open_task": ("enter",),
    "first_difference": ("d",),
    "rail": ("v",),
    "lanes": ("L",),
    "rank": ("R",),
    "front": ("F",),
    "along": ("x",),
    "list_by": ("w",),
    "next_step": ("J",),
    "previous_step": ("K",),
    "open_blocks": ("l", "z"),
    "fold_blocks": ("h",),
    "next_task": ("right_square_bracket", "n"),
    "previous_task": ("left_square_bracket", "N"),
    "open_side": ("enter",),
    "show_shared": ("l", "z"),
    "hide_shared": ("h",),
    "fold": ("h",),
    "unfold": ("l", "z"),
    "follow": ("f",),
    "tail": ("f",),
    "copy": ("y",),
    "pager": ("o",),
    "other_tasks": ("w",),
    "filter": ("slash",),
    "clear_filter": ("ampersand",),
    "next_match": ("n",),
    "previous_match": ("N",),
    "command": ("colon",),
    "palette": ("ctrl+p",),
    "jump": ("apostrophe",),
    "go": ("at",),
    "mouse": ("backslash",),
    "suspend": ("ctrl+z",),
    "runs": ("r",),
    "doctor": ("exclamation_mark",),
    "replay": ("T",),
    # Of a replay; there they go before all others.
    "play": ("space", "p"),
    "event_on": ("right_square_bracket",),
    "event_back": ("left_square_bracket",),
    "iteration_on": ("right_curly_bracket",),
    "iteration_back": ("left_curly_bracket",),
    "mark_on": ("m",),
    "mark_back": ("M",),
    "mark_kind": ("comma",),
    "slower": ("less_than_sign",),
    "faster": ("greater_than_sign",),
    "seek": ("t",),
    "bookmark": ("b",),
    "bookmarks": ("B",),
    "to_start": ("0",),
    "to_end": ("E",),
    "attach": ("T",),
    "leave": ("q",),
}
DEFAULTS: Mapping[str, tuple[str, ...]] = dict(KEYS)
"""As they are without a file of the operator's."""
LEAVE, ASK_TO_LEAVE = "ctrl+q", "ctrl+c"
"""Also where letters are typed into a text; no file changes these. The second asks once."""


def use(changed: Mapping[str, tuple[str, ...]]) -> None:
    """The defaults, but for these actions; for this process."""
    KEYS.clear()
    KEYS.update({**DEFAULTS, **changed})


def key_of(action: str) -> str:
    """The first key of an action, as people read it; what to type where it has none."""
    keys = KEYS[action]
    return spell(keys[0]) if keys else f":{action}"


def keys_of(action: str) -> str:
    """All keys of an action, as people read them."""
    also = (LEAVE, ASK_TO_LEAVE) if action in {"detach", "leave"} else ()
    return " ".join(map(spell, KEYS.get(action, ()) + also))
