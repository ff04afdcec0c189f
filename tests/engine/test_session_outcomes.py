"""Every way in which a model's reply can fall short, and what a session makes of it."""

import json
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from saddle_engine.agents.clearing import CLEARED
from saddle_engine.agents.diagnosis import Diagnosed, diagnose
from saddle_engine.agents.replies import NO_WORDS, read
from saddle_engine.agents.session import GO_ON
from saddle_engine.events import ModelReplied, Record, SessionFinished, ToolCalled
from saddle_engine.testing import MemoryJournal, ScriptedModel, says, uses
from saddle_engine.types.calls import ReplyOutcome
from saddle_engine.types.model import ModelReply, Request, request_digest
from saddle_engine.types.wire import Door
from tests.engine.desks import (
    PATCHED,
    PROPOSAL,
    Checks,
    brief,
    desk,
    exchange,
    stage_harness,
    trace,
)

THINKING = {"type": "thinking", "thinking": "Let me see.", "signature": "sig-1"}
REDACTED = {"type": "redacted_thinking", "data": "opaque"}
LOOK = uses("list_traces")
UNKNOWN = uses("bash", command="ls")


def refused(message: str, status: int = 400, kind: str = "invalid_request_error") -> ModelReply:
    error = {"type": kind, "message": message}
    return ModelReply(status=status, body={"type": "error", "error": error})


TOO_LONG = refused("prompt is too long: 210000 tokens > 200000 maximum")


def said(*content: dict[str, Any], stop: str = "tool_use") -> ModelReply:
    body = {"type": "message", "role": "assistant", "content": list(content), "stop_reason": stop}
    return ModelReply(body=body)


ANSWER = said(uses("propose_patch", **PROPOSAL))
EMPTY = said(stop="end_turn")
CUT = said(says("I begin"), LOOK, uses("check_patch", edits=[]), stop="max_tokens")
REFUSED = said(stop="refusal")
FULL = said(says("I beg"), stop="model_context_window_exceeded")
READ = said(*[uses("read_trace", rollout="r1", first_step=n) for n in range(8)])


class Replies(ScriptedModel):
    """Call n gets the n-th reply, whatever is in the request."""

    def __init__(self, *replies: ModelReply) -> None:
        super().__init__()
        self._replies = replies

    async def reply(self, request: Request, draw: int, heard: object = None) -> ModelReply:
        self.requests.append(request)
        return self._replies[len(self.requests) - 1]


class Session:
    """A diagnosis that has been run, and what it left behind."""

    def __init__(self, folder: Path, *replies: ModelReply, journal: MemoryJournal | None = None):
        self.model = Replies(*replies)
        self.journal = journal or MemoryJournal()
        self.checks = Checks()
        self._folder = folder

    async def run(self, recorded: Sequence[Record] = ()) -> Diagnosed:
        if not (self._folder / "harness").exists():
            stage_harness(self._folder)
        noise = "".join(f"line {n} of a long log\n" for n in range(160))
        steps = [
            exchange(n, Door.EXEC, n, {"command": "make"}, {"exit_code": 1, "stdout": noise})
            for n in range(1, 12)
        ]
        place = desk(self.model, self._folder, self.journal, recorded)
        return await diagnose(place, brief(self.checks, replace(trace(), exchanges=steps)))

    @property
    def reason(self) -> str:
        (*_, finished) = self.journal.read()
        assert isinstance(finished.event, SessionFinished)
        return finished.event.reason

    @property
    def last(self) -> list[dict[str, Any]]:
        """The messages of the last request."""
        return list(self.model.requests[-1]["messages"])

    def calls(self) -> list[ToolCalled]:
        events = [record.event for record in self.journal.read()]
        return [event for event in events if isinstance(event, ToolCalled)]


@pytest.mark.parametrize(
    ("replies", "outcome"),
    [
        ([REFUSED], ReplyOutcome.REFUSAL),
        ([EMPTY, EMPTY], ReplyOutcome.EMPTY),
        ([CUT, CUT], ReplyOutcome.MAX_TOKENS),
        ([said(says("It is"), stop="max_tokens")] * 2, ReplyOutcome.MAX_TOKENS),
        ([FULL], ReplyOutcome.CONTEXT_OVERFLOW),
        ([TOO_LONG], ReplyOutcome.CONTEXT_OVERFLOW),
        ([READ, READ, TOO_LONG, TOO_LONG], ReplyOutcome.CONTEXT_OVERFLOW),
        ([READ, READ, TOO_LONG, FULL], ReplyOutcome.CONTEXT_OVERFLOW),
        ([said(LOOK), refused("Output blocked by content filtering")], ReplyOutcome.BAD_REQUEST),
        ([said(UNKNOWN)] * 4, ReplyOutcome.MALFORMED),
        ([said({**LOOK, "input": "x"})] * 4, ReplyOutcome.MALFORMED),
        ([said({**LOOK, "name": "?"})] * 4, ReplyOutcome.MALFORMED),
        ([said(says("It is the prompt."))] * 2, ReplyOutcome.COMPLETE),
    ],
)
async def test_a_session_that_cannot_go_on_ends_with_a_named_reason(
    tmp_path: Path, replies: list[ModelReply], outcome: ReplyOutcome
) -> None:
    session = Session(tmp_path, *replies)

    diagnosed = await session.run()

    assert (diagnosed.proposal, diagnosed.patched) == (None, None)
    assert diagnosed.refusal == session.reason
    assert session.reason.startswith(f"{outcome}: ")
    assert len(session.model.requests) == len(replies)


@pytest.mark.parametrize(
    "replies",
    [
        [EMPTY],
        [CUT],
        [said(says("It is the prompt."))],
        [said(UNKNOWN)] * 3,
        [EMPTY, said(LOOK), EMPTY],
        [CUT, said(LOOK), CUT],
        [*[said(UNKNOWN)] * 3, said(LOOK), *[said(UNKNOWN)] * 3],
        [READ, READ, TOO_LONG],
        [READ, READ, FULL],
        [READ, READ, refused("Request exceeds the maximum size", 413, "request_too_large")],
        [said(says("wait"), stop="pause_turn")],
    ],
)
async def test_a_session_goes_on_after_what_may_be_a_slip(
    tmp_path: Path, replies: list[ModelReply]
) -> None:
    session = Session(tmp_path, *replies, ANSWER)

    assert (await session.run()).patched == PATCHED
    assert session.reason == ""


async def test_no_call_of_a_reply_that_was_cut_off_is_made(tmp_path: Path) -> None:
    session = Session(tmp_path, CUT, said(uses("propose_patch", **PROPOSAL), stop="max_tokens"))

    await session.run()

    assert session.checks.asked == []
    assert [(call.tool, call.refused) for call in session.calls()] == [
        ("list_traces", True),
        ("check_patch", True),
        ("propose_patch", True),
    ]


async def test_a_paused_turn_is_sent_back_as_it_came(tmp_path: Path) -> None:
    paused = said(THINKING, says("wait"), stop="pause_turn")
    session = Session(tmp_path, paused, ANSWER)

    await session.run()

    sent_back, told = session.last[1:]
    assert sent_back == {"role": "assistant", "content": paused.body["content"]}
    assert told["content"][0]["text"] == GO_ON


async def test_thinking_is_sent_back_untouched_unless_it_was_cut_off(tmp_path: Path) -> None:
    whole = said(THINKING, REDACTED, LOOK)
    cut = said({"type": "thinking", "thinking": "Now", "signature": ""}, stop="max_tokens")
    session = Session(tmp_path, whole, cut, ANSWER)

    await session.run()

    assert session.last[1]["content"] == whole.body["content"]
    assert session.last[3]["content"] == [says(NO_WORDS)]


async def test_a_call_without_an_object_is_never_made(tmp_path: Path) -> None:
    session = Session(tmp_path, said({**LOOK, "input": "r1"}), ANSWER)

    await session.run()

    assert session.calls()[0].refused
    assert session.last[1]["content"] == [{**LOOK, "input": {}}]
    assert session.last[2]["content"][0]["is_error"]


@pytest.mark.parametrize(
    "block",
    [
        {**LOOK, "name": "rm -rf"},
        {**LOOK, "id": ""},
        {"type": "tool_use", "name": "list_traces"},
        {"type": "text", "text": " "},
        {"type": "thinking", "thinking": "x"},
        {"text": "?"},
        "words",
        None,
    ],
)
def test_what_the_api_would_not_take_back_is_left_out(block: Any) -> None:
    reply = read(said(says("so"), LOOK).body | {"content": [says("so"), block, LOOK]})

    assert reply.content == [says("so"), LOOK]
    assert reply.calls == [LOOK]


async def test_too_long_a_request_is_asked_once_more_without_old_results(tmp_path: Path) -> None:
    session = Session(tmp_path, READ, READ, TOO_LONG, ANSWER)

    await session.run()

    *_, refused, shorter = (json.dumps(request) for request in session.model.requests)
    assert CLEARED not in refused
    assert shorter.count(CLEARED) > 0
    assert len(shorter) < 0.7 * len(refused)


@pytest.mark.parametrize("trouble", [TOO_LONG, FULL])
async def test_a_session_that_was_shortened_is_resumed_with_the_same_requests(
    tmp_path: Path, trouble: ModelReply
) -> None:
    replies = [READ, READ, trouble, said(LOOK), ANSWER]
    first = Session(tmp_path, *replies)
    undisturbed = await first.run()
    records = list(first.journal.read())
    for number, record in enumerate(records):
        if isinstance(record.event, ModelReplied):
            asked = [request_digest(request) for request in first.model.requests]
            paid = asked.index(record.event.key) + 1
            again = Session(tmp_path, *replies[paid:], journal=first.journal)

            assert await again.run(records[: number + 1]) == undisturbed
            assert again.model.requests == first.model.requests[paid:]
