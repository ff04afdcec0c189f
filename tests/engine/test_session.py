"""The tool loop: what is journalled, what is paid, and how a session ends."""

from pathlib import Path
from typing import Any

import pytest

from saddle_engine.agents.diagnosis import diagnose
from saddle_engine.agents.session import MALFORMED_IN_A_ROW, MODEL_CALLS, NO_ANSWER
from saddle_engine.errors import ModelError, SessionDiverged
from saddle_engine.events import AnyEvent, FileRead, SessionFinished, ToolCalled
from saddle_engine.testing import MemoryJournal, ScriptedModel, says, uses
from saddle_engine.types.base import SessionId
from saddle_engine.types.draws import draw
from saddle_engine.types.model import ModelReply, Request
from tests.engine.desks import PATCHED, PROPOSAL, Checks, brief, desk, stage_harness

LOOK = [
    [says("I look first."), uses("list_traces"), uses("read_trace", rollout="r1")],
    [uses("read_file", path="tools/read.py"), uses("grep", pattern="os\\.stat")],
    [uses("check_patch", edits=PROPOSAL["edits"], subtype="implementation_fix")],
]
SCRIPT = [*LOOK, [uses("propose_patch", **PROPOSAL)]]
MODEL, TOOL, READ = "ModelReplied", "ToolCalled", "FileRead"
KINDS = [
    *("SessionStarted", MODEL, TOOL, TOOL, READ),
    *(MODEL, TOOL, READ, TOOL, READ),
    *(MODEL, TOOL),
    *(MODEL, TOOL, "SessionFinished"),
]


class Killed(Exception):
    """The engine died."""


class MortalJournal(MemoryJournal):
    """Dies when its n-th batch of events is to be committed, just before or just after."""

    def __init__(self, batch: int, *, committed: bool) -> None:
        super().__init__()
        self._left = batch
        self._committed = committed

    async def append(self, *events: AnyEvent) -> Any:
        self._left -= 1
        if self._left == 0 and not self._committed:
            raise Killed
        records = await super().append(*events)
        if self._left == 0:
            raise Killed
        return records


def kinds(journal: MemoryJournal) -> list[str]:
    return [record.event.kind for record in journal.read()]


def events(journal: MemoryJournal) -> list[AnyEvent]:
    return [record.event for record in journal.read()]


def results(journal: MemoryJournal) -> list[str]:
    return [
        journal.get(event.result).decode()
        for event in events(journal)
        if isinstance(event, ToolCalled)
    ]


async def test_every_step_of_a_session_is_an_event_in_order(tmp_path: Path) -> None:
    stage_harness(tmp_path)
    journal, model, checks = MemoryJournal(), ScriptedModel(*SCRIPT), Checks()

    diagnosed = await diagnose(desk(model, tmp_path, journal), brief(checks))

    assert kinds(journal) == KINDS
    assert diagnosed.patched == PATCHED
    assert diagnosed.proposal is not None
    assert diagnosed.proposal.title == "Show stderr"
    reads = [event for event in events(journal) if isinstance(event, FileRead)]
    assert [(one.path, one.first_line, one.last_line) for one in reads] == [
        ("traces/r1.txt", 1, 16),
        ("harness/tools/read.py", 1, 5),
        ("harness/tools/read.py", 5, 5),
    ]
    assert len(checks.asked) == 2
    assert journal.live == {}


async def test_a_model_call_is_keyed_by_its_place_in_the_run(tmp_path: Path) -> None:
    stage_harness(tmp_path)
    model = ScriptedModel(*SCRIPT)

    await diagnose(desk(model, tmp_path, MemoryJournal()), brief())

    assert model.draws == [draw(7, 3, "diagnosis", index) for index in range(4)]


async def test_a_reply_is_committed_before_its_tools_are_used(tmp_path: Path) -> None:
    stage_harness(tmp_path)
    journal, checks = MortalJournal(2, committed=False), Checks()
    model = ScriptedModel([uses("propose_patch", **PROPOSAL)])

    with pytest.raises(Killed):
        await diagnose(desk(model, tmp_path, journal), brief(checks))

    assert kinds(journal) == ["SessionStarted"]
    assert checks.asked == []


@pytest.mark.parametrize("committed", [True, False])
@pytest.mark.parametrize("batch", range(1, 13))
async def test_an_interrupted_session_ends_as_an_undisturbed_one(
    tmp_path: Path, batch: int, committed: bool
) -> None:
    stage_harness(tmp_path)
    undisturbed = MemoryJournal()
    expected = await diagnose(desk(ScriptedModel(*SCRIPT), tmp_path, undisturbed), brief())
    journal, first, second = MortalJournal(batch, committed=committed), *_models()

    with pytest.raises(Killed):
        await diagnose(desk(first, tmp_path, journal), brief())
    paid = kinds(journal).count("ModelReplied")
    resumed = await diagnose(desk(second, tmp_path, journal, journal.read()), brief())

    assert resumed == expected
    assert events(journal) == events(undisturbed)
    assert len(second.requests) == len(SCRIPT) - paid


def _models() -> tuple[ScriptedModel, ScriptedModel]:
    return ScriptedModel(*SCRIPT), ScriptedModel(*SCRIPT)


async def test_a_finished_session_is_told_again_for_nothing(tmp_path: Path) -> None:
    stage_harness(tmp_path)
    journal = MemoryJournal()
    expected = await diagnose(desk(ScriptedModel(*SCRIPT), tmp_path, journal), brief())
    silent, before = ScriptedModel(ModelError("must not be asked")), events(journal)

    again = await diagnose(desk(silent, tmp_path, journal, journal.read()), brief())

    assert again == expected
    assert events(journal) == before


async def test_a_session_that_differs_from_its_recording_is_not_mixed_with_it(
    tmp_path: Path,
) -> None:
    stage_harness(tmp_path)
    journal = MortalJournal(6, committed=True)
    with pytest.raises(Killed):
        await diagnose(desk(ScriptedModel(*SCRIPT), tmp_path, journal), brief())
    from_then = journal.read()

    other = brief(Checks(), *brief().traces[:1])
    with pytest.raises(SessionDiverged, match="model call 0 of d1, try 1"):
        await diagnose(desk(ScriptedModel(*SCRIPT), tmp_path, journal, from_then), other)
    second = desk(ScriptedModel(*SCRIPT), tmp_path, journal, from_then, tries=2)
    assert (await diagnose(second, other)).patched == PATCHED


async def test_what_was_read_is_served_as_it_was_read(tmp_path: Path) -> None:
    root = stage_harness(tmp_path)
    journal = MortalJournal(8, committed=True)
    with pytest.raises(Killed):
        await diagnose(desk(ScriptedModel(*SCRIPT), tmp_path, journal), brief())
    (root / "tools" / "read.py").write_text("something else")

    resumed = desk(ScriptedModel(*SCRIPT), tmp_path, journal, journal.read())

    assert (await diagnose(resumed, brief())).patched == PATCHED


async def test_a_refused_patch_can_be_repaired_once(tmp_path: Path) -> None:
    stage_harness(tmp_path)
    journal, checks = MemoryJournal(), Checks("tools/other.py is outside the surfaces")
    model = ScriptedModel([uses("propose_patch", **PROPOSAL)], [uses("propose_patch", **PROPOSAL)])

    diagnosed = await diagnose(desk(model, tmp_path, journal), brief(checks))

    assert diagnosed.patched == PATCHED
    told = model.requests[1]["messages"][-1]["content"][0]
    assert told["is_error"]
    assert told["content"].startswith("refused: tools/other.py is outside the surfaces. Repair it")
    assert results(journal)[-1] == "accepted"


async def test_a_patch_refused_twice_is_reported_with_its_reason(tmp_path: Path) -> None:
    stage_harness(tmp_path)
    journal, checks = MemoryJournal(), Checks("no such surface", "still no such surface")
    model = ScriptedModel(*[[uses("propose_patch", **PROPOSAL)]] * 9)

    diagnosed = await diagnose(desk(model, tmp_path, journal), brief(checks))

    assert diagnosed.proposal is not None
    assert (diagnosed.patched, diagnosed.refusal) == (None, "still no such surface")
    assert len(model.requests) == 2
    assert events(journal)[-1] == SessionFinished(
        session=SessionId("d1"), outcome="no_answer", reason="still no such surface"
    )


@pytest.mark.parametrize(
    "line",
    [
        [says("It is the prompt.")],
        [],
        [uses("propose_patch")],
        [uses("propose_patch", **{**PROPOSAL, "subtype": "magic"})],
        [uses("bash", command="ls /")],
        [uses("read_file", file="x")],
        [{"type": "tool_use", "id": "t", "name": "read_file", "input": "x"}],
        [{"type": "tool_use", "name": 7}, {"text": "?"}],
    ],
    ids=["words", "silence", "empty", "enum", "shell", "argument", "string", "garbage"],
)
async def test_nothing_but_bad_output_ends_without_an_answer(
    tmp_path: Path, line: list[dict[str, Any]]
) -> None:
    stage_harness(tmp_path)
    journal, model = MemoryJournal(), ScriptedModel(*[line] * 99)

    diagnosed = await diagnose(desk(model, tmp_path, journal), brief())

    assert (diagnosed.proposal, diagnosed.patched) == (None, None)
    assert diagnosed.refusal
    assert kinds(journal)[-1] == "SessionFinished"
    assert len(model.requests) <= MALFORMED_IN_A_ROW + 1


async def test_a_call_cut_off_by_the_token_limit_is_not_carried_out(tmp_path: Path) -> None:
    stage_harness(tmp_path)
    checks = Checks()
    model = ScriptedModel(*[[uses("propose_patch", **PROPOSAL)]] * 2, stop="max_tokens")

    diagnosed = await diagnose(desk(model, tmp_path, MemoryJournal()), brief(checks))

    assert "cut off" in diagnosed.refusal
    assert checks.asked == []


async def test_a_session_is_warned_and_then_ended(tmp_path: Path) -> None:
    stage_harness(tmp_path)
    model = ScriptedModel(*[[uses("list_files")]] * (MODEL_CALLS + 9))

    diagnosed = await diagnose(desk(model, tmp_path, MemoryJournal()), brief())

    assert diagnosed.refusal == NO_ANSWER
    assert len(model.requests) == MODEL_CALLS
    *_, told = model.requests[-1]["messages"][-1]["content"]
    assert told["type"] == "tool_result"
    assert told["content"].endswith("\nModel calls left: 1.")


async def test_a_refused_request_ends_the_session_and_not_the_engine(tmp_path: Path) -> None:
    class Refusing:
        async def reply(self, request: Request, draw: int, heard: object = None) -> ModelReply:
            error = {"type": "invalid_request_error", "message": "no such field"}
            return ModelReply(status=400, body={"type": "error", "error": error})

    stage_harness(tmp_path)
    journal = MemoryJournal()

    ended = await diagnose(desk(Refusing(), tmp_path, journal), brief())

    assert ended.proposal is None
    assert "bad_request: the provider refused a request" in ended.refusal
    assert "no such field" in ended.refusal
    assert kinds(journal) == ["SessionStarted", "ModelReplied", "SessionFinished"]


async def test_records_stay_small_whatever_the_model_says(tmp_path: Path) -> None:
    stage_harness(tmp_path)
    journal, flood = MemoryJournal(), "\N{GRINNING FACE}x" * 60_000
    script = [
        [uses("x" * 5_000), uses("grep", pattern=flood), uses("read_file", path=flood)],
        [uses("propose_patch", **{**PROPOSAL, flood: 1})],
        [uses("propose_patch", **{**PROPOSAL, "subtype": flood})],
    ]

    await diagnose(desk(ScriptedModel(*script), tmp_path, journal), brief())

    assert max(len(record.model_dump_json()) for record in journal.read()) < 2_000
    assert max(map(len, results(journal))) <= 12_000


async def test_the_conversation_only_grows_so_that_its_prefix_stays_cached(tmp_path: Path) -> None:
    stage_harness(tmp_path)
    model = ScriptedModel(*SCRIPT)

    await diagnose(desk(model, tmp_path, MemoryJournal()), brief())

    def unmarked(request: Request) -> list[Any]:
        return [
            [{k: v for k, v in block.items() if k != "cache_control"} for block in one["content"]]
            for one in request["messages"]
        ]

    for earlier, later in zip(model.requests, model.requests[1:], strict=False):
        assert later["system"] == earlier["system"]
        assert later["tools"] == earlier["tools"]
        assert unmarked(later)[: len(earlier["messages"])] == unmarked(earlier)
