"""The model of a run is the one that was configured, and nothing is asked of it whose price is not known."""

from typing import Any

import pytest

from saddle_engine.adapters.mediator.asking import Refused
from saddle_engine.adapters.mediator.messages import Allowed, Messages
from tests.engine.mediator_rig import MODEL, body, opened

SOURCE = {"type": "base64", "media_type": "image/png", "data": "aGk="}
SCHEMA = {"type": "object"}


def tool(kind: str | None) -> dict[str, Any]:
    return {"tools": [{"name": "t", "input_schema": SCHEMA} | ({"type": kind} if kind else {})]}


def said(*blocks: dict[str, Any]) -> dict[str, Any]:
    return {"messages": [{"role": "user", "content": [*blocks]}]}


def inside(block: dict[str, Any]) -> dict[str, Any]:
    return said({"type": "tool_result", "tool_use_id": "t", "content": [block]})


REFUSED: dict[str, tuple[dict[str, Any], str]] = {
    "another model": ({"model": "claude-other"}, "claude-other"),
    "an effort": ({"output_config": {"effort": "max"}}, "effort"),
    "a server": ({"mcp_servers": [{"type": "url", "url": "http://x"}]}, "mcp_servers"),
    "a container": ({"container": "c"}, "container"),
    "a place": ({"inference_geo": "us"}, "inference_geo"),
    "a tier": ({"service_tier": "auto"}, "service_tier"),
    "speed": ({"speed": "fast"}, "speed"),
    "another model to fall back to": ({"fallbacks": [{"model": "x"}]}, "fallbacks"),
    "a batch": ({"requests": []}, "requests"),
    "betas in the body": ({"betas": ["x"]}, "betas"),
    "many replies": ({"n": 2}, "n: "),
    "search": (tool("web_search_20260318"), "web_search_20260318"),
    "fetching": (tool("web_fetch_20260318"), "web_fetch_20260318"),
    "running code": (tool("code_execution_20260521"), "code_execution_20260521"),
    "tools of a server": (tool("mcp_toolset"), "mcp_toolset"),
    "search of tools": (tool("tool_search_tool_bm25_20251119"), "tool_search"),
    "a tool nobody knows": (tool("brain_surgery_1"), "brain_surgery_1"),
    "summing up": (
        {"context_management": {"edits": [{"type": "compact_20260112"}]}}, "compact_20260112",
    ),
    "a picture by address": (
        said({"type": "image", "source": {"type": "url", "url": "http://x"}}), "'url'",
    ),
    "a file by name": (said({"type": "document", "source": {"type": "file", "file_id": "f"}}), "'file'"),
    "a PDF": (said({"type": "document", "source": {**SOURCE, "media_type": "application/pdf"}}), "PDF"),
    "a picture in a result": (
        inside({"type": "image", "source": {"type": "url", "url": "http://x"}}), "'url'",
    ),
    "a file for a container": (said({"type": "container_upload", "file_id": "f"}), "container"),
}  # fmt: skip

ALLOWED: dict[str, dict[str, Any]] = {
    "its own tool": tool(None),
    "a custom tool": tool("custom"),
    "a shell": tool("bash_20250124"),
    "an editor": tool("text_editor_20250728"),
    "a memory": tool("memory_20250818"),
    "a screen": tool("computer_20251124"),
    "a picture": said({"type": "image", "source": SOURCE}),
    "a text": said({"type": "document", "source": {"type": "text", "data": "hi"}}),
    "clearing": {"context_management": {"edits": [{"type": "clear_tool_uses_20250919"}]}},
    "thinking": {"thinking": {"type": "adaptive"}, "output_config": {"format": {}}},
    "the usual": {"service_tier": "standard_only", "speed": "standard", "temperature": 1.0},
    "a choice": {"tool_choice": {"type": "auto"}, "stop_sequences": ["x"], "metadata": {}},
}


@pytest.mark.parametrize("name", REFUSED)
@pytest.mark.parametrize("route", ["messages", "messages/count_tokens"])
async def test_what_was_not_configured_is_refused_before_anything_is_paid(
    name: str, route: str
) -> None:
    changes, words = REFUSED[name]
    async with opened() as rig:
        status, answer = await rig.post(route, {**body(), **changes})

        assert status == 400
        assert words in answer["message"]
        assert not rig.model.requests
        assert not rig.recorded


@pytest.mark.parametrize("name", ALLOWED)
async def test_what_a_harness_may_say_reaches_the_model_as_it_is(name: str) -> None:
    sent = {**body(), **ALLOWED[name]}
    async with opened() as rig:
        status, _ = await rig.post("messages", sent)

        assert status == 200
        assert rig.model.requests == [sent]


def test_the_configured_effort_may_be_said_and_no_other() -> None:
    allowed = Allowed(MODEL, "low")

    allowed.check(body(output_config={"effort": "low"}), Messages)
    with pytest.raises(Refused, match="expected 'low'"):
        allowed.check(body(output_config={"effort": "high"}), Messages)


async def test_what_is_new_in_the_api_is_asked_for_in_the_same_words() -> None:
    heads = [("anthropic-beta", "one-2026-01-01, two-2026-01-02"), ("anthropic-beta", "three")]
    async with (
        opened() as rig,
        rig.http.post("http://saddle/v1/messages", json=body(), headers=heads) as got,
    ):
        assert got.status == 200
        assert rig.model.requests[0]["betas"] == ["one-2026-01-01", "two-2026-01-02", "three"]
        assert "betas" not in rig.recorded[0].request


async def test_a_header_that_would_break_another_is_refused() -> None:
    for value in ("a b", "x" * 200, "a,,b", ",".join("x" * 30)):
        async with (
            opened() as rig,
            rig.http.post(
                "http://saddle/v1/messages", json=body(), headers={"anthropic-beta": value}
            ) as got,
        ):
            assert got.status == 400
            assert not rig.model.requests
