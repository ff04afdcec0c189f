"""The ledger charges what was written, and nothing for what was refused."""

import asyncio
import json
import os
import re
import sys
from pathlib import Path

import anthropic

from tests.loopback.brain import Scripted, text
from tests.loopback.ledger import read_ledger
from tests.loopback.prices import Prices, Served
from tests.loopback.rig import MODEL, marked, opened, request, said

ROOT = Path(__file__).parents[2]


async def test_a_reply_costs_its_tokens_at_the_given_prices() -> None:
    prices = Prices(
        input=3_000, output=15_000, cache_write_5m=3_750, cache_write_1h=6_000, cache_read=300
    )
    served = {MODEL: Served(prices)}
    body = {
        "system": [marked("s" * 8_000, "1h"), marked("t" * 4_000)],
        "messages": [said("user", "u" * 40)],
    }
    async with opened(Scripted([text("v" * 80)]), served=served) as rig:
        await rig.ask(**body)
        await rig.ask(**body)

    first, second = rig.loopback.ledger.lines
    assert first.nanos == 2_000 * 6_000 + 1_000 * 3_750 + 10 * 3_000 + 20 * 15_000
    assert second.nanos == 3_000 * 300 + 10 * 3_000 + 20 * 15_000
    assert rig.loopback.ledger.nanos == first.nanos + second.nanos
    assert rig.loopback.ledger.billed.output == 40


async def test_the_line_is_written_before_the_client_hears_the_end(tmp_path: Path) -> None:
    path = tmp_path / "ledger.jsonl"
    async with opened() as rig:
        rig.loopback.ledger.path = path
        await rig.ask()
        lines = read_ledger(path).lines

    assert lines == rig.loopback.ledger.lines
    assert [line.number for line in lines] == [1]


async def test_a_client_that_leaves_pays_for_what_was_written() -> None:
    async with opened(Scripted([text("word " * 1_000)]), pace_s=0.005) as rig:
        async with rig.client.messages.stream(**request()) as stream:
            async for event in stream:
                if event.type == "content_block_delta":
                    break
        line = await rig.line()

    assert line.charged
    assert 1 <= line.billed.output < 1_000


async def test_32_requests_at_once_are_numbered_and_booked_once_each() -> None:
    async with opened() as rig, asyncio.TaskGroup() as group:
        for _ in range(32):
            group.create_task(rig.ask())

    assert sorted(line.number for line in rig.loopback.ledger.lines) == list(range(1, 33))


async def test_the_server_runs_as_a_process(tmp_path: Path) -> None:
    replies, ledger = tmp_path / "replies.json", tmp_path / "ledger.jsonl"
    replies.write_text(json.dumps([{"content": [{"type": "text", "text": "from afar"}]}]))
    flags = [
        "--brain",
        str(replies),
        "--ledger",
        str(ledger),
        "--fault",
        "2=overloaded",
        "--key",
        "k",
    ]
    command = [
        sys.executable,
        "-m",
        "tests.loopback",
        "--port",
        "0",
        "--model",
        "mine=1,2,500",
        *flags,
    ]
    server = await asyncio.create_subprocess_exec(
        *command, cwd=ROOT, env=dict(os.environ), stdout=-1
    )
    try:
        assert server.stdout is not None
        url = (await server.stdout.readline()).decode().strip()
        assert re.fullmatch(r"http://127\.0\.0\.1:\d+", url)
        async with anthropic.AsyncAnthropic(base_url=url, api_key="k", max_retries=0) as client:
            reply = await client.messages.create(**request(model="mine"))
            statuses = []
            try:
                await client.messages.create(**request(model="mine"))
            except anthropic.APIStatusError as error:
                statuses.append(error.status_code)
    finally:
        server.terminate()
        await server.wait()

    assert reply.content[0].to_dict() == {"type": "text", "text": "from afar"}
    assert statuses == [529]
    assert [(line.status, line.charged) for line in read_ledger(ledger).lines] == [
        (200, True),
        (529, False),
    ]
