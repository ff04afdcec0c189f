"""A loopback server with a real client of the SDK before it."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Any

import anthropic
import pytest

from tests.loopback.brain import Brain, Scripted, text
from tests.loopback.ledger import Line
from tests.loopback.server import Loopback

MODEL = "claude-sonnet-4-6"
MARK = {"type": "ephemeral"}
TOOL = {
    "name": "bash",
    "description": "Runs a command.",
    "input_schema": {"type": "object", "properties": {"command": {"type": "string"}}},
}


@dataclass
class Rig:
    """The server, and a client that never tries again by itself."""

    loopback: Loopback
    client: anthropic.AsyncAnthropic

    async def ask(self, **body: Any) -> anthropic.types.Message:
        """One streamed reply."""
        async with self.client.messages.stream(**request(**body)) as stream:
            return await stream.get_final_message()

    async def refused(self, **body: Any) -> tuple[int, str, str]:
        """Status, type and message of the error that a request meets."""
        with pytest.raises(anthropic.APIStatusError) as caught:
            await self.client.messages.create(**request(**body))
        error: Any = caught.value.body
        return caught.value.status_code, error["error"]["type"], error["error"]["message"]

    async def line(self) -> Line:
        """The last line of the ledger, once all is booked."""
        await self.loopback.settled()
        return self.loopback.ledger.lines[-1]


@asynccontextmanager
async def opened(
    brain: Brain | None = None, *, read_s: float = 5.0, **options: Any
) -> AsyncIterator[Rig]:
    """A running server; its client waits `read_s` seconds for every byte."""
    loopback = Loopback(brain or Scripted([text("hello there, this is a reply")]), **options)
    async with loopback.serve() as url:
        wait = anthropic.Timeout(5.0, read=read_s)
        client = anthropic.AsyncAnthropic(
            base_url=url, api_key=loopback.key, max_retries=0, timeout=wait
        )
        async with client:
            yield Rig(loopback, client)


def request(**changes: Any) -> dict[str, Any]:
    """A valid request, changed; None takes a field away."""
    plain = {"model": MODEL, "max_tokens": 1_000, "messages": [said("user", "hi")]}
    return {name: value for name, value in {**plain, **changes}.items() if value is not None}


def said(role: str, *content: Any) -> dict[str, Any]:
    """A message of texts and other blocks."""
    return {"role": role, "content": [_block(each) for each in content]}


def marked(block: str | dict[str, Any], ttl: str = "") -> dict[str, Any]:
    """A block with a cache mark."""
    return {**_block(block), "cache_control": {**MARK, **({"ttl": ttl} if ttl else {})}}


def _block(given: str | dict[str, Any]) -> dict[str, Any]:
    return {"type": "text", "text": given} if isinstance(given, str) else given
