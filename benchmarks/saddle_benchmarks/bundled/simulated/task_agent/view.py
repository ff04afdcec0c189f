"""What the agent can see: one request, read into an instruction, rules' texts and steps."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from saddle_engine.types.model import Request

REMINDER = re.compile(r"^\W*(?:system[- ]?)?(?:reminder|hook)\b", re.IGNORECASE | re.MULTILINE)
HELD = re.compile(
    r"\bnot (?:yet )?(?:been )?(?:made|executed|run|performed|carried out|done)\b"
    r"|\bheld back\b|\brepeat (?:it|the call|your call)\b|\bcall (?:it )?again\b",
    re.IGNORECASE,
)

LONGEST_INSTRUCTION = 8_000
"""Characters that are read; patterns are searched in them."""


@dataclass(frozen=True)
class Step:
    """One tool call and what came back."""

    tool: str
    arguments: dict[str, Any]
    result: str = ""
    is_error: bool = False

    @property
    def held(self) -> bool:
        """Whether a reminder came instead of the call's own result."""
        return bool(REMINDER.match(self.result) and HELD.search(self.result))

    def repeats(self, other: "Step") -> bool:
        """Whether both are the same call."""
        return (self.tool, self.arguments) == (other.tool, other.arguments)

    def mentions(self, text: str) -> bool:
        """Whether an argument is this text, or a path or command with it at the end."""
        return any(_names(value, text) for value in self.arguments.values())


@dataclass(frozen=True)
class View:
    """A request, as far as the agent understands it."""

    instruction: str
    system: str
    tools: tuple[dict[str, Any], ...]
    steps: tuple[Step, ...]
    asides: tuple[str, ...]
    """Texts of the harness between the results."""
    trusting: bool = False
    """The agent takes a call that was held back just now for made."""

    @property
    def done(self) -> tuple[Step, ...]:
        """The calls that were made, or that the agent believes to have been made.

        A held call that was repeated is dropped: its repetition tells more. One that was not
        repeated is believed to be done.
        """
        following = [*self.steps, None][1:]
        return tuple(
            Step(step.tool, step.arguments) if step.held else step
            for step, after in zip(self.steps, following, strict=True)
            if not step.held or (self.trusting if after is None else not after.repeats(step))
        )

    @property
    def pending(self) -> Step | None:
        """The last call, when a reminder has just held it back."""
        return self.steps[-1] if self.steps and self.steps[-1].held else None

    @property
    def reminders(self) -> str:
        """What the harness said in the course of the work."""
        held = [step.result for step in self.steps if REMINDER.search(step.result)]
        return "\n".join([*(_reminding(text) for text in held), *self.asides])

    @property
    def descriptions(self) -> str:
        """What the tools say about themselves."""
        return "\n".join(text for tool in self.tools for text in _described(tool))


def read(request: Request) -> View:
    """The view of any request, however odd."""
    messages = [m for m in _sequence(request.get("messages")) if isinstance(m, dict)]
    results = {
        block.get("tool_use_id"): block
        for message in messages
        for block in _blocks(message, "tool_result")
    }
    steps = tuple(
        Step(
            str(call.get("name")),
            dict(given) if isinstance(given := call.get("input"), dict) else {},
            text(results[call.get("id")].get("content")),
            bool(results[call.get("id")].get("is_error")),
        )
        for message in messages
        for call in _blocks(message, "tool_use")
        if call.get("id") in results
    )
    spoken = [text(m.get("content")) for m in messages if m.get("role") == "user"]
    tools = tuple(tool for tool in _sequence(request.get("tools")) if isinstance(tool, dict))
    asides = tuple(said for said in spoken[1:] if said)
    return View(
        next(iter(spoken), "")[:LONGEST_INSTRUCTION],
        text(request.get("system")),
        tools,
        steps,
        asides,
    )


def text(content: object) -> str:
    """The text in a message's content, whether a string or blocks."""
    if isinstance(content, str):
        return content
    blocks = [block for block in _sequence(content) if isinstance(block, dict)]
    return "\n".join(str(block.get("text", "")) for block in blocks if block.get("type") == "text")


def _blocks(message: dict[str, Any], kind: str) -> Iterator[dict[str, Any]]:
    for block in _sequence(message.get("content")):
        if isinstance(block, dict) and block.get("type") == kind:
            yield block


def _sequence(value: object) -> Sequence[Any]:
    return value if isinstance(value, list | tuple) else ()


def _names(value: object, text: str) -> bool:
    words = [str(value), *str(value).split()]
    return any(word.removeprefix("./") == text.removeprefix("./") for word in words)


def _reminding(result: str) -> str:
    """A held call's whole result; of others only the lines that begin as a reminder."""
    if HELD.search(result) and REMINDER.match(result):
        return result
    return "\n".join(line for line in result.splitlines() if REMINDER.match(line))


def _described(tool: dict[str, Any]) -> Iterator[str]:
    yield str(tool.get("description") or "")
    schema = tool.get("input_schema")
    properties = schema.get("properties") if isinstance(schema, dict) else None
    for entry in properties.values() if isinstance(properties, dict) else ():
        if isinstance(entry, dict):
            yield str(entry.get("description") or "")
