"""A model's reply: what it is worth, what can be sent back of it, which calls it asks for."""

import re
from dataclasses import dataclass
from typing import Any

from saddle_engine.agents.conversation import Block, text
from saddle_engine.agents.text import short
from saddle_engine.types.calls import ReplyOutcome, outcome_of

NO_WORDS = "(no words)"
ERROR_CHARS = 300
_NAME = re.compile(r"[A-Za-z0-9_-]{1,128}")


@dataclass(frozen=True)
class Reply:
    """A reply that came whole, or the API's refusal of the request."""

    outcome: ReplyOutcome
    content: list[Block]
    """What the API takes back: whole blocks, thinking untouched, never without words or calls."""
    calls: list[Block]
    """Its tool calls; their `input` is whatever the model gave."""
    error: str = ""
    """The API's own words when it refused the request; one line."""


def read(body: dict[str, Any]) -> Reply:
    """The reply in a response's body, a message or an error object."""
    if body.get("type") == "error":
        return _refused(body)
    blocks = [block for block in body.get("content") or () if isinstance(block, dict)]
    usable = [block for block in blocks if _usable(block)]
    calls = [block for block in usable if block["type"] == "tool_use"]
    content = [_whole(block) for block in usable]
    if not any(block["type"] in {"text", "tool_use"} for block in usable):
        content.append(text(NO_WORDS))
    outcome = outcome_of(200, body)
    if outcome is ReplyOutcome.COMPLETE and not calls and any(map(_is_call, blocks)):
        outcome = ReplyOutcome.MALFORMED
    return Reply(outcome, content, calls)


def _refused(body: dict[str, Any]) -> Reply:
    error = str(body.get("error"))
    status = 413 if "request_too_large" in error else 400
    return Reply(outcome_of(status, body), [], [], short(error, ERROR_CHARS))


def _is_call(block: Block) -> bool:
    return block.get("type") == "tool_use"


def _usable(block: Block) -> bool:
    match block:
        case {"type": "tool_use", "id": str(key), "name": str(name), "input": _}:
            return bool(_NAME.fullmatch(key) and _NAME.fullmatch(name))
        case {"type": "text", "text": str(words)}:
            return bool(words.strip())
        case {"type": "thinking", "signature": str(signature)}:
            return bool(signature)  # thinking that was cut off has none, and the API refuses it
        case {"type": str(kind)}:
            return kind not in {"tool_use", "text", "thinking"}
        case _:
            return False


def _whole(block: Block) -> Block:
    """A call with an object for its input, as the API wants it back."""
    if _is_call(block) and not isinstance(block["input"], dict):
        return {**block, "input": {}}
    return block
