"""A whole reply as the stream of events that a streaming client of the Messages API expects."""

import json
from collections.abc import Iterator
from typing import Any

_DELTAS = {
    "text": (("text", "text_delta"),),
    "thinking": (("thinking", "thinking_delta"), ("signature", "signature_delta")),
}


def as_events(message: dict[str, Any]) -> bytes:
    """All events of one message, in order."""
    return b"".join(_event(each) for each in _events(message))


def _events(message: dict[str, Any]) -> Iterator[dict[str, Any]]:
    ending = {name: message.get(name) for name in ("stop_reason", "stop_sequence")}
    opened = {**message, "content": [], "stop_reason": None, "stop_sequence": None}
    yield {"type": "message_start", "message": opened}
    for index, block in enumerate(message.get("content", [])):
        yield from _block_events(index, block)
    yield {"type": "message_delta", "delta": ending, "usage": message.get("usage", {})}
    yield {"type": "message_stop"}


def _block_events(index: int, block: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """Text, thinking and tool input arrive as deltas, any other block whole at its start."""
    start, deltas = dict(block), []
    for name, kind in _DELTAS.get(str(block.get("type")), ()):
        if name in block:
            start[name] = ""
            deltas.append({"type": kind, name: block[name]})
    if block.get("type") == "tool_use":
        start["input"] = {}
        deltas.append(
            {"type": "input_json_delta", "partial_json": json.dumps(block.get("input", {}))}
        )
    yield {"type": "content_block_start", "index": index, "content_block": start}
    for delta in deltas:
        yield {"type": "content_block_delta", "index": index, "delta": delta}
    yield {"type": "content_block_stop", "index": index}


def _event(event: dict[str, Any]) -> bytes:
    return f"event: {event['type']}\ndata: {json.dumps(event)}\n\n".encode()
