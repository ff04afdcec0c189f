"""What the optimizer knows in a call: the session so far, read from the request and from nowhere else."""

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from saddle_engine.types.model import Request

Json = dict[str, Any]

CLEARED = "[cleared"  # how a result begins that was dropped to save room
TRIES = 2
"""How often the same call is made when its result is lost."""


@dataclass(frozen=True)
class Use:
    """One tool call of the session and what it returned."""

    tool: str
    arguments: Json
    result: str
    refused: bool


@dataclass(frozen=True)
class Session:
    """The agent's name, its first message and its calls so far."""

    opening: str
    uses: tuple[Use, ...]

    @property
    def agent(self) -> str:
        """`diagnosis`, `reflection` or `evolution`; anything else is no session of ours."""
        return self.opening.partition(",")[0].strip()

    def section(self, title: str) -> str:
        """The text under `## title` in the first message."""
        _, _, rest = self.opening.partition(f"## {title}\n")
        return rest.partition("\n## ")[0].strip()

    def rows(self, title: str) -> list[Json]:
        """The JSON objects of a section, one a line."""
        return objects(self.section(title))

    def made(self, tool: str) -> list[Use]:
        """The calls of one tool that returned something, oldest first."""
        return [
            use
            for use in self.uses
            if use.tool == tool and not use.refused and not use.result.startswith(CLEARED)
        ]

    def tried(self, tool: str, **arguments: object) -> bool:
        """Whether this very call was made, whatever came of it."""
        return any(use.tool == tool and use.arguments == arguments for use in self.uses)

    def wants(self, tool: str, **arguments: object) -> bool:
        """Whether a call is still worth making: not answered, or cleared since, and not hopeless."""
        same = [use for use in self.uses if use.tool == tool and use.arguments == arguments]
        answered = any(use in same for use in self.made(tool))
        return not answered and len(same) < TRIES


def read_session(request: Request) -> Session:
    """The session behind a request."""
    results: dict[str, tuple[str, bool]] = {}
    calls: list[tuple[str, str, Json]] = []
    opening = ""
    for number, message in enumerate(request.get("messages", ())):
        for block in _blocks(message):
            match block:
                case {"type": "tool_use", "id": str(key), "name": str(name), "input": dict(given)}:
                    calls.append((key, name, given))
                case {"type": "tool_result", "tool_use_id": str(key)}:
                    text = _text(block.get("content", ""))
                    results[key] = (text, bool(block.get("is_error")))
                case {"type": "text", "text": str(text)} if number == 0:
                    opening += text
                case _:
                    pass
    uses = tuple(Use(name, given, *results.get(key, ("", True))) for key, name, given in calls)
    return Session(opening, uses)


def objects(text: str) -> list[Json]:
    """Every line that is a JSON object."""
    return list(_objects(text))


def numbered(text: str) -> list[str]:
    """The lines of a page of `number<tab>text`."""
    return re.findall(r"^\d+\t(.*)$", text, re.MULTILINE)


def _objects(text: str) -> Iterator[Json]:
    for line in text.split("\n"):
        try:
            value = json.loads(line)
        except ValueError:
            continue
        if isinstance(value, dict):
            yield value


def _blocks(message: Mapping[str, Any]) -> list[Any]:
    content = message.get("content", "")
    return [{"type": "text", "text": content}] if isinstance(content, str) else list(content)


def _text(content: Any) -> str:
    if isinstance(content, str):
        return content
    return "\n".join(str(block.get("text", "")) for block in content)
