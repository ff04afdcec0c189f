"""The model of the adapter before a loopback server, and what was heard of its reply."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any

from saddle_engine.adapters.anthropic import AnthropicModel
from saddle_engine.types.model import ModelReply, Usage
from tests.loopback.brain import Brain, Scripted, text
from tests.loopback.modes import Fault, Mode, always
from tests.loopback.rig import request
from tests.loopback.server import Loopback

NAME = "claude-sonnet-4-6"


@dataclass
class Ear:
    """The port `Heard`."""

    usages: list[Usage] = field(default_factory=list)
    words: list[str] = field(default_factory=list)

    def begun(self, usage: Usage) -> None:
        self.usages.append(usage)

    def text(self, words: str) -> None:
        self.words.append(words)


@dataclass
class Rig:
    loopback: Loopback
    model: AnthropicModel
    url: str
    ear: Ear = field(default_factory=Ear)

    async def ask(self, **changes: Any) -> ModelReply:
        return await self.model.reply(request(**changes), 0, self.ear)


@asynccontextmanager
async def opened(
    brain: Brain | None = None,
    fault: Fault | Mode | None = None,
    *,
    timeout_s: float = 5.0,
    effort: str | None = None,
    key: str | None = None,
    **options: Any,
) -> AsyncIterator[Rig]:
    loopback = Loopback(brain or Scripted([text("hello there, this is a reply")]), **options)
    if fault is not None:
        loopback.faults = always(fault)
    async with loopback.serve() as url:
        model = AnthropicModel(
            key=key or loopback.key, base_url=url, effort=effort, timeout_s=timeout_s
        )
        try:
            yield Rig(loopback, model, url)
        finally:
            await model.close()
