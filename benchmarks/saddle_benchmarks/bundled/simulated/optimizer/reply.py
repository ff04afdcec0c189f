"""What the optimizer says in a call: words, tool calls, and the message they become."""

import json
from dataclasses import dataclass, field

from saddle_benchmarks.bundled.simulated.optimizer.session import Json
from saddle_engine.types.model import ModelReply, Request, Usage

CHARACTERS_A_TOKEN = 4


@dataclass(frozen=True)
class Call:
    """A tool to be called."""

    tool: str
    arguments: Json = field(default_factory=dict)


@dataclass(frozen=True)
class Say:
    """A few words and the calls that go with them; no calls means that there is nothing to do."""

    text: str
    calls: tuple[Call, ...] = ()


def message(say: Say, request: Request, draw: int) -> ModelReply:
    """The reply in the shape of the Messages API."""
    uses = [
        {
            "type": "tool_use",
            "id": f"toolu_{draw:016x}{number:02}",
            "name": c.tool,
            "input": c.arguments,
        }
        for number, c in enumerate(say.calls)
    ]
    content = [{"type": "text", "text": say.text}, *uses]
    usage = Usage(input_tokens=_tokens(dict(request)), output_tokens=_tokens(content))
    body = {
        "id": f"msg_{draw:016x}",
        "type": "message",
        "role": "assistant",
        "model": request.get("model", ""),
        "content": content,
        "stop_reason": "tool_use" if uses else "end_turn",
        "stop_sequence": None,
        "usage": {"input_tokens": usage.input_tokens, "output_tokens": usage.output_tokens},
    }
    return ModelReply(body=body, usage=usage)


def _tokens(content: object) -> int:
    return len(json.dumps(content)) // CHARACTERS_A_TOKEN + 1
