"""What was typed, as a verb with its arguments."""

from typing import Any, get_args

from saddle_engine.commands import Verb
from saddle_engine.errors import ConfigError
from saddle_engine.steering import LIMITS
from saddle_engine.types.steering import Hold, PauseMode
from saddle_engine.types.taxonomy import Phase

FORMS: dict[Verb, str] = {
    "pause": "pause [drain|hold]",
    "resume": "resume",
    "phase": "phase capability|steering",
    "seal": "seal",
    "limit": f"limit {'|'.join(LIMITS)} N",
    "hold": "hold none|steering|all",
    "approve": "approve PATCH",
    "veto": "veto PATCH --reason TEXT",
    "edit": "edit PATCH [[PATH=]FILE ...]",
    "defer": "defer PATCH",
    "comment": "comment PATCH TEXT",
    "undo": "undo PATCH|HINT",
    "cancel": "cancel ROLLOUT",
    "requeue": "requeue ROLLOUT",
    "pin": "pin NODE|none",
    "hint": "hint TEXT",
    "fork": "fork NODE [--name NAME]",
    "stop": "stop",
    "abort": "abort NAME",
}
"""Every verb with what follows it."""
VERBS = frozenset(get_args(Verb))
USAGE = " | ".join(FORMS.values())
NO_NODE = "none"


def read(words: list[str], reason: str) -> tuple[Verb, dict[str, Any]]:
    """The verb and its arguments; files of an edit are under `files`.

    Raises:
        ConfigError: it is no command, with the form that was expected.
    """
    match words:
        case ["resume" | "seal" | "stop" as verb]:
            return verb, {}
        case ["pause"]:
            return "pause", {}
        case ["pause", mode] if mode in set(PauseMode):
            return "pause", {"mode": mode}
        case ["phase", phase] if phase in set(Phase):
            return "phase", {"phase": phase}
        case ["hold", hold] if hold in set(Hold):
            return "hold", {"hold": hold}
        case ["limit", name, value] if name in LIMITS:
            return "limit", {"name": name, "value": _number(value)}
        case _:
            return _about(words, reason)


def _about(words: list[str], reason: str) -> tuple[Verb, dict[str, Any]]:
    match words:
        case ["approve" | "defer" as verb, patch]:
            return verb, {"patch": patch}
        case ["veto", patch]:
            if not reason.strip():
                raise ConfigError(f"a veto needs a reason: veto {patch} --reason TEXT")
            return "veto", {"patch": patch}
        case ["edit", patch, *files]:
            return "edit", {"patch": patch, "files": files}
        case ["comment", patch, text, *more]:
            return "comment", {"patch": patch, "text": " ".join([text, *more])}
        case ["undo", what]:
            return "undo", {"what": what}
        case ["cancel" | "requeue" as verb, rollout]:
            return verb, {"rollout": rollout}
        case ["pin", node]:
            return "pin", {"node": "" if node == NO_NODE else node}
        case ["hint", text, *more]:
            return "hint", {"text": " ".join([text, *more])}
        case ["fork", node]:
            return "fork", {"node": node}
        case ["abort", name]:
            return "abort", {"run": name}
        case _:
            raise ConfigError(_expected(words))


def _expected(words: list[str]) -> str:
    form = next((form for verb, form in FORMS.items() if verb == words[0]), USAGE)
    return f"steer does not understand {' '.join(words)!r}; expected {form}"


def _number(text: str) -> float:
    try:
        return float(text)
    except ValueError:
        raise ConfigError(f"a limit is a number, not {text!r}") from None
