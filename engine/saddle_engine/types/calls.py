"""Calls: paid requests to a model, and what comes of their tries."""

from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, Literal, NewType

CallId = NewType("CallId", str)  # r12.1:3 or d4.1:7: owner, its try, number of the call (and lane)
Role = Literal["task", "evolution", "diagnosis", "reflection"]


class ReplyOutcome(StrEnum):
    """What a reply is worth to whoever asked; all but the first are counted and shown."""

    COMPLETE = "complete"
    MAX_TOKENS = "max_tokens"
    REFUSAL = "refusal"
    EMPTY = "empty"
    """Neither words nor a tool call."""
    MALFORMED = "malformed"
    """A tool call whose input is no object."""
    CONTEXT_OVERFLOW = "context_overflow"
    BAD_REQUEST = "bad_request"
    PAUSE = "pause"
    """A long turn that goes on when it is sent back."""


@dataclass(frozen=True)
class Call:
    """One request to be paid for."""

    id: CallId
    role: Role
    owner: str
    """The rollout or session that asks."""
    draw: int
    """64-bit key of its randomness; a real model ignores it."""
    idle: Callable[[], AbstractContextManager[None]] = nullcontext
    """Time inside is not charged to the owner: waiting for a provider, for money, for an operator."""
    forgiving: Callable[[], AbstractContextManager[None]] = nullcontext
    """Around each try: one that comes to nothing takes none of the owner's time."""
    lost: Callable[[int, int], bool] = lambda tokens, cost: True
    """Told the tokens and nano-dollars that a try which came to nothing may have taken; whether the
    owner's own limits leave room for another."""


def outcome_of(status: int, body: dict[str, Any]) -> ReplyOutcome:
    """The outcome of a validated reply, from its HTTP status and body."""
    if status != 200:
        too_long = status == 413 or "prompt is too long" in str(body).lower()
        return ReplyOutcome.CONTEXT_OVERFLOW if too_long else ReplyOutcome.BAD_REQUEST
    match body.get("stop_reason"):
        case "max_tokens":
            return ReplyOutcome.MAX_TOKENS
        case "refusal":
            return ReplyOutcome.REFUSAL
        case "model_context_window_exceeded":
            return ReplyOutcome.CONTEXT_OVERFLOW
        case "pause_turn":
            return ReplyOutcome.PAUSE
        case _:
            return _content_outcome(
                [each for each in body.get("content") or () if isinstance(each, dict)]
            )


def _content_outcome(content: list[dict[str, Any]]) -> ReplyOutcome:
    calls = [block for block in content if block.get("type") == "tool_use"]
    if any(not isinstance(call.get("input"), dict) for call in calls):
        return ReplyOutcome.MALFORMED
    said = any(str(block.get("text") or "").strip() for block in content)
    return ReplyOutcome.COMPLETE if calls or said else ReplyOutcome.EMPTY
