"""A model that says what it is told to."""

import asyncio
from typing import Any

from saddle_engine.ports import Heard
from saddle_engine.types.model import ModelReply, Request, Usage


class ScriptedModel:
    """The port `Model`: turn n of a conversation gets the n-th line of a script.

    A line is a list of content blocks (`says`, `uses`), or an exception to raise. Turns are counted in the
    request, so that a conversation taken up again goes on where it was. After the last line it
    says nothing more.
    """

    def __init__(self, *script: list[dict[str, Any]] | Exception, stop: str = "tool_use") -> None:
        self.requests: list[Request] = []
        self.draws: list[int] = []
        self._script = script
        self._stop = stop

    async def reply(self, request: Request, draw: int, heard: Heard | None = None) -> ModelReply:
        """The next line."""
        await asyncio.sleep(0)
        self.requests.append(request)
        self.draws.append(draw)
        turn = sum(message["role"] == "assistant" for message in request["messages"])
        line = self._script[turn] if turn < len(self._script) else [says("I have no more to say.")]
        if isinstance(line, Exception):
            raise line
        body = {"type": "message", "role": "assistant", "content": line, "stop_reason": self._stop}
        return ModelReply(body=body, usage=Usage(input_tokens=100, output_tokens=10))


def says(text: str) -> dict[str, Any]:
    """A text block."""
    return {"type": "text", "text": text}


def uses(tool: str, **arguments: Any) -> dict[str, Any]:
    """A tool call."""
    return {"type": "tool_use", "id": f"toolu_{tool}", "name": tool, "input": arguments}
