"""A message put together from the events of its stream, nothing dropped and nothing made up."""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from saddle_engine.adapters.anthropic.usage import Counts, merged

Event = Mapping[str, Any]

TAIL_CHARS = 4_000
"""How much of the words so far is kept in sight."""

_WORDS = ("text", "thinking", "partial_json")


class BadEvent(ValueError):
    """An event that no stream of the Messages API has there."""


@dataclass
class Message:
    """Grows by `take`; events and deltas of kinds that are not known change nothing or only their fields."""

    tail: str = ""
    """The end of all words so far."""
    ended: bool = False
    """The stream has said that the message is whole."""
    usage: Counts = field(default_factory=dict)
    _head: dict[str, Any] | None = None
    _blocks: dict[int, "_Block"] = field(default_factory=dict)

    def take(self, event: Event) -> None:
        """Enter one event.

        Raises:
            BadEvent: it does not fit what came before it.
        """
        kind = event.get("type")
        if kind == "message_start":
            self._head = _object(event, "message")
            self.usage = merged(self.usage, self._head.get("usage"))
        elif kind in {"content_block_start", "content_block_delta", "content_block_stop"}:
            self._take_content(str(kind), event)
        elif kind == "message_delta":
            rest = {
                name: each for name, each in event.items() if name not in {"type", "delta", "usage"}
            }
            self._started().update(rest | _object(event, "delta"))
            self.usage = merged(self.usage, event.get("usage"))
        elif kind == "message_stop":
            self._started()
            self.ended = True

    @property
    def whole(self) -> bool:
        """It may be used: the stream has ended it, it says why it stopped, and no block is open."""
        reason = (self._head or {}).get("stop_reason")
        return self.ended and bool(reason) and all(each.closed for each in self._blocks.values())

    def body(self) -> dict[str, Any]:
        """The message as the API would have sent it at once."""
        blocks = [self._blocks[index].content for index in sorted(self._blocks)]
        return {**self._started(), "content": blocks, "usage": self.usage}

    def _started(self) -> dict[str, Any]:
        if self._head is None:
            raise BadEvent("the stream does not begin with message_start")
        return self._head

    def _take_content(self, kind: str, event: Event) -> None:
        self._started()
        index = event.get("index")
        if not isinstance(index, int):
            raise BadEvent(f"{kind} names no block")
        if kind == "content_block_start":
            self._blocks[index] = _Block(_object(event, "content_block"))
            self._say("\n" * bool(self.tail) + self._blocks[index].name)
        elif (block := self._blocks.get(index)) is None or block.closed:
            raise BadEvent(f"{kind} names a block that is not open")
        elif kind == "content_block_stop":
            block.close()
        else:
            self._say(block.take(_object(event, "delta")))

    def _say(self, words: str) -> None:
        self.tail = (self.tail + words)[-TAIL_CHARS:]


@dataclass
class _Block:
    """One block of content; pieces are joined once, at its end."""

    content: dict[str, Any]
    closed: bool = False
    _pieces: dict[str, list[str]] = field(default_factory=dict)

    @property
    def name(self) -> str:
        """Of a tool that is called, to go before its arguments."""
        return f"{self.content.get('name')} " if self.content.get("type") == "tool_use" else ""

    def take(self, delta: dict[str, Any]) -> str:
        """Enter a delta; returns its words."""
        if "citation" in delta:
            self.content["citations"] = [*(self.content.get("citations") or ()), delta["citation"]]
            return ""
        for name, value in delta.items():
            if name == "type":
                continue
            if isinstance(value, str):
                self._pieces.setdefault(name, []).append(value)
            else:
                self.content[name] = value
        return "".join(str(delta[name]) for name in _WORDS if isinstance(delta.get(name), str))

    def close(self) -> None:
        """Join what came in pieces; a tool's input that is no JSON stays as the text it is."""
        self.closed = True
        for name, pieces in self._pieces.items():
            text = "".join(pieces)
            if name == "partial_json":
                self.content["input"] = _json(text, self.content.get("input"))
            else:
                begun = self.content.get(name)
                self.content[name] = begun + text if isinstance(begun, str) else text


def _json(text: str, begun: object) -> object:
    try:
        return json.loads(text) if text else begun
    except (ValueError, RecursionError):
        return text


def _object(event: Event, name: str) -> dict[str, Any]:
    value = event.get(name)
    if not isinstance(value, dict):
        raise BadEvent(f"{event.get('type')} has no {name}")
    return dict(value)
