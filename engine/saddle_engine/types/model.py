"""Requests to a model and its replies: the Messages API, as plain JSON."""

import hashlib
import json
from collections.abc import Mapping
from typing import Any

from pydantic import Field

from saddle_engine.types.base import Value, made_of

Request = Mapping[str, Any]
"""The parsed body of POST /v1/messages: model, system, messages, tools, max_tokens, ...

Besides, `betas`: the values of the header `anthropic-beta`, where the SDK's own methods take them.
"""


class Usage(Value):
    """Tokens of one call."""

    input_tokens: int = Field(0, ge=0)
    output_tokens: int = Field(0, ge=0)
    cache_read_tokens: int = Field(0, ge=0)
    cache_write_tokens: int = Field(0, ge=0)
    """Kept for five minutes."""
    cache_write_1h_tokens: int = Field(0, ge=0)

    @property
    def going_in(self) -> int:
        """All tokens of the request, cached or not."""
        return (
            self.input_tokens
            + self.cache_read_tokens
            + self.cache_write_tokens
            + self.cache_write_1h_tokens
        )

    @property
    def cached(self) -> float | None:
        """The share of what goes in that was read from a cache, in [0,1]; None without any."""
        return self.cache_read_tokens / self.going_in if self.going_in else None

    @property
    def total(self) -> int:
        """All tokens that passed in either direction."""
        return self.going_in + self.output_tokens

    def __add__(self, other: "Usage") -> "Usage":
        more = other.__dict__
        return made_of(Usage, {name: count + more[name] for name, count in self.__dict__.items()})


class ModelReply(Value):
    """A complete, validated reply.

    `status` is 200, or 400 when the provider refused the request itself (the only error that
    belongs to a transcript); `body` is the message, or the error object, as JSON.
    """

    status: int = 200
    body: dict[str, Any]
    usage: Usage = Usage()
    cost: int = 0
    """Nano-dollars; 0 until it is booked."""


def as_json(request: Request) -> str:
    """A request as text."""
    return json.dumps(request, ensure_ascii=False)


def request_digest(request: Request) -> str:
    """Sha256 in hex; the same for equal requests, whatever the order of their fields."""
    return hashlib.sha256(json.dumps(request, sort_keys=True).encode()).hexdigest()
