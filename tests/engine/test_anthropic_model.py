"""One try at a real client: a whole reply, or exactly what is known of what it cost."""

import asyncio
import logging
import traceback
from typing import Any

import pytest

from saddle_engine.adapters.anthropic import AnthropicModel
from saddle_engine.errors import TryRefused, TryUnknown
from saddle_engine.types.calls import ReplyOutcome, outcome_of
from saddle_engine.types.model import Usage
from tests.engine.anthropic_rig import opened
from tests.loopback.brain import Reply, Scripted, text
from tests.loopback.modes import Fault, Mode
from tests.loopback.rig import TOOL, marked, request

EVERYTHING = Reply(
    [
        {"type": "thinking", "thinking": "First I look, then I leap.", "signature": "c2ln"},
        {"type": "text", "text": "I look at the files — all of them."},
        {"type": "new_kind", "payload": {"deep": [1, None]}},
        {"type": "tool_use", "id": "toolu_1", "name": "bash", "input": {"command": "ls", "n": [1]}},
        {"type": "tool_use", "id": "toolu_2", "name": "bash", "input": {}},
    ],
    "tool_use",
)

REFUSED = {
    Mode.RATE_LIMITED: ("rate_limited", 429, 1.0),
    Mode.RATE_LIMITED_SILENT: ("rate_limited", 429, None),
    Mode.RATE_LIMITED_LONG: ("rate_limited", 429, 3600.0),
    Mode.OVERLOADED: ("overloaded", 529, None),
    Mode.SERVER_ERROR: ("server_error", 500, None),
    Mode.BAD_GATEWAY: ("server_error", 502, None),
    Mode.UNAVAILABLE: ("server_error", 503, None),
    Mode.GATEWAY_TIMEOUT: ("timeout", 504, None),
    Mode.REQUEST_TIMEOUT: ("timeout", 408, None),
    Mode.CONFLICT: ("conflict", 409, None),
    Mode.NO_CREDIT: ("no_credit", 400, None),
    Mode.BAD_KEY: ("not_allowed", 401, None),
    Mode.FORBIDDEN: ("not_allowed", 403, None),
    Mode.NO_SUCH_MODEL: ("no_such_model", 404, None),
}
FINAL = {Mode.NO_CREDIT, Mode.BAD_KEY, Mode.FORBIDDEN, Mode.NO_SUCH_MODEL}

UNKNOWN = {
    Mode.SLOW: "read_timeout",
    Mode.STALLED: "read_timeout",
    Mode.DROPPED: "cut_stream",
    Mode.CUT_IN_TEXT: "cut_stream",
    Mode.CUT_IN_TOOL: "cut_stream",
    Mode.SHORT_BODY: "cut_stream",
    Mode.NO_MESSAGE_STOP: "incomplete_stream",
    Mode.NO_STOP_REASON: "incomplete_stream",
    Mode.BROKEN_BODY: "incomplete_stream",
    Mode.ERROR_FIRST: "error_in_stream",
    Mode.ERROR_LATER: "error_in_stream",
    Mode.HTML: "not_the_api",
    Mode.NO_USAGE: "no_usage",
}

REPLIES = {
    Mode.INVALID_REQUEST: (400, ReplyOutcome.BAD_REQUEST),
    Mode.PROMPT_TOO_LONG: (400, ReplyOutcome.CONTEXT_OVERFLOW),
    Mode.TOO_LARGE: (413, ReplyOutcome.CONTEXT_OVERFLOW),
    Mode.EMPTY: (200, ReplyOutcome.EMPTY),
    Mode.REFUSAL: (200, ReplyOutcome.REFUSAL),
    Mode.MAX_TOKENS_IN_TOOL: (200, ReplyOutcome.MAX_TOKENS),
    Mode.INPUT_NOT_OBJECT: (200, ReplyOutcome.MALFORMED),
    Mode.UNKNOWN_TOOL: (200, ReplyOutcome.COMPLETE),
    Mode.PAUSE_TURN: (200, ReplyOutcome.PAUSE),
    Mode.WINDOW_EXCEEDED: (200, ReplyOutcome.CONTEXT_OVERFLOW),
}


def test_every_mode_of_the_server_has_a_named_outcome() -> None:
    assert {*REFUSED, *UNKNOWN, *REPLIES} == set(Mode)


async def test_a_reply_comes_with_every_block_and_field_unharmed() -> None:
    async with opened(Scripted([EVERYTHING])) as rig:
        reply = await rig.ask(tools=[TOOL])

    assert reply.body["content"] == EVERYTHING.content
    assert reply.body["stop_reason"] == "tool_use"
    assert reply.body["usage"]["service_tier"] == "standard"
    assert {"id", "model", "role", "type", "stop_sequence", "stop_details"} <= reply.body.keys()


async def test_usage_is_what_the_server_bills_cache_kept_for_an_hour_included() -> None:
    system = [marked("s" * 9_000, "1h"), marked("t" * 9_000)]
    async with opened() as rig:
        first = await rig.ask(system=system)
        second = await rig.ask(system=system)
        lines = rig.loopback.ledger.lines

    for reply, line in zip((first, second), lines, strict=True):
        billed = line.billed
        assert reply.usage == Usage(
            input_tokens=billed.input,
            output_tokens=billed.output,
            cache_read_tokens=billed.cache_read,
            cache_write_tokens=billed.cache_write_5m,
            cache_write_1h_tokens=billed.cache_write_1h,
        )
    assert first.usage.cache_write_1h_tokens
    assert first.usage.cache_write_tokens
    assert second.usage.cache_read_tokens


async def test_the_input_is_heard_at_once_and_words_as_they_come() -> None:
    async with opened(Scripted([EVERYTHING])) as rig:
        reply = await rig.ask(tools=[TOOL])

    assert [usage.input_tokens for usage in rig.ear.usages] == [reply.usage.input_tokens]
    assert rig.ear.words[-1].endswith('\nbash {"command":"ls","n":[1]}\nbash {}')
    assert "First I look, then I leap.\nI look at" in rig.ear.words[-1]
    assert len(rig.ear.words) > 5


async def test_what_is_heard_of_a_long_reply_stays_short() -> None:
    async with opened(Scripted([text("word " * 20_000)])) as rig:
        reply = await rig.ask(max_tokens=60_000)

    assert reply.body["content"][0]["text"] == "word " * 20_000
    assert max(map(len, rig.ear.words)) <= 4_000


@pytest.mark.parametrize("mode", REFUSED)
async def test_a_try_that_is_turned_away_costs_nothing(mode: Mode) -> None:
    kind, status, retry_after_s = REFUSED[mode]
    async with opened(fault=mode) as rig:
        with pytest.raises(TryRefused) as refused:
            await rig.ask()
        await rig.loopback.settled()

    assert (refused.value.kind, refused.value.status) == (kind, status)
    assert refused.value.retry_after_s == retry_after_s
    assert refused.value.final == (mode in FINAL)
    assert rig.loopback.ledger.nanos == 0
    assert rig.loopback.arrived == 1


@pytest.mark.parametrize("mode", UNKNOWN)
async def test_a_try_without_a_whole_reply_has_an_unknown_cost(mode: Mode) -> None:
    async with opened(fault=Fault(mode, 30), timeout_s=0.3) as rig:
        with pytest.raises(TryUnknown) as unknown:
            await rig.ask(tools=[TOOL])
        await rig.loopback.settled()

    assert unknown.value.kind == UNKNOWN[mode]
    assert rig.loopback.arrived == 1


@pytest.mark.parametrize("mode", REPLIES)
async def test_the_rest_is_a_reply_with_a_named_outcome(mode: Mode) -> None:
    async with opened(fault=mode) as rig:
        reply = await rig.ask(tools=[TOOL])

    assert (reply.status, outcome_of(reply.status, reply.body)) == REPLIES[mode]
    assert bool(reply.usage.total) == (reply.status == 200)


async def test_a_stream_that_goes_on_slowly_is_waited_for() -> None:
    async with opened(timeout_s=0.5, pace_s=0.1) as rig:
        reply = await rig.ask()

    assert reply.body["content"][0]["text"] == "hello there, this is a reply"


async def test_a_provider_that_is_not_there_costs_nothing_and_is_named() -> None:
    async with opened() as rig:
        gone = AnthropicModel(key="k", base_url="http://u:pw@127.0.0.1:9", effort=None, timeout_s=5)
        nowhere = AnthropicModel(
            key="k", base_url="http://no.such.host.invalid", effort=None, timeout_s=5
        )
        for model, where in ((gone, "127.0.0.1:9: "), (nowhere, "no.such.host.invalid: ")):
            with pytest.raises(TryRefused, match=f"unreachable: {where}") as refused:
                await model.reply(request(), 0)
            assert (refused.value.kind, refused.value.final) == ("unreachable", False)
            await model.close()

    assert rig.loopback.arrived == 0


async def test_cancelling_closes_the_connection_at_once() -> None:
    async with opened(fault=Fault(Mode.STALLED, 60)) as rig:
        asked = asyncio.ensure_future(rig.ask())
        async with asyncio.timeout(5):
            while not rig.ear.usages:  # noqa: ASYNC110 - what is waited for has no event
                await asyncio.sleep(0.01)
            asked.cancel()
            with pytest.raises(asyncio.CancelledError):
                await asked
            await rig.loopback.settled()


async def test_a_request_is_sent_as_it_is_with_fields_that_nobody_knows() -> None:
    odd: dict[str, Any] = {
        "messages": [{"role": "user", "content": [{"type": "text", "text": "ä 漢 \u2028"}]}],
        "tools": [{**TOOL, "future": {"b": None, "a": [1.5]}}],
        "metadata": {"user_id": "u"},
    }
    async with opened() as rig:
        await rig.ask(**odd)

    sent = rig.loopback.requests[0]
    assert sent == {**request(**odd), "stream": True}
    assert [*sent["tools"][0]["future"]] == ["b", "a"]


async def test_effort_goes_beside_what_else_the_output_is_to_be() -> None:
    form = {"format": {"type": "json_schema", "schema": {}}}
    async with opened(effort="low") as rig:
        await rig.ask(output_config=form)
        await rig.ask()

    assert [each["output_config"] for each in rig.loopback.requests] == [
        {**form, "effort": "low"},
        {"effort": "low"},
    ]


@pytest.mark.parametrize("mode", sorted({*REFUSED, *UNKNOWN}))
async def test_the_key_is_in_no_error_and_no_log(
    mode: Mode, caplog: pytest.LogCaptureFixture
) -> None:
    canary = "sk-ant-canary-7a1f"
    caplog.set_level(logging.DEBUG)
    async with opened(fault=Fault(mode, 30), timeout_s=0.2, key=canary) as rig:
        rig.loopback.key = canary
        with pytest.raises((TryRefused, TryUnknown)) as caught:
            await rig.ask()

    said = "".join(traceback.format_exception(caught.value)) + repr(caught.value)
    assert canary not in said
    assert canary not in caplog.text
    assert canary not in repr(vars(caught.value))
