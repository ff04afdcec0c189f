"""A reply as it goes over the wire: one JSON body, or a stream of events in the documented order."""

import json
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

from tests.loopback.brain import Reply
from tests.loopback.prices import Billed
from tests.loopback.tokens import Block, arguments, output_tokens, tokens

PIECE = 24
"""Characters of a delta, at most."""
FIRST_TOKENS = 1
"""Output tokens that `message_start` reports."""
SIGNATURE = "bG9vcGJhY2s="


@dataclass(frozen=True)
class Frame:
    """Bytes that are sent at once."""

    data: bytes
    output: int
    """Output tokens written when this has been sent."""
    kind: str
    """Type of the event, or of its delta."""


@dataclass(frozen=True)
class Message:
    """A reply with everything that the wire needs."""

    id: str
    model: str
    reply: Reply
    billed: Billed
    """Input as it is billed, and the output of the whole reply."""
    has_usage: bool = True
    has_stop_reason: bool = True

    def usage(self, output: int) -> dict[str, Any]:
        """Usage after so many tokens of output, unless it is to be left out."""
        if not self.has_usage:
            return {}
        return {"usage": replace(self.billed, output=output).usage()}

    def ending(self) -> dict[str, Any]:
        """Why it stopped."""
        reason = self.reply.stop_reason if self.has_stop_reason else None
        return {
            "stop_reason": reason,
            "stop_sequence": None,
            "stop_details": self.reply.stop_details,
        }

    def head(self, content: list[Block]) -> dict[str, Any]:
        """What JSON and stream have in common."""
        return {
            "id": self.id, "type": "message", "role": "assistant", "model": self.model, "content": content,
        }  # fmt: skip


def whole(message: Message) -> list[Frame]:
    """The reply as one JSON body."""
    content = [_public(block) for block in message.reply.content]
    output = message.billed.output
    body = {**message.head(content), **message.ending(), **message.usage(output)}
    return [Frame(json.dumps(body).encode(), output, "message")]


def streamed(message: Message) -> list[Frame]:
    """The reply as events."""
    output = FIRST_TOKENS
    opened = {
        **message.head([]),
        "stop_reason": None,
        "stop_sequence": None,
        **message.usage(output),
    }
    frames = [event({"type": "message_start", "message": opened}, output)]
    for index, block in enumerate(message.reply.content):
        before = output_tokens(message.reply.content[:index]) if index else 0
        for each, written in _block_events(index, block):
            output = max(output, before + written)
            frames.append(event(each, output))
        if index == 0:
            frames.insert(2, event({"type": "ping"}, FIRST_TOKENS))
    output = message.billed.output
    ended = {"type": "message_delta", "delta": message.ending(), **message.usage(output)}
    return [*frames, event(ended, output), event({"type": "message_stop"}, output)]


def event(body: dict[str, Any], output: int) -> Frame:
    """One server-sent event."""
    kind = body.get("delta", {}).get("type") or body["type"]
    data = f"event: {body['type']}\ndata: {json.dumps(body)}\n\n"
    return Frame(data.encode(), output, str(kind))


def _block_events(index: int, block: Block) -> Iterator[tuple[dict[str, Any], int]]:
    """Events of one block, each with the tokens of the block written so far."""
    start, deltas = _opened(block)
    yield {"type": "content_block_start", "index": index, "content_block": start}, 0
    written = str(block["name"]) if block["type"] == "tool_use" else ""
    said = tokens(written)
    part = ""
    for kind, name, piece in deltas:
        part += piece if name != "signature" else ""
        yield (
            {"type": "content_block_delta", "index": index, "delta": {"type": kind, name: piece}},
            said + tokens(part),
        )
    yield {"type": "content_block_stop", "index": index}, said + tokens(part)


def _opened(block: Block) -> tuple[Block, list[tuple[str, str, str]]]:
    """A block as it starts, and its deltas: type, name of the field, piece."""
    match block["type"]:
        case "text":
            return {"type": "text", "text": ""}, [
                ("text_delta", "text", piece) for piece in _pieces(block["text"])
            ]
        case "thinking":
            thought = [
                ("thinking_delta", "thinking", piece) for piece in _pieces(block["thinking"])
            ]
            signed = ("signature_delta", "signature", block.get("signature", SIGNATURE))
            return {"type": "thinking", "thinking": "", "signature": ""}, [*thought, signed]
        case "tool_use":
            start = {**_public(block), "input": {}}
            pieces = ["", *_pieces(arguments(block))]
            return start, [("input_json_delta", "partial_json", piece) for piece in pieces]
        case _:
            return block, []


def _pieces(text: str) -> list[str]:
    """At least two pieces of every text that has two characters."""
    size = max(1, min(PIECE, -(-len(text) // 2)))
    return [text[at : at + size] for at in range(0, len(text), size)]


def _public(block: Block) -> Block:
    if block["type"] == "thinking":
        return {"signature": SIGNATURE, **block}
    return {name: value for name, value in block.items() if name != "partial_json"}
