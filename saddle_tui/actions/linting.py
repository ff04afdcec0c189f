"""What is wrong with a table of keys, a sentence each; the defaults have nothing."""

import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations

from saddle_tui.actions.action import Action
from saddle_tui.actions.registry import actions
from saddle_tui.keynames import spell
from saddle_tui.screens.rooms import ROOMS

Keys = Mapping[str, tuple[str, ...]]

KEPT = {
    "ctrl+a": "GNU screen keeps it",
    "ctrl+b": "tmux keeps it",
    "ctrl+q": "it always leaves",
    "ctrl+c": "it always asks to leave",
    "ctrl+s": "terminals keep it to stop their output",
    "ctrl+w": "editors and browsers close a window with it",
    "ctrl+j": "terminals send it for Enter",
    "ctrl+m": "terminals send it for Enter",
    "ctrl+i": "terminals send it for Tab",
    "ctrl+h": "terminals send it for Backspace",
    "ctrl+left_square_bracket": "terminals send it for Esc",
    "f1": "terminals keep it for their help",
    "f10": "terminals keep it for their menu",
    "f11": "terminals keep it for the full screen",
}
"""Keys that do not reach us, or that do something else on the way."""
SUSPEND = "ctrl+z"
PLACES = tuple((room.id, pane) for room in ROOMS.values() for pane in room.panes)

WITHOUT_KEY = {
    "theme": "chosen once, and kept",
    "ascii": "chosen once, and kept",
    "slow-link": "found out by itself",
    "speed": "slower and faster step through all of them",
}
"""Actions without a key by default, and why."""


def complaints(keys: Keys) -> list[str]:
    """Kept keys, and keys that stand for two actions in one place."""
    found = [*_kept(keys), *_clashes(keys, actions(replay=False))]
    also = [*_clashes(keys, actions(replay=True)), *_taken(keys)]
    return found + [each for each in also if each not in found]


def _kept(keys: Keys) -> Iterator[str]:
    for action, its in keys.items():
        for key in its:
            if why := _why_kept(action, key):
                yield f"{action} is on {spell(key)}: {why}"


def _why_kept(action: str, key: str) -> str:
    if key == SUSPEND and action != "suspend":
        return "it always suspends"
    if re.search(r"\balt\+", key):
        return "terminals and window managers keep keys with Alt"
    return KEPT.get(key, "")


def _clashes(keys: Keys, known: Sequence[Action]) -> Iterator[str]:
    users: dict[str, list[Action]] = {}
    for action in known:
        for key in keys.get(action.id, ()):
            users.setdefault(key, []).append(action)
    for key, found in users.items():
        for one, other in combinations(found, 2):
            if where := _shared(one, other):
                yield f"{spell(key)} is {one.id} and {other.id} {where}; it does {one.id}"


def _taken(keys: Keys) -> Iterator[str]:
    """What only a replay has goes before all others; these need a key besides."""
    known = actions(replay=True)
    first = {
        key: each.id for each in known if each.only == "replay" for key in keys.get(each.id, ())
    }
    for action in known:
        its = keys.get(action.id, ())
        if action.only != "replay" and its and all(key in first for key in its):
            by = " and ".join(first[key] for key in its)
            yield f"{action.id} has no key in a replay: {by} goes before it there"


def _shared(one: Action, other: Action) -> str:
    """A place where neither goes before the other; empty for none."""
    if not one.where and not other.where and one.only == other.only:
        return "everywhere"
    for room, pane in PLACES:
        here = {_rank(action, room, pane) for action in (one, other)}
        if len(here) == 1 and 0 not in here:
            return f"in the pane {pane} of the screen {room}"
    return ""


def _rank(action: Action, room: str, pane: str) -> int:
    """How close an action is to a pane; 0 for one that is elsewhere."""
    if action.only == "replay":
        return 4
    if not action.where:
        return 1
    return 3 if pane in action.where else 2 * (room in action.where)
