"""Reminders before tool calls, as data in hooks.json.

A hook is an object such as

    {"tool": "write_file", "if": {"path": "*.csv"}, "when": "first", "reminder": "Use commas."}

`tool` and the values of `if` are shell patterns; `if` may be left out. A call that a hook matches is
held back once and the model gets the reminder as its result; when it repeats the call, the call is
made. `when`: "first" (the default) holds back the first matching call only, "every" each new one.
"""

import json
from dataclasses import dataclass, field
from fnmatch import fnmatchcase
from pathlib import Path
from typing import Any

FILE = Path(__file__).parent / "hooks.json"


@dataclass(frozen=True)
class Hook:
    """One entry of hooks.json."""

    tool: str
    reminder: str
    when: str = "first"
    condition: dict[str, str] = field(default_factory=dict)

    @classmethod
    def parse(cls, entry: dict[str, Any]) -> "Hook":
        """Raises ValueError for keys or values that are not in the description above."""
        unknown = set(entry) - {"tool", "if", "when", "reminder"}
        when = entry.get("when", "first")
        if unknown or when not in {"first", "every"}:
            raise ValueError(f"hooks.json: not a hook: {entry}")
        return cls(str(entry["tool"]), str(entry["reminder"]), when, dict(entry.get("if", {})))

    def matches(self, tool: str, arguments: dict[str, Any]) -> bool:
        """Whether the hook is meant for this call."""
        return fnmatchcase(tool, self.tool) and all(
            fnmatchcase(str(arguments.get(name, "")), pattern)
            for name, pattern in self.condition.items()
        )


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
        due = []
        for number, hook in enumerate(self.hooks):
            call = "" if hook.when == "first" else json.dumps([tool, arguments], sort_keys=True)
            if (number, call) not in self.said and hook.matches(tool, arguments):
                self.said.add((number, call))
                due.append(hook.reminder)
        return "\n".join(due) or None
