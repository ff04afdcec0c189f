"""Who writes the replies."""

import hashlib
import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol

from tests.loopback.tokens import Block


@dataclass(frozen=True)
class Reply:
    """What a model says: content blocks, and why it stopped."""

    content: list[Block]
    stop_reason: str = "end_turn"
    stop_details: dict[str, Any] | None = None


class Brain(Protocol):
    """The model behind the server."""

    async def reply(self, request: dict[str, Any], number: int) -> Reply:
        """The reply to a valid request; requests are numbered 1, 2, ... as they arrive."""
        ...


@dataclass
class Scripted:
    """Says what it is told, in order, then the last one again and again."""

    replies: Sequence[Reply | Callable[[dict[str, Any]], Reply]]
    requests: list[dict[str, Any]] = field(default_factory=list)
    """What it was asked, in order."""

    async def reply(self, request: dict[str, Any], number: int) -> Reply:
        """See `Brain`."""
        self.requests.append(request)
        said = self.replies
        next_one = said[min(len(self.requests), len(said)) - 1]
        return next_one if isinstance(next_one, Reply) else next_one(request)


def text(said: str, stop_reason: str = "end_turn") -> Reply:
    """A reply of one text."""
    return Reply([{"type": "text", "text": said}], stop_reason)


def call(name: str, arguments: dict[str, Any], *, said: str = "", number: int = 0) -> Reply:
    """A reply that calls one tool. Its id follows from what is called, and from `number`."""
    block = {"type": "tool_use", "id": call_id(name, arguments, number), "name": name}
    spoken: list[Block] = [{"type": "text", "text": said}] if said else []
    return Reply([*spoken, {**block, "input": arguments}], "tool_use")


def call_id(name: str, arguments: object, number: int) -> str:
    """An id for a tool call that is the same whenever the same is said."""
    key = json.dumps([name, arguments, number], sort_keys=True)
    return f"toolu_{hashlib.sha256(key.encode()).hexdigest()[:24]}"
