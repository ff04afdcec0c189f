"""Whatever is sent in place of a reply has a named outcome: nothing that a server says can end a run."""

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import pytest

from saddle_engine.adapters.anthropic import AnthropicModel
from saddle_engine.errors import TryRefused, TryUnknown
from saddle_engine.types.calls import ReplyOutcome, outcome_of
from saddle_engine.types.model import ModelReply
from tests.loopback.rig import request

DEPTH = 100_000
STREAM = b"HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\nconnection: close\r\n\r\n"
COUNTS = {"input_tokens": 10, "output_tokens": 1}


async def test_json_that_is_nested_too_deep_comes_to_nothing() -> None:
    with pytest.raises(TryUnknown, match="not_the_api"):
        await _answered(STREAM + b"data: " + b"[" * DEPTH + b"\n\n")


async def test_a_tool_input_that_is_nested_too_deep_is_malformed() -> None:
    delta = {"type": "input_json_delta", "partial_json": '{"a":' * DEPTH}
    block = {"type": "tool_use", "id": "toolu_1", "name": "bash", "input": {}}

    reply = await _answered(STREAM + _message(block, delta=delta))

    assert outcome_of(reply.status, reply.body) is ReplyOutcome.MALFORMED


@pytest.mark.parametrize("count", [-1, "5", 5.0, True, [5], 10**10, 10**400])
async def test_a_count_that_can_be_none_of_tokens_is_not_believed(count: object) -> None:
    with pytest.raises(TryUnknown, match="no_usage"):
        await _answered(STREAM + _message(counts={**COUNTS, "input_tokens": count}))


@pytest.mark.parametrize(
    "answer",
    [
        b"",
        b"\0\1\2\r\n\r\n",
        b"HTTP/1.1 204 No Content\r\n\r\n",
        b"HTTP/1.1 200 OK\r\ncontent-encoding: gzip\r\ncontent-length: 4\r\n\r\nnone",
        STREAM + b"data: \xff\xfe\n\n",
        STREAM + b"data: 5\n\n",
        STREAM + b'event: error\ndata: "\\ud800"\n\n',
    ],
)
async def test_what_is_no_reply_has_an_unknown_cost(answer: bytes) -> None:
    with pytest.raises(TryUnknown):
        await _answered(answer)


@pytest.mark.parametrize(
    "head", [b"301 Moved\r\nlocation: http://127.0.0.1:1/", b"400 Bad", b"418 No", b"999 What"]
)
async def test_a_status_without_an_error_of_the_api_is_not_the_requests_fault(head: bytes) -> None:
    with pytest.raises(TryRefused):
        await _answered(b"HTTP/1.1 " + head + b"\r\ncontent-length: 4\r\n\r\n[[[[")


@pytest.mark.parametrize("retry", [b"nan", b"-5", b"inf", b"tomorrow"])
async def test_a_wait_that_makes_no_sense_is_not_waited(retry: bytes) -> None:
    answer = b"HTTP/1.1 429 No\r\ncontent-length: 0\r\nretry-after: " + retry + b"\r\n\r\n"

    with pytest.raises(TryRefused) as refused:
        await _answered(answer)

    assert refused.value.retry_after_s is None


async def _answered(answer: bytes) -> ModelReply:
    """What becomes of these bytes."""
    async with _server(answer) as url:
        model = AnthropicModel(key="sk-test", base_url=url, effort=None, timeout_s=5.0)
        try:
            return await model.reply(request(), 0)
        finally:
            await model.close()


@asynccontextmanager
async def _server(answer: bytes) -> AsyncIterator[str]:
    """Reads a request and sends the same bytes each time."""

    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        head = (await reader.readuntil(b"\r\n\r\n")).lower()
        length = head.split(b"content-length:")[1].split(b"\r\n")[0]
        await reader.readexactly(int(length))
        writer.write(answer)
        await writer.drain()
        writer.close()

    server = await asyncio.start_server(serve, "127.0.0.1", 0)
    async with server:
        yield f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}"


def _message(
    block: dict[str, Any] | None = None,
    *,
    delta: dict[str, Any] | None = None,
    counts: dict[str, Any] = COUNTS,
) -> bytes:
    """The stream of a whole message of one block."""
    events: list[dict[str, Any]] = [
        {"type": "message_start", "message": {"content": [], "usage": counts}},
        {"content_block": block or {"type": "text", "text": "hi"}, "type": "content_block_start"},
        {"type": "content_block_stop"},
    ]
    if delta:
        events.insert(2, {"type": "content_block_delta", "delta": delta})
    ends = [
        {"type": "message_delta", "delta": {"stop_reason": "end_turn"}},
        {"type": "message_stop"},
    ]
    sent = [*({**each, "index": 0} for each in events), *ends]
    return b"".join(b"data: %s\n\n" % json.dumps(each).encode() for each in sent)
