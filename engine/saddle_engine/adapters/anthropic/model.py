"""One try at a time."""

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import suppress
from typing import Any

import anthropic
import httpx2

from saddle_engine.adapters.anthropic.message import BadEvent, Message
from saddle_engine.adapters.anthropic.trouble import answered, broken, scrubbed
from saddle_engine.adapters.anthropic.usage import read_usage
from saddle_engine.errors import TryUnknown
from saddle_engine.ports import Heard
from saddle_engine.types.model import ModelReply, Request

BASE_URL = "https://api.anthropic.com"
CONNECT_S = 10.0
LONGEST_S = 3600.0
"""Of a whole reply, however lively its stream is."""
DRAIN_S = 0.5
"""For the end of a stream whose message is whole; read, its connection can be used again."""
STREAM = "text/event-stream"


class AnthropicModel:
    """The port `Model` over the Messages API."""

    def __init__(
        self, *, key: str, base_url: str | None, effort: str | None, timeout_s: float
    ) -> None:
        """A model behind a key.

        Args:
            key: never shown, logged or raised.
            base_url: where the API is; None for Anthropic's own.
            effort: how hard the model thinks, for every request; None leaves it to the request.
            timeout_s: how long a connection may be silent.
        """
        self._key = key
        self._effort = effort
        self._client = anthropic.AsyncAnthropic(
            api_key=key,
            base_url=base_url or BASE_URL,
            max_retries=0,
            timeout=anthropic.Timeout(timeout_s, connect=CONNECT_S),
            open_telemetry=False,
        )

    async def reply(self, request: Request, draw: int, heard: Heard | None = None) -> ModelReply:
        """One complete reply; see the port.

        Raises:
            TryRefused: turned away, at no cost.
            TryUnknown: no whole reply came; what it cost is not known.
        """
        try:
            async with asyncio.timeout(LONGEST_S):
                return await self._reply(request, heard)
        except anthropic.APIStatusError as error:
            return answered(error, self._key)
        except (
            anthropic.APIConnectionError,
            httpx2.HTTPError,
            ValueError,
            RecursionError,
        ) as error:
            # From None: what the SDK raises holds the request, and the request the key.
            raise broken(error, self._key, self._where) from None
        except TimeoutError:
            raise TryUnknown("read_timeout", f"no whole reply in {LONGEST_S:g} s") from None

    async def close(self) -> None:
        """Close idle connections."""
        await self._client.close()

    @property
    def _where(self) -> str:
        """The host and port that are asked, without a password that a URL may hold."""
        return self._client.base_url.netloc.decode("ascii", "replace")

    async def _reply(self, request: Request, heard: Heard | None) -> ModelReply:
        stream = await self._sent(request)
        try:
            return await self._read(stream.response, heard)
        finally:
            await stream.close()

    async def _sent(self, request: Request) -> anthropic.AsyncStream[object]:
        """The stream of a request that goes out as it is: the SDK's own method would know its fields."""
        betas = list(request.get("betas") or ())
        return await self._client.post(
            "/v1/messages",
            cast_to=object,
            content=self._body(request),
            options={
                "headers": {"anthropic-beta": ",".join(betas)} if betas else {},
                "follow_redirects": False,  # a key goes where the config says, and nowhere else
            },
            stream=True,
            stream_cls=anthropic.AsyncStream[object],
        )

    def _body(self, request: Request) -> bytes:
        body = {name: value for name, value in request.items() if name != "betas"}
        if self._effort is not None:
            body["output_config"] = {**(body.get("output_config") or {}), "effort": self._effort}
        return json.dumps({**body, "stream": True}, ensure_ascii=False).encode("utf-8", "replace")

    async def _read(self, response: httpx2.Response, heard: Heard | None) -> ModelReply:
        kind = response.headers.get("content-type", "")
        if not kind.startswith(STREAM):
            raise TryUnknown("not_the_api", f"a reply of type {scrubbed(kind, self._key)!r}")
        message = Message()
        events = self._events(response)
        async for event in events:
            message.take(event)
            if message.ended:
                break
            if heard is not None:
                _tell(heard, event, message)
        if not message.whole:
            raise TryUnknown("incomplete_stream", "the stream ended before its message did")
        with suppress(Exception):
            async with asyncio.timeout(DRAIN_S):
                async for _ in events:
                    pass
        usage = read_usage(message.usage)
        if usage is None:
            raise TryUnknown("no_usage", "the reply does not say what it cost")
        return ModelReply(body=message.body(), usage=usage)

    async def _events(self, response: httpx2.Response) -> AsyncIterator[dict[str, Any]]:
        async for sent in anthropic.AsyncStream.raw_events(response):
            if sent.event == "error":
                raise TryUnknown("error_in_stream", scrubbed(_error_words(sent.data), self._key))
            if sent.data:
                event = json.loads(sent.data)
                if not isinstance(event, dict):
                    raise BadEvent("an event is no object")
                yield event


def _tell(heard: Heard, event: dict[str, Any], message: Message) -> None:
    if event.get("type") == "message_start":
        usage = read_usage(message.usage)
        if usage is not None:
            heard.begun(usage)
    elif event.get("type") == "content_block_delta":
        heard.text(message.tail)


def _error_words(data: str) -> str:
    """Of an error that came in the midst of a stream."""
    try:
        error = json.loads(data)["error"]
        return f"{error['type']}: {error['message']}"
    except (ValueError, LookupError, TypeError):
        return data
