"""Requests of our agents: built from the conversation, kept small, keyed by what they mean."""

import hashlib
import json
from collections.abc import Sequence
from typing import Any

MAX_TOKENS = 16_000
CONTEXT_CHARS = 400_000
CLEARED = "[cleared to save room; call the tool again if you need it]"

Message = dict[str, Any]


def build(
    model: str, prompt: str, tools: Sequence[dict[str, Any]], messages: Sequence[Message]
) -> dict[str, Any]:
    """A Messages API body.

    Cache breakpoints: after the system prompt (tools and prompt never change in a session) and
    after the newest message, where the next call's prefix will end.
    """
    *older, newest = messages
    *blocks, last = newest["content"]
    return {
        "model": model,
        "max_tokens": MAX_TOKENS,
        "system": [{"type": "text", "text": prompt, "cache_control": {"type": "ephemeral"}}],
        "tools": list(tools),
        "messages": [
            *older,
            {**newest, "content": [*blocks, {**last, "cache_control": {"type": "ephemeral"}}]},
        ],
    }


def key(request: dict[str, Any]) -> str:
    """Digest of a request's meaning."""
    return hashlib.sha256(json.dumps(request, sort_keys=True).encode()).hexdigest()


def trim(messages: list[Message]) -> None:
    """Clear the oldest tool results of a conversation that has grown too long.

    Down to half at once, so that the prefix stays the same, and cached, for many calls.
    """
    size = len(json.dumps(messages))
    if size <= CONTEXT_CHARS:
        return
    for message in messages[:-1]:
        for block in message["content"] if message["role"] == "user" else ():
            if size <= CONTEXT_CHARS // 2:
                return
            if block["type"] == "tool_result" and block["content"] != CLEARED:
                size -= len(json.dumps(block["content"])) - len(CLEARED)
                block["content"] = CLEARED
