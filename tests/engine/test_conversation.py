"""Clearing: what goes, what stays, and that a conversation without need is left alone."""

from typing import Any

from saddle_engine.agents.clearing import (
    CLEARED,
    CONTEXT_CHARS,
    NEWEST_KEPT,
    TARGET_CHARS,
    Message,
    clear,
    size_chars,
)
from saddle_engine.agents.conversation import Conversation

KEPT = {"check_patch"}
RESULT = "x" * 10_000


def call(number: int, name: str = "read_file") -> dict[str, Any]:
    return {"type": "tool_use", "id": f"t{number}", "name": name, "input": {}}


def result(number: int) -> dict[str, Any]:
    return {"type": "tool_result", "tool_use_id": f"t{number}", "content": RESULT}


def steps(conversation: Conversation, *numbers: int, name: str = "read_file") -> None:
    for number in numbers:
        conversation.said([call(number, name)])
        conversation.told(result(number))


def contents(conversation: Conversation) -> list[str]:
    messages = conversation.request("m", "p", [])["messages"]
    blocks = [block for message in messages for block in message["content"]]
    return [block["content"] for block in blocks if block["type"] == "tool_result"]


def marked(conversation: Conversation) -> list[int]:
    messages = conversation.request("m", "p", [])["messages"]
    return [n for n, one in enumerate(messages) if "cache_control" in one["content"][-1]]


def long_conversation() -> Conversation:
    conversation = Conversation("diagnosis", KEPT)
    steps(conversation, *range(CONTEXT_CHARS // len(RESULT) + 1))
    return conversation


def test_the_oldest_results_are_cleared_at_once_and_then_nothing_for_long() -> None:
    conversation = long_conversation()

    before = contents(conversation)
    steps(conversation, *range(1_000, 1_010))

    cleared = before.count(CLEARED)
    assert before == [CLEARED] * cleared + [RESULT] * (len(before) - cleared)
    assert TARGET_CHARS * 0.9 < size_chars(before) <= TARGET_CHARS
    assert contents(conversation) == [*before, *[RESULT] * 10]


def test_a_short_conversation_is_left_alone() -> None:
    conversation = Conversation("diagnosis", KEPT)
    steps(conversation, *range(30))

    assert contents(conversation) == [RESULT] * 30


def test_what_was_checked_is_remembered() -> None:
    conversation = Conversation("diagnosis", KEPT)
    steps(conversation, 0, name="check_patch")
    steps(conversation, *range(1, 50))

    assert contents(conversation)[:2] == [RESULT, CLEARED]


def test_the_newest_results_stay_however_little_room_there_is() -> None:
    conversation = long_conversation()

    while conversation.halve():
        pass

    assert [one for one in contents(conversation) if one != CLEARED] == [RESULT] * NEWEST_KEPT


def test_what_the_agent_has_not_read_yet_stays() -> None:
    conversation = Conversation("diagnosis", KEPT)
    conversation.said([call(n) for n in range(50)])
    conversation.told(*map(result, range(50)))

    assert contents(conversation) == [RESULT] * 50


def test_clearing_leaves_earlier_requests_as_they_were() -> None:
    messages: list[Message] = [{"role": "assistant", "content": [call(n)]} for n in range(9)]
    messages += [{"role": "user", "content": [result(n)]} for n in range(9)]
    earlier = list(messages)

    last = clear(messages, KEPT, 0)

    assert last == 9 + 9 - NEWEST_KEPT - 1
    assert [one["content"][0].get("content") for one in earlier[9:]] == [RESULT] * 9


def test_breakpoints_are_where_the_last_request_ended_and_where_this_one_ends() -> None:
    conversation = Conversation("diagnosis", KEPT)

    assert marked(conversation) == [0]
    steps(conversation, 1)
    assert marked(conversation) == [0, 2]
    steps(conversation, 2)
    assert marked(conversation) == [0, 2, 4]
    steps(conversation, 3)
    assert marked(conversation) == [0, 4, 6]


def test_a_clearing_can_be_found_from_both_its_ends() -> None:
    conversation = long_conversation()

    opening, settled, newest = marked(conversation)
    steps(conversation, 1_000)

    assert opening == 0
    assert contents(conversation).count(CLEARED) == settled // 2
    assert marked(conversation) == [settled, newest + 2]
