"""The rules of a conversation: who speaks, with what, and that each tool call gets its result.

The API joins neighbouring turns of one role; we refuse them, as ours alternate.
"""

from collections import Counter
from itertools import pairwise
from typing import Any

from tests.loopback.blocks import content_of
from tests.loopback.refusals import invalid
from tests.loopback.tokens import Block

KINDS = frozenset(
    {"text", "image", "document", "tool_use", "tool_result", "thinking", "redacted_thinking"}
)


def check_messages(messages: object) -> None:
    """Whether the conversation keeps the rules.

    Raises:
        Refusal: 400, at the first that it breaks.
    """
    if not isinstance(messages, list):
        raise invalid("messages: Field required")
    if not messages:
        raise invalid("messages: at least one message is required")
    for at, message in enumerate(messages):
        _check_message(at, message)
    _check_turns([message["role"] for message in messages])
    _check_calls(messages)


def _check_turns(roles: list[str]) -> None:
    if roles[0] != "user":
        raise invalid('messages: first message must use the "user" role')
    for before, after in pairwise(roles):
        if before == after:
            raise invalid(
                'messages: roles must alternate between "user" and "assistant", but found multiple '
                f'"{after}" roles in a row'
            )
    if roles[-1] != "user":
        raise invalid(
            "This model does not support assistant message prefill. "
            "The conversation must end with a user message."
        )


def _check_message(at: int, message: dict[str, Any]) -> None:
    if message.get("role") not in ("user", "assistant"):
        raise invalid(f"messages.{at}.role: Input should be 'user' or 'assistant'")
    if not isinstance(message.get("content"), str | list):
        raise invalid(f"messages.{at}.content: Field required")
    if not message["content"]:
        raise invalid(
            f"messages.{at}: all messages must have non-empty content "
            "except for the optional final assistant message"
        )
    for number, block in enumerate(content_of(message)):
        _check_block(f"messages.{at}.content.{number}", block)


def _check_block(place: str, block: Block) -> None:
    kind = block.get("type")
    if kind not in KINDS:
        raise invalid(
            f"{place}: Input tag '{kind}' found using 'type' does not match any of the expected tags"
        )
    if kind == "text":
        _check_text(place, block)
    if kind == "tool_use" and not isinstance(block.get("input"), dict):
        raise invalid(f"{place}.tool_use.input: Input should be a valid dictionary")
    if kind == "tool_result" and isinstance(block.get("content"), list):
        for number, inner in enumerate(block["content"]):
            _check_block(f"{place}.tool_result.content.{number}", inner)


def _check_text(place: str, block: Block) -> None:
    said = block.get("text")
    if not isinstance(said, str):
        raise invalid(f"{place}.text.text: Field required")
    if not said and block.get("cache_control"):
        raise invalid(f"{place}.text: cache_control cannot be set for empty text blocks")
    if not said:
        raise invalid("messages: text content blocks must be non-empty")
    if not said.strip():
        raise invalid("messages: text content blocks must contain non-whitespace text")


def _check_calls(messages: list[dict[str, Any]]) -> None:
    called: Counter[str] = Counter()
    open_calls: list[str] = []
    for at, message in enumerate(messages):
        blocks = content_of(message)
        results = [
            str(block.get("tool_use_id")) for block in blocks if block["type"] == "tool_result"
        ]
        _check_results(at, open_calls, blocks, results)
        open_calls = [str(block.get("id")) for block in blocks if block["type"] == "tool_use"]
        called.update(open_calls)
    if any(times > 1 for times in called.values()):
        raise invalid("messages: `tool_use` ids must be unique")


def _check_results(at: int, calls: list[str], blocks: list[Block], results: list[str]) -> None:
    """Every call of the turn before, and nothing else, has its one result at the very start."""
    for one in results:
        if one not in calls:
            raise invalid(
                f"messages.{at}.content.0: unexpected `tool_use_id` found in `tool_result` blocks: {one}. "
                "Each `tool_result` block must have a corresponding `tool_use` block in the previous message."
            )
        if results.count(one) > 1:
            raise invalid(
                f"messages.{at}.content: each tool_use must have a single result. "
                f"Found multiple `tool_result` blocks with id: {one}"
            )
    first = [block.get("tool_use_id") for block in blocks[: len(results)]]
    missing = [one for one in calls if one not in first]
    if missing:
        raise invalid(
            f"messages.{at - 1}: `tool_use` ids were found without `tool_result` blocks immediately "
            f"after: {', '.join(missing)}. Each `tool_use` block must have a corresponding "
            "`tool_result` block in the next message."
        )
