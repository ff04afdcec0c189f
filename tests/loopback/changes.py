"""What a fault, or a limit, makes of a reply before it is sent."""

from dataclasses import replace
from typing import Any

from tests.loopback.brain import Reply, call
from tests.loopback.modes import Mode
from tests.loopback.tokens import (
    BYTES_PER_TOKEN,
    Block,
    arguments,
    block_tokens,
    output_tokens,
    tokens,
)

FILLER = "Let me look at this closely before I decide what to do about it."


def changed(reply: Reply, mode: Mode | None, request: dict[str, Any]) -> Reply:
    """The reply as a fault mode would have it."""
    match mode:
        case Mode.EMPTY:
            return Reply([])
        case Mode.REFUSAL:
            why = {"type": "refusal", "category": "cyber", "explanation": None}
            return Reply([{"type": "text", "text": "I cannot"}], "refusal", why)
        case Mode.PAUSE_TURN:
            return Reply([{"type": "text", "text": FILLER}], "pause_turn")
        case Mode.WINDOW_EXCEEDED:
            return Reply([{"type": "text", "text": FILLER}], "model_context_window_exceeded")
        case Mode.CUT_IN_TEXT | Mode.ERROR_LATER:
            return replace(reply, content=[{"type": "text", "text": FILLER}, *reply.content])
        case Mode.CUT_IN_TOOL:
            return _with_call(reply, request)
        case Mode.MAX_TOKENS_IN_TOOL:
            return _cut_call(_with_call(reply, request))
        case Mode.INPUT_NOT_OBJECT:
            return _last_call(reply, request, {"input": ["not", "an", "object"]})
        case Mode.UNKNOWN_TOOL:
            return _last_call(reply, request, {"name": "no_such_tool"})
        case _:
            return reply


def limited(reply: Reply, most: int, reason: str) -> Reply:
    """The reply cut where it reaches `most` tokens, with `reason` as its stop reason."""
    if output_tokens(reply.content) <= most:
        return reply
    kept: list[Block] = []
    for block in reply.content:
        room = most - sum(block_tokens(each) for each in kept)
        if block_tokens(block) > room:
            kept += _cut(block, room)
            break
        kept.append(block)
    return Reply(kept, reason)


def _cut(block: Block, room: int) -> list[Block]:
    """As much of a block as there is room for; nothing if that is nothing."""
    if block["type"] == "tool_use":
        written = _head(arguments(block), room - tokens(str(block["name"])))
        return [{**block, "input": {}, "partial_json": written}] if written else []
    name = str(block["type"])
    head = _head(str(block.get(name, "")), room)
    return [{**block, name: head}] if head else []


def _head(text: str, most: int) -> str:
    return text.encode()[: max(0, most) * BYTES_PER_TOKEN].decode(errors="ignore")


def _with_call(reply: Reply, request: dict[str, Any]) -> Reply:
    """The reply if it calls a tool, else a call of the first that is offered."""
    if any(block["type"] == "tool_use" for block in reply.content):
        return reply
    name = (request.get("tools") or [{"name": "bash"}])[0]["name"]
    return call(name, {"command": "rm -rf everything", "path": "everything"})


def _last_call(reply: Reply, request: dict[str, Any], new: Block) -> Reply:
    *before, last = _with_call(reply, request).content
    return Reply([*before, {**last, **new}], "tool_use")


def _cut_call(reply: Reply) -> Reply:
    *before, last = reply.content
    written = arguments(last)
    half = {**last, "input": {}, "partial_json": written[: max(1, len(written) // 2)]}
    return Reply([*before, half], "max_tokens")
