"""Reminders before tool calls, as data in hooks.json.

A hook is an object with exactly these three keys:

    {"tool": "write_file", "when": "first_call", "reminder": "Separate columns by commas."}

`tool` is the name of a tool, or a shell pattern. `when` is "first_call", "every_call" or
{"contains": "a text in the JSON of the call's arguments"}. A call that a hook matches is held back
once and the model gets the reminder as its result; when the model repeats the call, it is made.
"""

import json
from dataclasses import dataclass
from fnmatch import fnmatchcase
from pathlib import Path
from typing import Any

FILE = Path(__file__).parent / "hooks.json"
KEYS = {"tool", "when", "reminder"}
TIMES = ("first_call", "every_call")


@dataclass(frozen=True)
class Hook:
    """One entry of hooks.json."""

    tool: str
    when: str
    reminder: str
    contains: str = ""

    @classmethod
    def parse(cls, entry: dict[str, Any]) -> "Hook":
        """Raises ValueError for an entry that does not fit the description above."""
        when = entry.get("when")
        contains = when.get("contains") if isinstance(when, dict) else ""
        if set(entry) != KEYS or not (when in TIMES or contains):
            raise ValueError(f"hooks.json: not a hook: {entry}")
        return cls(entry["tool"], "every_call" if contains else when, entry["reminder"], contains)

    def matches(self, tool: str, arguments: str) -> bool:
        """Whether the hook is meant for this call."""
        return fnmatchcase(tool, self.tool) and self.contains in arguments


class Hooks:
    """The hooks of one task, and what they have already said."""

    def __init__(self, hooks: list[Hook]) -> None:
        self.hooks = hooks
        self.said: set[tuple[int, str]] = set()

    @classmethod
    def load(cls) -> "Hooks":
        """All hooks of hooks.json."""
        return cls([Hook.parse(entry) for entry in json.loads(FILE.read_text(encoding="utf-8"))])

    def before(self, tool: str, arguments: dict[str, Any]) -> str | None:
        """The reminders that hold this call back, or None to let it through."""
        shown = json.dumps(arguments, sort_keys=True)
        due = []
        for number, hook in enumerate(self.hooks):
            key = (number, "" if hook.when == "first_call" else f"{tool} {shown}")
            if key not in self.said and hook.matches(tool, shown):
                self.said.add(key)
                due.append(hook.reminder)
        return "\n".join(due) or None
