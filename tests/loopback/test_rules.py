"""Requests that the real API refuses are refused in its words, and cost nothing."""

from typing import Any

import anthropic
import pytest

from tests.loopback.brain import Scripted, text
from tests.loopback.prices import Served
from tests.loopback.rig import MODEL, TOOL, Rig, marked, opened, request, said
from tests.loopback.server import KEY

USE = {"type": "tool_use", "id": "toolu_1", "name": "bash", "input": {}}
RESULT = {"type": "tool_result", "tool_use_id": "toolu_1", "content": "done"}
ASKED = said("user", "hi")

BROKEN: dict[str, tuple[dict[str, Any], str]] = {
    "no messages": ({"messages": []}, "at least one message"),
    "assistant first": ({"messages": [said("assistant", "hi"), ASKED]}, "first message must use"),
    "two users": ({"messages": [ASKED, ASKED]}, "roles must alternate"),
    "prefill": ({"messages": [ASKED, said("assistant", "yes")]}, "must end with a user message"),
    "other role": ({"messages": [{"role": "system", "content": "x"}]}, "messages.0.role"),
    "empty content": ({"messages": [{"role": "user", "content": []}]}, "non-empty content"),
    "empty text": ({"messages": [said("user", "")]}, "text content blocks must be non-empty"),
    "blank text": ({"messages": [said("user", " \n")]}, "non-whitespace"),
    "marked empty text": ({"messages": [said("user", marked(""))]}, "cache_control cannot be set for empty"),
    "no result": ({"messages": [ASKED, said("assistant", USE), said("user", "so?")]}, "without `tool_result`"),
    "result after text": (
        {"messages": [ASKED, said("assistant", USE), said("user", "so?", RESULT)]}, "without `tool_result`",
    ),
    "result of nothing": ({"messages": [said("user", RESULT)]}, "unexpected `tool_use_id`"),
    "late result": (
        {"messages": [ASKED, said("assistant", USE), said("user", RESULT), said("assistant", "ok"), said("user", RESULT)]},
        "unexpected `tool_use_id`",
    ),
    "two results": ({"messages": [ASKED, said("assistant", USE), said("user", RESULT, RESULT)]}, "single result"),
    "input is a list": (
        {"messages": [ASKED, said("assistant", {**USE, "input": []}), said("user", RESULT)]}, "valid dictionary",
    ),
    "zero tokens": ({"max_tokens": 0}, "max_tokens: Input should be greater"),
    "no limit": ({"max_tokens": None}, "max_tokens: Field required"),
    "too much output": ({"max_tokens": 900_000}, "maximum allowed number of output tokens"),
    "unknown field": ({"effort": "high"}, "effort: Extra inputs are not permitted"),
    "two tools of a name": ({"tools": [TOOL, TOOL]}, "Tool names must be unique"),
    "tool name": ({"tools": [{**TOOL, "name": "a b"}]}, "tools.0.custom.name"),
    "five marks": (
        {"system": [marked(f"s{n}") for n in range(5)]}, "A maximum of 4 blocks with cache_control may be provided. Found 5.",
    ),
    "longer after shorter": ({"system": [marked("a"), marked("b", "1h")]}, "must not come after a ttl='5m'"),
    "other ttl": ({"system": [marked("a", "2h")]}, "'5m' or '1h'"),
    "empty system": ({"system": [{"type": "text", "text": ""}]}, "system: text content blocks must be non-empty"),
    "temperature": ({"temperature": 1.5}, "temperature"),
    "thinking budget": ({"thinking": {"type": "enabled", "budget_tokens": 10}}, "budget_tokens"),
}  # fmt: skip


async def raw(rig: Rig, body: dict[str, Any]) -> tuple[int, str, str]:
    """What the API says to a body that the SDK itself would not send."""
    with pytest.raises(anthropic.APIStatusError) as caught:
        await rig.client.post("/v1/messages", body=body, cast_to=dict[str, Any])
    error: Any = caught.value.body
    return caught.value.status_code, error["error"]["type"], error["error"]["message"]


@pytest.mark.parametrize("name", BROKEN)
async def test_a_broken_request_is_refused_and_free(name: str) -> None:
    changes, words = BROKEN[name]
    async with opened() as rig:
        status, kind, message = await raw(rig, request(**changes))
        line = await rig.line()

    assert (status, kind) == (400, "invalid_request_error")
    assert words in message
    assert (line.status, line.charged, line.nanos) == (400, False, 0)


async def test_a_whole_conversation_with_tools_is_accepted() -> None:
    turns = [ASKED, said("assistant", "I look", USE), said("user", RESULT, marked("go on"))]
    async with opened(Scripted([text("done")])) as rig:
        reply = await rig.ask(messages=turns, tools=[TOOL], system=[marked("be brief", "1h")])

    assert reply.stop_reason == "end_turn"


async def test_a_wrong_key_and_an_unknown_model_are_named() -> None:
    async with opened() as rig:
        unknown = await rig.refused(model="claude-9")
        rig.client.api_key = "another"
        wrong = await rig.refused()

    assert unknown == (404, "not_found_error", "model: claude-9")
    assert wrong == (401, "authentication_error", "invalid x-api-key")
    assert [line.charged for line in rig.loopback.ledger.lines] == [False, False]


async def test_a_prompt_beyond_the_window_is_refused_with_both_numbers() -> None:
    async with opened(served={MODEL: Served(window=100)}) as rig:
        long = await rig.refused(messages=[said("user", "x" * 404)])

    assert long == (400, "invalid_request_error", "prompt is too long: 101 tokens > 100 maximum")


async def test_a_reply_ends_where_the_window_does() -> None:
    async with opened(Scripted([text("x" * 400)]), served={MODEL: Served(window=100)}) as rig:
        reply = await rig.ask(messages=[said("user", "x" * 360)])

    assert (reply.stop_reason, reply.usage.output_tokens) == ("model_context_window_exceeded", 10)


async def test_a_body_of_more_than_32_mb_is_too_large() -> None:
    async with opened() as rig:
        refused = await rig.refused(messages=[said("user", "x" * (33 * 1024 * 1024))])

    assert refused[:2] == (413, "request_too_large")


async def test_the_key_is_not_a_real_one() -> None:
    assert "loopback" in KEY
