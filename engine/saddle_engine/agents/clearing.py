"""Room in a conversation that has grown long: by rule, the oldest tool results make way."""

import json
from collections.abc import Collection, Iterator, Sequence
from typing import Any

Message = dict[str, Any]

CONTEXT_CHARS = 400_000
"""A conversation longer than this is cleared; in tokens about a third, well inside a window of 200,000."""
TARGET_CHARS = CONTEXT_CHARS // 3
"""Down to this at once: whatever comes after the first cleared result is paid in full again, so it must be rare."""
NEWEST_KEPT = 5
"""The newest results stay: what the agent is just working with."""
CLEARED = "[cleared to save room; call the tool again if you need it]"


def clear(messages: list[Message], kept: Collection[str], target_chars: int) -> int | None:
    """Clear the oldest results until the target is met or nothing more may be cleared.

    Results of the tools in `kept`, the newest `NEWEST_KEPT`, and all of the newest message, which the model
    has not read yet, stay. Depends on nothing but the conversation, so that a resumed session does the same.

    Returns:
        The index of the last message that was changed; None when none was.
    """
    excess, last = size_chars(messages) - target_chars, None
    for index, position in _clearable(messages, kept):
        if excess <= 0:
            break
        content = list(messages[index]["content"])
        excess -= size_chars(content[position]["content"]) - size_chars(CLEARED)
        content[position] = {**content[position], "content": CLEARED}
        messages[index] = {**messages[index], "content": content}
        last = index
    return last


def size_chars(value: object) -> int:
    """Its length as JSON."""
    return len(json.dumps(value))


def _clearable(messages: Sequence[Message], kept: Collection[str]) -> list[tuple[int, int]]:
    """Message and block of each result that may go, the oldest first."""
    names = {block["id"]: block["name"] for _, _, block in _blocks(messages, "tool_use")}
    results = list(_blocks(messages, "tool_result"))[:-NEWEST_KEPT]
    return [
        (index, position)
        for index, position, block in results
        if index < len(messages) - 1
        and names.get(block["tool_use_id"]) not in kept
        and size_chars(block["content"]) > size_chars(CLEARED)
    ]


def _blocks(messages: Sequence[Message], kind: str) -> Iterator[tuple[int, int, dict[str, Any]]]:
    for index, message in enumerate(messages):
        for position, block in enumerate(message["content"]):
            if block["type"] == kind:
                yield index, position, block
