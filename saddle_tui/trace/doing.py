"""What one exchange of a rollout means, apart from ids that differ in any two recordings."""

from collections.abc import Hashable
from typing import Any

from saddle_engine.coupling.masks import same
from saddle_engine.events import RequestAnswered
from saddle_engine.types.wire import Door
from saddle_tui.trace.blocks import canonical, compact
from saddle_tui.trace.texts import Texts

GOOD = 200
PASSING = frozenset({"id", "tool_use_id", "cache_control"})
"""Fields of a block that say nothing."""


def did(event: RequestAnswered, texts: Texts) -> Hashable:
    """The acts: tool calls with their arguments, requests to the environment, the finish.

    The words of a reply are an act only where it has no call. None for what does nothing.
    """
    if event.door in {Door.TASK, Door.COUNT}:
        return None
    if event.door is not Door.MODEL:
        return event.door, event.key
    if event.status != GOOD:
        return "refused", event.status
    calls = tuple(
        (str(block.get("name")), canonical(block.get("input")))
        for block in _blocks(texts.value(event.reply))
        if block.get("type") == "tool_use"
    )
    return calls or said(event, texts)


def said(event: RequestAnswered, texts: Texts) -> Hashable:
    """The words of the model."""
    blocks = _blocks(texts.value(event.reply))
    return tuple(compact(_bare(block)) for block in blocks if block.get("type") != "tool_use")


def told(event: RequestAnswered, texts: Texts) -> Hashable:
    """What the harness tells the model in a request, beyond what it has told before."""
    new = texts.request(event.request).get("new")
    return canonical(_bare(new))


def came(one: RequestAnswered, other: RequestAnswered, texts: Texts) -> bool:
    """Whether the environment answered both the same, times and durations aside."""
    if one.reply == other.reply:
        return one.status == other.status
    return one.status == other.status and same(texts.value(one.reply), texts.value(other.reply))


def _blocks(reply: Any) -> list[dict[str, Any]]:
    content = reply.get("content") if isinstance(reply, dict) else reply
    if isinstance(content, str):
        return [{"type": "text", "text": content}]
    if not isinstance(content, list):
        return [{"type": "unknown", "text": compact(content)}]
    return [block for block in content if isinstance(block, dict)]


def _bare(value: Any) -> Any:
    match value:
        case dict():
            return {key: _bare(inner) for key, inner in value.items() if key not in PASSING}
        case list():
            return [_bare(inner) for inner in value]
        case _:
            return value
