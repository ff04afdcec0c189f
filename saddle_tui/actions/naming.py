"""From what is typed to an action: `:pin n3`, `:first difference`, `:limit rollouts=500`."""

import difflib
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import islice

from saddle_engine.steering import LIMITS
from saddle_tui.actions.action import Action
from saddle_tui.actions.registry import ACTIONS, actions
from saddle_tui.view import View

ALSO = {
    **dict.fromkeys(("q", "quit", "exit"), ("detach", "leave")),
    "h": ("help",),
}
"""Habits of other programs, and what does that here."""
MOST = 200
"""Arguments that are offered."""


def _limit(name: str, view: View) -> str:
    return f"{view.state.limits[name]:g}" if name in view.state.limits else ""


_ARGUMENTS: dict[str, Callable[[View], Iterable[str]]] = {
    "NODE": lambda view: (node.id for node in view.state.dag),
    "PATCH": lambda view: reversed(view.state.patches),
    "ROLLOUT": lambda view: [*view.recent.open, *reversed(view.recent.finished)],
    "SESSION": lambda view: reversed(view.state.sessions),
    "ITERATION": lambda view: (f"it{each}" for each in reversed(view.state.iterations)),
    "HINT": lambda view: (each.given.hint for each in view.state.wishes.waiting_hints),
    "PLACE": lambda view: (*_ARGUMENTS["ITERATION"](view), "start", "end"),
    "NAME=NUMBER": lambda view: (f"{name}={_limit(name, view)}" for name in LIMITS),
}
"""What may stand where an action's `takes` has this word; other words in capitals are anything."""


def understand(line: str, *, replay: bool = False) -> tuple[Action, str] | str:
    """The action and what stands behind its name, or what is wrong with the line."""
    known = actions(replay=replay)
    words = line.split()
    if not words:
        return "type the name of an action; Tab completes it"
    if re.fullmatch(r"#?\d+", line.strip()):
        return ACTIONS["go"], line.strip()
    for count in range(len(words), 0, -1):
        if (action := _called(" ".join(words[:count]), known)) is not None:
            return _checked(action, " ".join(words[count:]))
    if replay and (action := _called(words[0], actions(replay=False))) is not None:
        return f"{action.id} is not there in a replay: what happened cannot be changed"
    likely = [action for action in known if any(map(_begins(words[0]), names(action)))]
    if len(likely) == 1:
        return _checked(likely[0], " ".join(words[1:]))
    if likely:
        return f"{words[0]!r} may be {_or(each.id for each in likely[:5])}"
    called = {name: None for action in known for name in names(action)}
    near = difflib.get_close_matches(_plain(words[0]), called, 2)
    return f"no action is called {words[0]!r}; {f'did you mean {_or(near)}?' if near else 'Tab lists them'}"


def complete(line: str, view: View) -> list[str]:
    """Lines that this one may become, the likeliest first. Hostile text is possible."""
    known = actions(replay=view.replay is not None)
    found = [action.id for action in known if any(map(_begins(line.strip()), names(action)))]
    command, blank, typed = line.lstrip().partition(" ")
    action = _called(command, known) if blank else None
    if action is None or not action.takes:
        return found
    matching = (each for each in arguments(action, view) if each.startswith(typed.lstrip()))
    return [f"{command} {each}" for each in islice(matching, MOST)]


def arguments(action: Action, view: View) -> Iterator[str]:
    """What may stand behind the name of an action, where that can be listed."""
    for word in re.split(r"\s*\|\s*", action.takes):
        if word in _ARGUMENTS:
            yield from _ARGUMENTS[word](view)
        elif word.lower() == word:
            yield word


def names(action: Action) -> tuple[str, ...]:
    """What an action may be called."""
    return _plain(action.id), _plain(action.title)


def _called(name: str, known: Sequence[Action]) -> Action | None:
    plain = _plain(name)
    ids = ALSO.get(plain, (plain.replace(" ", "_"),))
    by_id = next((each for each in known if each.id in ids), None)
    return by_id or next((each for each in known if plain in names(each)), None)


def _checked(action: Action, text: str) -> tuple[Action, str] | str:
    if text and not action.takes:
        return f"{action.id} takes nothing, and {text!r} stands behind it"
    return action, text


def _begins(with_: str) -> Callable[[str], bool]:
    return lambda name: name.startswith(_plain(with_))


def _plain(name: str) -> str:
    return re.sub(r"[\s_-]+", " ", name.strip().lower())


def _or(names: Iterable[str]) -> str:
    return " or ".join(names)
