"""The prompt cache keeps the documented rules, seen through the usage of replies."""

from dataclasses import dataclass, replace
from typing import Any

import pytest

from tests.loopback.brain import Scripted, text
from tests.loopback.prices import Served
from tests.loopback.rig import MODEL, TOOL, Rig, marked, opened, said
from tests.loopback.tokens import block_tokens

LONG = "a rule that never changes. " * 200
"""1,350 tokens."""
SIZE = 1_350
TURN = "word " * 400
"""500 tokens."""


@dataclass
class Hand:
    """A clock that is moved by hand."""

    now: float = 0.0

    def __call__(self) -> float:
        return self.now


async def counts(rig: Rig, **body: Any) -> tuple[int, int, int]:
    """Tokens read from the cache, written to it, and neither."""
    usage = (await rig.ask(**body)).usage
    assert usage.cache_creation_input_tokens is not None
    assert usage.cache_read_input_tokens is not None
    return usage.cache_read_input_tokens, usage.cache_creation_input_tokens, usage.input_tokens


async def test_a_prefix_is_written_once_and_then_read() -> None:
    body = {"system": [marked(LONG)]}
    async with opened() as rig:
        first, second = await counts(rig, **body), await counts(rig, **body)

    assert first == (0, SIZE, 1)
    assert second == (SIZE, 0, 1)


async def test_without_a_mark_nothing_is_cached() -> None:
    async with opened() as rig:
        first, second = await counts(rig, system=LONG), await counts(rig, system=LONG)

    assert first == second == (0, 0, SIZE + 1)


async def test_a_mark_reads_what_an_earlier_one_wrote() -> None:
    turns = [said("user", marked(LONG))]
    async with opened() as rig:
        written = await counts(rig, messages=turns)
        turns = [said("user", LONG), said("assistant", "ok"), said("user", marked(TURN))]
        grown = await counts(rig, messages=turns)

    assert written == (0, SIZE, 0)
    assert grown == (SIZE, 501, 0)


@pytest.mark.parametrize(("between", "read"), [(18, SIZE), (19, 0)])
async def test_a_mark_looks_back_twenty_blocks_with_its_own(between: int, read: int) -> None:
    filler = [f"filler {n}" for n in range(between)]
    async with opened() as rig:
        await counts(rig, messages=[said("user", marked(LONG))])
        looked = await counts(rig, messages=[said("user", LONG, *filler, marked("end"))])

    assert looked[0] == read


async def test_a_second_mark_bridges_a_long_way() -> None:
    filler = [f"filler {n}" for n in range(30)]
    async with opened() as rig:
        await counts(rig, system=[marked(LONG)])
        looked = await counts(
            rig, system=[marked(LONG)], messages=[said("user", *filler, marked("end"))]
        )

    assert looked[0] == SIZE


@pytest.mark.parametrize(
    "change",
    [
        {"tools": [{**TOOL, "description": "Another."}]},
        {"tools": []},
        {"system": [marked(LONG + "!")]},
        {"model": "claude-opus-4-8"},
    ],
)
async def test_any_change_before_the_mark_is_a_miss(change: dict[str, Any]) -> None:
    body = {"tools": [TOOL], "system": [marked(LONG)]}
    async with opened() as rig:
        await counts(rig, **body)
        missed = await counts(rig, **{**body, **change})

    assert missed[0] == 0
    assert missed[1] >= SIZE


async def test_a_cleared_tool_result_is_a_miss_from_there_on() -> None:
    use = {"type": "tool_use", "id": "toolu_1", "name": "bash", "input": {}}
    result = {"type": "tool_result", "tool_use_id": "toolu_1", "content": TURN}
    system = [marked(LONG)]
    cleared = {**result, "content": "(cleared)"}
    async with opened() as rig:
        seen = []
        for shown in (result, cleared):
            turns = [said("user", "go"), said("assistant", use), said("user", shown, marked("on"))]
            seen.append(await counts(rig, system=system, messages=turns, tools=[TOOL]))

    assert seen[0][1] > SIZE + 500
    assert seen[1][0] == SIZE + block_tokens(TOOL)
    assert seen[1][1] < 100


async def test_changed_thinking_keeps_the_system_and_loses_the_messages() -> None:
    body = {"system": [marked(LONG)], "messages": [said("user", marked(TURN))], "max_tokens": 4_000}
    async with opened() as rig:
        await counts(rig, **body)
        changed = await counts(rig, **body, thinking={"type": "enabled", "budget_tokens": 2_000})

    assert changed == (SIZE, 500, 0)


async def test_a_short_prefix_is_not_cached() -> None:
    served = {MODEL: Served(min_cacheable=SIZE + 1)}
    async with opened(served=served) as rig:
        first = await counts(rig, system=[marked(LONG)])
        served[MODEL] = replace(served[MODEL], min_cacheable=SIZE)
        second = await counts(rig, system=[marked(LONG)])

    assert first == (0, 0, SIZE + 1)
    assert second == (0, SIZE, 1)


async def test_an_entry_lives_five_minutes_from_its_last_use() -> None:
    clock = Hand()
    async with opened(clock=clock) as rig:
        reads = []
        for minutes in (0, 4, 8, 14):
            clock.now = minutes * 60
            reads.append((await counts(rig, system=[marked(LONG)]))[0])

    assert reads == [0, SIZE, SIZE, 0]


async def test_an_hour_is_written_apart_and_lives_an_hour() -> None:
    clock = Hand()
    body = {"system": [marked(LONG, "1h")], "messages": [said("user", marked(TURN))]}
    async with opened(clock=clock) as rig:
        first = (await rig.ask(**body)).usage
        clock.now = 50 * 60
        later = await counts(rig, **body)

    assert first.cache_creation is not None
    assert first.cache_creation.ephemeral_1h_input_tokens == SIZE
    assert first.cache_creation.ephemeral_5m_input_tokens == 500
    assert later == (SIZE, 500, 0)


async def test_an_entry_can_be_read_only_once_its_reply_has_begun() -> None:
    rig_of: list[Rig] = []
    read: list[tuple[int, int, int]] = []

    async def meanwhile() -> None:
        read.append(await counts(rig_of[0], system=[marked(LONG)]))

    class Asking(Scripted):
        async def reply(self, request: dict[str, Any], number: int) -> Any:
            if number == 1:
                await meanwhile()
            return await super().reply(request, number)

    async with opened(Asking([text("x")])) as rig:
        rig_of.append(rig)
        first = await counts(rig, system=[marked(LONG)])

    assert first[:2] == read[0][:2] == (0, SIZE)


async def test_one_mark_for_the_whole_request_moves_along() -> None:
    async with opened() as rig:
        turns = [said("user", LONG)]
        first = await counts(rig, messages=turns, cache_control={"type": "ephemeral"})
        turns += [said("assistant", "ok"), said("user", TURN)]
        second = await counts(rig, messages=turns, cache_control={"type": "ephemeral"})

    assert first == (0, SIZE, 0)
    assert second == (SIZE, 501, 0)
