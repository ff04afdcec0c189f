"""Every fault mode does to a client of the SDK what its line of documentation says."""

from collections.abc import Callable
from typing import Any

import anthropic
import httpx2
import pytest

from tests.loopback.brain import Reply, Scripted, call, text
from tests.loopback.modes import Fault, Mode, always, at, in_order
from tests.loopback.refused import refusal
from tests.loopback.rig import MODEL, TOOL, Rig, opened, request
from tests.loopback.server import Loopback
from tests.loopback.thread import in_thread

REPLY = Reply(
    [
        {"type": "text", "text": "I remove everything now, as I was told to do."},
        *call("bash", {"command": "rm -rf /tmp/everything/that/is/there"}).content,
    ],
    "tool_use",
)
STATUS = {
    Mode.RATE_LIMITED: 429,
    Mode.RATE_LIMITED_SILENT: 429,
    Mode.RATE_LIMITED_LONG: 429,
    Mode.OVERLOADED: 529,
    Mode.SERVER_ERROR: 500,
    Mode.BAD_GATEWAY: 502,
    Mode.UNAVAILABLE: 503,
    Mode.GATEWAY_TIMEOUT: 504,
    Mode.REQUEST_TIMEOUT: 408,
    Mode.CONFLICT: 409,
    Mode.INVALID_REQUEST: 400,
    Mode.NO_CREDIT: 400,
    Mode.PROMPT_TOO_LONG: 400,
    Mode.BAD_KEY: 401,
    Mode.FORBIDDEN: 403,
    Mode.NO_SUCH_MODEL: 404,
    Mode.TOO_LARGE: 413,
}
RETRY_AFTER = {
    Mode.RATE_LIMITED: "1", Mode.RATE_LIMITED_SILENT: None, Mode.RATE_LIMITED_LONG: "3600",
}  # fmt: skip
INCOMPLETE = [
    Mode.CUT_IN_TEXT,
    Mode.CUT_IN_TOOL,
    Mode.NO_MESSAGE_STOP,
    Mode.BROKEN_BODY,
    Mode.SHORT_BODY,
]


async def seen(rig: Rig, **body: Any) -> list[str]:
    """Events of one stream as far as they come, then the name of what ended it."""
    kinds: list[str] = []
    try:
        async with await rig.client.messages.create(
            **request(stream=True, tools=[TOOL], **body)
        ) as stream:
            await _note(stream, kinds)
    except (anthropic.APIError, httpx2.HTTPError, ValueError) as error:
        kinds.append(type(error).__name__)
    return kinds


async def _note(stream: Any, kinds: list[str]) -> None:
    async for event in stream:
        kinds += [event.type]


@pytest.mark.parametrize("mode", STATUS)
async def test_an_error_instead_of_a_reply_is_free(mode: Mode) -> None:
    async with opened(faults=always(mode)) as rig:
        with pytest.raises(anthropic.APIStatusError) as caught:
            await rig.ask()
        line = await rig.line()

    assert caught.value.status_code == line.status == STATUS[mode]
    assert (line.fault, line.charged, line.nanos) == (mode, False, 0)
    if mode in RETRY_AFTER:
        assert caught.value.response.headers.get("retry-after") == RETRY_AFTER[mode]


def test_every_mode_is_either_an_error_or_a_matter_of_the_reply() -> None:
    errors = {mode for mode in Mode if refusal(Fault(mode), {"model": MODEL}, 100)}

    assert errors == set(STATUS)
    assert len(Mode) >= 24


@pytest.mark.parametrize("mode", INCOMPLETE)
async def test_an_incomplete_stream_charges_what_was_written(mode: Mode) -> None:
    async with opened(Scripted([REPLY]), faults=in_order([None, mode])) as rig:
        whole = await rig.ask(tools=[TOOL])
        kinds = await seen(rig)
        line = await rig.line()

    assert kinds[0] == "message_start"
    assert "message_stop" not in kinds
    assert line.charged
    assert 1 <= line.billed.output <= whole.usage.output_tokens + 20
    if mode in (Mode.CUT_IN_TEXT, Mode.CUT_IN_TOOL):
        assert line.billed.output < whole.usage.output_tokens
        assert kinds[-1] == "RemoteProtocolError"


async def test_a_call_can_be_cut_where_the_brain_made_none() -> None:
    async with opened(Scripted([text("no call")]), faults=always(Mode.CUT_IN_TOOL)) as rig:
        kinds = await seen(rig)

    assert kinds == [
        "message_start",
        "content_block_start",
        *2 * ["content_block_delta"],
        "RemoteProtocolError",
    ]


@pytest.mark.parametrize(
    ("mode", "before"),
    [
        (Mode.ERROR_FIRST, ["message_start"]),
        (Mode.ERROR_LATER, ["message_start", "content_block_start", "content_block_delta"]),
    ],
)
async def test_an_error_within_a_stream_has_status_200(mode: Mode, before: list[str]) -> None:
    async with opened(faults=always(mode)) as rig:
        kinds = await seen(rig)
        line = await rig.line()

    assert kinds[:-1] == before
    assert kinds[-1] in ("APIStatusError", "OverloadedError")
    assert (line.status, line.charged) == (200, True)


async def test_a_dropped_connection_is_charged_although_nothing_came() -> None:
    async with opened(faults=always(Mode.DROPPED)) as rig:
        kinds = await seen(rig)
        line = await rig.line()

    assert kinds == ["APIConnectionError"]
    assert (line.status, line.charged) == (0, True)
    assert line.billed.output > 1


@pytest.mark.parametrize(
    ("mode", "first"), [(Mode.SLOW, "APITimeoutError"), (Mode.STALLED, "message_start")]
)
async def test_silence_outlasts_a_client_that_does_not_wait(mode: Mode, first: str) -> None:
    async with opened(Scripted([REPLY]), read_s=0.2, faults=always(Fault(mode, 30))) as rig:
        kinds = await seen(rig)
        line = await rig.line()

    assert kinds[0] == first
    assert kinds[-1] in ("APITimeoutError", "ReadTimeout")
    assert line.charged


@pytest.mark.parametrize("mode", [Mode.SLOW, Mode.STALLED])
async def test_silence_ends_for_a_client_that_waits(mode: Mode) -> None:
    async with opened(Scripted([REPLY]), faults=always(Fault(mode, 0.05))) as rig:
        reply = await rig.ask(tools=[TOOL])

    assert reply.stop_reason == "tool_use"


def _call(message: anthropic.types.Message) -> anthropic.types.ToolUseBlock:
    last = message.content[-1]
    assert isinstance(last, anthropic.types.ToolUseBlock)
    return last


CHANGED: dict[Mode, Callable[[anthropic.types.Message], bool]] = {
    Mode.EMPTY: lambda m: m.content == [] and m.stop_reason == "end_turn",
    Mode.REFUSAL: lambda m: m.stop_reason == "refusal" and m.stop_details is not None,
    Mode.PAUSE_TURN: lambda m: m.stop_reason == "pause_turn",
    Mode.WINDOW_EXCEEDED: lambda m: m.stop_reason == "model_context_window_exceeded",
    Mode.NO_STOP_REASON: lambda m: m.stop_reason is None and len(m.content) == 2,
    Mode.UNKNOWN_TOOL: lambda m: _call(m).name == "no_such_tool",
    Mode.INPUT_NOT_OBJECT: lambda m: list(_call(m).input) == ["not", "an", "object"],
    Mode.MAX_TOKENS_IN_TOOL: lambda m: (
        m.stop_reason == "max_tokens" and m.content[-1].type == "tool_use"
    ),
}


@pytest.mark.parametrize("mode", CHANGED)
@pytest.mark.parametrize("stream", [True, False])
async def test_a_changed_reply_is_whole_and_charged(mode: Mode, stream: bool) -> None:
    async with opened(Scripted([REPLY]), faults=always(mode)) as rig:
        body = request(tools=[TOOL])
        reply = await (rig.ask(tools=[TOOL]) if stream else rig.client.messages.create(**body))
        line = await rig.line()

    assert CHANGED[mode](reply)
    assert line.billed.output == reply.usage.output_tokens > 0


@pytest.mark.parametrize("stream", [True, False])
async def test_html_with_status_200_is_no_message(stream: bool) -> None:
    async with opened(faults=always(Mode.HTML)) as rig:
        answer: Any = await rig.client.messages.with_raw_response.create(**request(stream=stream))

    assert answer.status_code == 200
    assert answer.headers["content-type"].startswith("text/html")


@pytest.mark.parametrize("stream", [True, False])
async def test_a_reply_without_usage_is_charged_all_the_same(stream: bool) -> None:
    async with opened(faults=always(Mode.NO_USAGE)) as rig:
        answer: Any = await rig.client.messages.with_streaming_response.create(
            **request(stream=stream)
        ).__aenter__()
        raw = (await answer.read()).decode()

    assert '"usage"' not in raw
    assert '"end_turn"' in raw
    assert rig.loopback.ledger.lines[0].billed.output > 1


async def test_faults_are_aimed_by_number_by_order_by_role_and_by_request() -> None:
    def mine(body: dict[str, Any]) -> bool:
        return body.get("system") == "mine"

    by_number = at({2: Mode.OVERLOADED})
    by_role = at({("diagnosis", 2): Mode.CONFLICT})
    by_order = in_order([Mode.CONFLICT, None, Fault(Mode.SLOW, 3)], mine)

    assert [by_number(n, {}) for n in (1, 2)] == [None, Fault(Mode.OVERLOADED)]
    diagnosis = {"tools": [{"name": "grep"}, {"name": "propose_patch"}]}
    roles = [by_role(n, body) for n, body in enumerate([{}, diagnosis, {}, diagnosis, {}])]
    assert roles == [None, None, None, Fault(Mode.CONFLICT), None]
    orders = [by_order(n, {"system": who}) for n, who in enumerate(["other", *["mine"] * 4])]
    assert orders == [None, Fault(Mode.CONFLICT), None, Fault(Mode.SLOW, 3), None]


def test_a_server_in_a_thread_serves_a_client_without_a_loop() -> None:
    loopback = Loopback(Scripted([text("hello from a thread")]))
    with (
        in_thread(loopback) as url,
        anthropic.Anthropic(base_url=url, api_key=loopback.key) as client,
    ):
        reply = client.messages.create(**request())

    assert reply.content[0].to_dict()["text"] == "hello from a thread"
    assert [(line.role, line.charged) for line in loopback.ledger.lines] == [("task", True)]
