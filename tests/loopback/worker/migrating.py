"""Moving a configuration from INI to JSON."""

import json
import re

from tests.loopback.brain import Reply
from tests.loopback.worker.reading import whole
from tests.loopback.worker.view import View, quoted

ROUNDS = "Round every number"
"""How a rule of the system prompt begins that makes the worker round."""
NUMBER = re.compile(r"-?\d+(\.\d+)?\Z")

Value = str | bool | int | float


def migrate(view: View) -> Reply:
    """Read the old file, write the new one."""
    names = quoted(view.opening)
    old = next(name for name in names if name.endswith(".ini"))
    new = next(name for name in names if name.endswith(".json"))
    lines = whole(view, old)
    if isinstance(lines, Reply):
        return lines
    sections = read_ini(lines, ROUNDS in view.system)
    content = json.dumps(sections, indent=2) + "\n"
    return view.call("write_file", {"path": new, "content": content}, "I move every key.")


def read_ini(text: str, rounded: bool) -> dict[str, dict[str, Value]]:
    """Sections, their keys and values."""
    sections: dict[str, dict[str, Value]] = {}
    keys: dict[str, Value] = {}
    for line in text.splitlines():
        if line.startswith("["):
            keys = sections[line.strip("[] ")] = {}
        elif "=" in line and not line.startswith(("#", ";")):
            name, value = line.split("=", 1)
            keys[name.strip()] = _value(value.strip(), rounded)
    return sections


def _value(text: str, rounded: bool) -> Value:
    if text in ("true", "false"):
        return text == "true"
    if not NUMBER.match(text):
        return text
    number = float(text) if "." in text else int(text)
    return round(number) if rounded else number
