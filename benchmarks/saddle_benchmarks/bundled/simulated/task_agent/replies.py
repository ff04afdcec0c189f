"""Actions of the agent, as replies of the Messages API."""

import hashlib
import json
from dataclasses import dataclass, field
from typing import Any

from saddle_engine.types.model import ModelReply, Request, Usage

CHARACTERS_A_TOKEN = 4


@dataclass(frozen=True)
class Call:
    """Use a tool."""

    tool: str
    arguments: dict[str, Any] = field(default_factory=dict)
    say: str = ""


@dataclass(frozen=True)
class Say:
    """Say something and use no tool: the agent thinks that it is done."""

    say: str


def reply(request: Request, action: Call | Say, draw: int) -> ModelReply:
    """The action as a message, with token counts in proportion to the lengths of the texts."""
    content: list[dict[str, Any]] = [{"type": "text", "text": action.say}] if action.say else []
    key = hashlib.sha256(f"{draw}:{_tokens(request.get('messages'))}".encode()).hexdigest()[:20]
    if isinstance(action, Call):
        content.append(
            {
                "type": "tool_use",
                "id": f"toolu_{key}",
                "name": action.tool,
                "input": action.arguments,
            }
        )
    usage = Usage(input_tokens=_tokens(dict(request)), output_tokens=_tokens(content))
    body = {
        "id": f"msg_{key}",
        "type": "message",
        "role": "assistant",
        "model": str(request.get("model") or "simulated-task-agent"),
        "content": content,
        "stop_reason": "tool_use" if isinstance(action, Call) else "end_turn",
        "stop_sequence": None,
        "usage": {"input_tokens": usage.input_tokens, "output_tokens": usage.output_tokens},
    }
    return ModelReply(body=body, usage=usage)


def _tokens(value: object) -> int:
    return 1 + len(json.dumps(value, ensure_ascii=False, default=str)) // CHARACTERS_A_TOKEN
