"""The stream is the documented one: as the SDK reads it, and event by event."""

import json
from typing import Any

import httpx2

from tests.loopback.brain import Reply, Scripted, call, text
from tests.loopback.rig import MODEL, TOOL, Rig, opened, request
from tests.loopback.tokens import output_tokens

EVERYTHING = Reply(
    [
        {"type": "thinking", "thinking": "First I look, then I leap.", "signature": "c2ln"},
        {"type": "text", "text": "I look at the files — all of them."},
        {"type": "tool_use", "id": "toolu_1", "name": "bash", "input": {"command": "ls -la", "n": [1, None]}},
        {"type": "tool_use", "id": "toolu_2", "name": "bash", "input": {}},
    ],
    "tool_use",
)  # fmt: skip


async def events(rig: Rig, **body: Any) -> list[tuple[str, dict[str, Any]]]:
    headers = {"x-api-key": rig.loopback.key, "anthropic-version": "2023-06-01"}
    async with httpx2.AsyncClient(base_url=rig.client.base_url, headers=headers) as http:
        answer = await http.post("v1/messages", json=request(stream=True, **body))
    assert answer.headers["content-type"] == "text/event-stream"
    blocks = [block.split("\n") for block in answer.text.strip().split("\n\n")]
    return [
        (name.removeprefix("event: "), json.loads(data.removeprefix("data: ")))
        for name, data in blocks
    ]


async def test_the_sdk_reads_a_streamed_reply_like_a_whole_one() -> None:
    async with opened(Scripted([EVERYTHING])) as rig:
        streamed = await rig.ask(tools=[TOOL])
        whole = await rig.client.messages.create(**request(tools=[TOOL]))

    assert [block.to_dict() for block in streamed.content] == EVERYTHING.content
    assert [block.to_dict() for block in whole.content] == EVERYTHING.content
    assert streamed.stop_reason == whole.stop_reason == "tool_use"
    assert (
        streamed.usage.output_tokens
        == whole.usage.output_tokens
        == output_tokens(EVERYTHING.content)
    )
    assert streamed.usage.cache_creation == whole.usage.cache_creation is not None


async def test_events_come_in_the_documented_order() -> None:
    async with opened(Scripted([EVERYTHING])) as rig:
        seen = await events(rig, tools=[TOOL])

    names = [name for name, _ in seen]
    assert names[:3] == ["message_start", "content_block_start", "ping"]
    assert names[-3:] == ["content_block_stop", "message_delta", "message_stop"]
    assert all(name == body["type"] for name, body in seen)
    assert [body["index"] for name, body in seen if name == "content_block_start"] == [0, 1, 2, 3]
    opened_now: list[int] = []
    for name, body in seen:
        if name == "content_block_start":
            assert not opened_now
            opened_now.append(body["index"])
        elif name == "content_block_delta":
            assert opened_now == [body["index"]]
        elif name == "content_block_stop":
            assert opened_now.pop() == body["index"]


async def test_a_stream_begins_without_a_stop_reason_and_ends_with_the_whole_usage() -> None:
    async with opened(Scripted([text("four little words here")])) as rig:
        seen = dict(await events(rig))

    start, delta = seen["message_start"]["message"], seen["message_delta"]
    assert (start["content"], start["stop_reason"], start["model"]) == ([], None, MODEL)
    assert start["usage"]["output_tokens"] == 1
    assert start["usage"]["input_tokens"] == delta["usage"]["input_tokens"] > 0
    assert delta["usage"]["output_tokens"] == output_tokens(
        [{"type": "text", "text": "four little words here"}]
    )
    assert delta["delta"]["stop_reason"] == "end_turn"


async def test_tool_input_comes_in_pieces_of_json() -> None:
    async with opened(Scripted([call("bash", {"command": "ls"})])) as rig:
        seen = await events(rig, tools=[TOOL])

    pieces = [
        body["delta"]["partial_json"]
        for name, body in seen
        if name == "content_block_delta" and body["delta"]["type"] == "input_json_delta"
    ]
    assert pieces[0] == ""
    assert len(pieces) > 2
    assert json.loads("".join(pieces)) == {"command": "ls"}


async def test_a_reply_that_is_longer_than_max_tokens_is_cut_there() -> None:
    async with opened(Scripted([text("word " * 400)])) as rig:
        reply = await rig.ask(max_tokens=20)

    assert (reply.stop_reason, reply.usage.output_tokens) == ("max_tokens", 20)


async def test_tokens_are_counted_as_they_are_billed() -> None:
    body = {
        "system": "be brief",
        "tools": [TOOL],
        "messages": [{"role": "user", "content": "word " * 400}],
    }
    async with opened() as rig:
        counted = await rig.client.messages.count_tokens(model=MODEL, **body)  # type: ignore[arg-type]  # plain JSON
        reply = await rig.ask(**body)

    assert counted.input_tokens == reply.usage.input_tokens > 500
    assert counted.input_tokens <= len(json.dumps(body))
    assert (rig.loopback.counted, len(rig.loopback.ledger.lines)) == (1, 1)
