"""Requests to a model and its replies: the Messages API, as plain JSON."""

from collections.abc import Mapping
from typing import Any

from pydantic import Field

from saddle_engine.types.base import Value

Request = Mapping[str, Any]
"""The parsed body of POST /v1/messages: model, system, messages, tools, max_tokens, ..."""


class Usage(Value):
    """Tokens of one call."""

    input_tokens: int = Field(0, ge=0)
    output_tokens: int = Field(0, ge=0)
    cache_read_tokens: int = Field(0, ge=0)
    cache_write_tokens: int = Field(0, ge=0)

    @property
    def total(self) -> int:
        """All tokens that passed in either direction."""
        return (
            self.input_tokens
            + self.output_tokens
            + self.cache_read_tokens
            + self.cache_write_tokens
        )


class ModelReply(Value):
    """A complete, validated reply.

    `status` is 200, or 400 when the provider refused the request itself (the only error that
    belongs to a transcript); `body` is the message, or the error object, as JSON.
    """

    status: int = 200
    body: dict[str, Any]
    usage: Usage = Usage()
