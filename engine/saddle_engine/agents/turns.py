"""Model turns of a trace: what is new in each request, and what the model answered."""

import json
from collections.abc import Iterator
from typing import Any

from saddle_engine.agents.text import tagged
from saddle_engine.types.wire import Exchange

Block = dict[str, Any]


class Turns:
    """Renders a harness's model calls in order, showing each message once; one memory a lane."""

    def __init__(self, limit: int) -> None:
        self._limit = limit
        self._seen: dict[str, dict[str, Any]] = {}
        self._names: dict[str, str] = {}

    def lines(self, exchange: Exchange) -> Iterator[str]:
        """The lines of one call."""
        before = self._seen.get(exchange.lane, {})
        request = exchange.request
        yield from self._set_up(before, request)
        yield from self._shown(before.get("messages") or [], _messages(request))
        yield from self._answered(exchange)
        self._seen[exchange.lane] = {**request, "messages": _messages(request)}

    def _set_up(self, before: dict[str, Any], request: dict[str, Any]) -> Iterator[str]:
        if request.get("system") != before.get("system"):
            yield from self._tag("system", _plain(request.get("system")))
        if request.get("tools") != before.get("tools"):
            for tool in _blocks(request.get("tools")):
                schema = json.dumps(tool.get("input_schema"), separators=(",", ":"))
                yield from self._tag(
                    "tools", f"{tool.get('name')}: {tool.get('description')} {schema}"
                )

    def _shown(self, before: list[Block], now: list[Block]) -> Iterator[str]:
        if before == now[: len(before)]:
            new = now[len(before) :]
        else:
            yield "user| (history rewritten)"
            new = now[-1:]
        for message in new:
            if message.get("role") != "assistant":
                yield from self._user(message.get("content"))

    def _user(self, content: object) -> Iterator[str]:
        if isinstance(content, str):
            yield from self._tag("user", content)
        for block in _blocks(content):
            match block:
                case {"type": "tool_result"}:
                    name = self._names.get(str(block.get("tool_use_id")), "?")
                    error = " error" if block.get("is_error") else ""
                    yield from self._tag(
                        "result", f"({name}{error}) {_plain(block.get('content'))}"
                    )
                case {"type": "text", "text": str(text)}:
                    yield from self._tag("user", text)
                case _:
                    yield from self._tag("user", f"({block.get('type')})")

    def _answered(self, exchange: Exchange) -> Iterator[str]:
        reply = exchange.reply
        if exchange.status != 200:
            yield from self._tag("model", f"status={exchange.status} {json.dumps(reply)}")
            return
        for block in _blocks(reply.get("content")):
            match block:
                case {"type": "text", "text": str(text)}:
                    yield from self._tag("model", text)
                case {"type": "tool_use"}:
                    self._names[str(block.get("id"))] = str(block.get("name"))
                    arguments = json.dumps(
                        block.get("input"), ensure_ascii=False, separators=(",", ":")
                    )
                    yield from self._tag("call", f"{block.get('name')} {arguments}")
                case _:
                    pass
        if (reason := reply.get("stop_reason")) not in ("end_turn", "tool_use", None):
            yield from self._tag("stop", str(reason))

    def _tag(self, tag: str, text: str) -> list[str]:
        return tagged(tag, text.removesuffix("\n"), self._limit)


def _messages(request: dict[str, Any]) -> list[Block]:
    """The messages without cache marks, which move from call to call."""
    return [
        {**message, "content": [_unmarked(block) for block in message["content"]]}
        if isinstance(message.get("content"), list)
        else message
        for message in _blocks(request.get("messages"))
    ]


def _unmarked(block: object) -> object:
    if not isinstance(block, dict):
        return block
    return {name: value for name, value in block.items() if name != "cache_control"}


def _blocks(content: object) -> list[Block]:
    return [one for one in content if isinstance(one, dict)] if isinstance(content, list) else []


def _plain(content: object) -> str:
    """The text of a string or of text blocks."""
    if isinstance(content, str):
        return content
    return "\n".join(str(block.get("text", f"({block.get('type')})")) for block in _blocks(content))
