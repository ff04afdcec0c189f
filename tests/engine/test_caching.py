"""Prompt caching of a long diagnosis, booked by the documented rules."""

import json
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from saddle_engine.agents.clearing import CLEARED
from saddle_engine.agents.diagnosis import diagnose
from saddle_engine.events import ModelReplied
from saddle_engine.testing import MemoryJournal, ScriptedModel, uses
from saddle_engine.types.model import Request
from saddle_engine.types.wire import Door
from tests.engine.anthropic_rig import NAME, opened
from tests.engine.desks import PROPOSAL, brief, desk, exchange, stage_harness, trace
from tests.loopback.blocks import parts
from tests.loopback.brain import Reply, Scripted
from tests.loopback.cache import PromptCache
from tests.loopback.prices import Billed

STEPS = 25
PAGES = 30
SECONDS_A_STEP = 40.0
PACES = {
    "one call a step, then more": [1] * 12 + [3] * 12,
    "two calls a step": [2] * 24,
    "a burst of calls that no lookback spans": [1, 1, 12, 1, 2, 1, 12, *[1] * 17],
    "a burst just before the clearing": [1] * 10 + [24, 1, 2, 1, 2, 1, 2, 1, 2, 1, 1, 1, 1, 1],
}


def long_trace() -> Any:
    """A trace whose every page is as long as a result may be."""
    noise = "".join(f"line {n} of a long log\n" for n in range(160))
    steps = [
        exchange(n, Door.EXEC, n, {"command": f"make {n}"}, {"exit_code": 1, "stdout": noise})
        for n in range(1, PAGES + 4)
    ]
    return replace(trace(), exchanges=steps)


def script(pace: Sequence[int]) -> list[list[dict[str, Any]]]:
    """What a model says that reads so many pages in each step, and then proposes."""
    said, page = [], 0
    for calls in pace:
        pages = [(page + n) % PAGES for n in range(calls)]
        said.append([uses("read_trace", rollout="r1", first_step=first) for first in pages])
        page += calls
    return [*said, [uses("propose_patch", **PROPOSAL)]]


def numbered(said: list[list[dict[str, Any]]]) -> Iterator[list[dict[str, Any]]]:
    """The same with an id of its own for each call."""
    for step, blocks in enumerate(said):
        yield [{**block, "id": f"toolu_{step}_{n}"} for n, block in enumerate(blocks)]


async def requests(folder: Path, pace: Sequence[int]) -> list[Request]:
    """The requests of a diagnosis at a pace."""
    stage_harness(folder)
    model = ScriptedModel(*script(pace))
    await diagnose(desk(model, folder, MemoryJournal()), brief(None, long_trace()))
    return model.requests


def clearings(sent: Sequence[Request]) -> int:
    """How often a request has more cleared results than the one before."""
    counts = [json.dumps(request["messages"]).count(CLEARED) for request in sent]
    return sum(now > before for before, now in pairwise(counts))


def going_in(billed: Billed) -> int:
    """All input tokens of a request."""
    return billed.input + billed.cache_read + billed.cache_write_5m


def bills(sent: Sequence[Request], shortest: int) -> list[Billed]:
    """What the requests are billed for, one every `SECONDS_A_STEP`."""
    now, billed = [0.0], []
    cache = PromptCache(lambda: now[0])
    for request in sent:
        plan = cache.plan(parts(dict(request)), shortest)
        cache.begin(plan)
        billed.append(plan.billed)
        now[0] += SECONDS_A_STEP
    return billed


@pytest.mark.parametrize("shortest", [1_024, 4_096])
@pytest.mark.parametrize("pace", PACES.values(), ids=PACES)
async def test_a_long_diagnosis_reads_most_of_its_input_from_the_cache(
    tmp_path: Path, pace: list[int], shortest: int
) -> None:
    sent = await requests(tmp_path, pace)

    later = bills(sent, shortest)[1:]

    assert (len(sent), clearings(sent)) == (STEPS, 1)
    assert sum(one.cache_read for one in later) >= 0.85 * sum(map(going_in, later))


@pytest.mark.parametrize("pace", PACES.values(), ids=PACES)
async def test_only_what_is_new_is_paid_in_full_but_for_a_clearing(
    tmp_path: Path, pace: list[int]
) -> None:
    sent = await requests(tmp_path, pace)

    billed = bills(sent, 1_024)

    for number in range(1, STEPS):
        assert billed[number].input == 0
        if clearings(sent[number - 1 : number + 1]) == 0:
            assert billed[number].cache_read == going_in(billed[number - 1])
        else:
            assert billed[number].cache_read >= going_in(billed[0])


@pytest.mark.parametrize("pace", PACES.values(), ids=PACES)
async def test_a_server_that_speaks_the_api_agrees(tmp_path: Path, pace: list[int]) -> None:
    stage_harness(tmp_path)
    said = [Reply(blocks, "tool_use") for blocks in numbered(script(pace))]
    journal = MemoryJournal()

    async with opened(Scripted(said)) as rig:
        place = replace(desk(rig.model, tmp_path, journal), model_id=NAME)
        diagnosed = await diagnose(place, brief(None, long_trace()))
        await rig.loopback.settled()

    first, *later = [
        record.event.usage for record in journal.read() if isinstance(record.event, ModelReplied)
    ]
    billed = rig.loopback.ledger.billed
    assert diagnosed.patched
    assert len(later) == STEPS - 1
    read = sum(usage.cache_read_tokens for usage in later)
    assert read >= 0.85 * sum(usage.going_in for usage in later)
    assert (read + first.cache_read_tokens, first.cache_read_tokens) == (billed.cache_read, 0)


async def test_the_next_diagnosis_reads_tools_and_prompt_of_the_last_one(tmp_path: Path) -> None:
    first = await requests(tmp_path / "first", [1])
    second = await requests(tmp_path / "second", [1])
    other = {**second[0], "messages": [{"role": "user", "content": "another opening"}]}

    *_, usage = bills([first[0], other], 1_024)

    assert usage.cache_read > 0.95 * going_in(usage)
