"""A request as the worker reads it: what it is told, what it may call, what it has done so far."""

import json
import re
from dataclasses import dataclass
from typing import Any

from tests.loopback.blocks import content_of
from tests.loopback.brain import Reply, call
from tests.loopback.tokens import Block

Json = dict[str, Any]


@dataclass(frozen=True)
class Use:
    """One tool call and what came of it."""

    tool: str
    arguments: Json
    result: str
    is_error: bool


@dataclass(frozen=True)
class View:
    """Everything that the worker knows in one call."""

    system: str
    tools: dict[str, Json]
    """Argument schemas by the names of the tools."""
    opening: str
    """The first message."""
    uses: tuple[Use, ...]

    def made(self, tool: str, **arguments: object) -> list[Use]:
        """Calls of a tool with at least these arguments, oldest first."""
        return [
            use
            for use in self.uses
            if use.tool == tool and arguments.items() <= use.arguments.items()
        ]

    def takes(self, tool: str, argument: str) -> bool:
        """Whether a tool is offered, and has that argument."""
        return argument in self.tools.get(tool, {}).get("properties", {})

    def call(self, tool: str, arguments: Json, said: str = "") -> Reply:
        """A reply that makes one more call."""
        return call(tool, arguments, said=said, number=len(self.uses))

    def calls(self, said: str, *wanted: tuple[str, Json]) -> Reply:
        """A reply that makes several calls at once."""
        made = [
            call(tool, arguments, number=len(self.uses) + at).content[-1]
            for at, (tool, arguments) in enumerate(wanted)
        ]
        return Reply([{"type": "text", "text": said}, *made], "tool_use")

    def rows(self, title: str) -> list[Json]:
        """The JSON objects, one a line, of a section of the first message."""
        _, _, rest = self.opening.partition(f"## {title}\n")
        lines = rest.partition("\n## ")[0].splitlines()
        return [json.loads(line) for line in lines if line.startswith("{")]


def view(request: Json) -> View:
    """The request as the worker reads it."""
    first, *rest = request["messages"]
    results: dict[str, Block] = {}
    called: list[Block] = []
    for message in rest:
        for block in content_of(message):
            if block["type"] == "tool_use":
                called.append(block)
            elif block["type"] == "tool_result":
                results[block["tool_use_id"]] = block
    return View(
        system=_text(request.get("system", "")),
        tools={tool["name"]: tool.get("input_schema", {}) for tool in request.get("tools") or []},
        opening=_text(content_of(first)),
        uses=tuple(_use(block, results.get(block["id"], {})) for block in called),
    )


def quoted(text: str) -> list[str]:
    """What stands between backticks."""
    return re.findall(r"`([^`\n]+)`", text)


def _use(block: Block, result: Block) -> Use:
    shown = _text(result.get("content", ""))
    return Use(block["name"], block["input"], shown, bool(result.get("is_error")))


def _text(content: str | list[Block]) -> str:
    if isinstance(content, str):
        return content
    return "\n".join(str(block.get("text", "")) for block in content)
