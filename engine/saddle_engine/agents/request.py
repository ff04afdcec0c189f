"""Requests of our agents: their bodies."""

from collections.abc import Collection, Sequence
from typing import Any

from saddle_engine.agents.clearing import Message

MAX_TOKENS = 16_000
MARK = {"cache_control": {"type": "ephemeral"}}


def build(
    model: str,
    prompt: str,
    tools: Sequence[dict[str, Any]],
    messages: Sequence[Message],
    marks: Collection[int],
) -> dict[str, Any]:
    """A Messages API body with cache breakpoints after the system prompt and after the messages `marks`.

    Tools and prompt never change in a session, and are those of every session of the same agent. The
    API takes four breakpoints, and none on thinking: at most three marks, on messages of the user.
    """
    return {
        "model": model,
        "max_tokens": MAX_TOKENS,
        "system": [{"type": "text", "text": prompt, **MARK}],
        "tools": list(tools),
        "messages": [
            _marked(message) if index in marks else message
            for index, message in enumerate(messages)
        ],
    }


def _marked(message: Message) -> Message:
    *blocks, last = message["content"]
    return {**message, "content": [*blocks, {**last, **MARK}]}
