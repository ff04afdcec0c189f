"""Sessions before a server that checks every request as the API does, and whose replies fall short."""

from dataclasses import replace
from pathlib import Path

import pytest

from saddle_engine.agents.diagnosis import Diagnosed, diagnose
from saddle_engine.testing import MemoryJournal, uses
from saddle_engine.types.calls import ReplyOutcome
from tests.engine.anthropic_rig import NAME, opened
from tests.engine.desks import PATCHED, PROPOSAL, brief, desk, stage_harness
from tests.loopback.brain import Reply, Scripted
from tests.loopback.modes import Faults, Mode, in_order

LOOK = [[uses("list_traces")], [uses("read_trace", rollout="r1")], [uses("list_files")]]
THINKING = {"type": "thinking", "thinking": "Let me see.", "signature": "sig"}


def script() -> Scripted:
    """Three looks and a patch; every reply begins with thinking, every call has its own id."""
    said = [*LOOK, [uses("propose_patch", **PROPOSAL)]]
    return Scripted(
        [
            Reply([THINKING, *({**block, "id": f"toolu_{n}"} for block in blocks)], "tool_use")
            for n, blocks in enumerate(said)
        ]
    )


async def diagnosed(folder: Path, faults: Faults) -> tuple[Diagnosed, int]:
    """What became of a diagnosis, and how many requests the server took."""
    stage_harness(folder)
    async with opened(script()) as rig:
        rig.loopback.faults = faults
        place = replace(desk(rig.model, folder, MemoryJournal()), model_id=NAME)
        found = await diagnose(place, brief())
        await rig.loopback.settled()
        return found, len(rig.loopback.ledger.lines)


@pytest.mark.parametrize(
    "mode",
    [
        Mode.EMPTY,
        Mode.MAX_TOKENS_IN_TOOL,
        Mode.INPUT_NOT_OBJECT,
        Mode.UNKNOWN_TOOL,
        Mode.PAUSE_TURN,
    ],
)
async def test_one_reply_that_falls_short_does_not_end_a_session(
    tmp_path: Path, mode: Mode
) -> None:
    found, _ = await diagnosed(tmp_path, in_order([None, mode]))

    assert found.patched == PATCHED


@pytest.mark.parametrize(
    ("mode", "outcome", "requests"),
    [
        (Mode.EMPTY, ReplyOutcome.EMPTY, 3),
        (Mode.REFUSAL, ReplyOutcome.REFUSAL, 2),
        (Mode.MAX_TOKENS_IN_TOOL, ReplyOutcome.MAX_TOKENS, 3),
        (Mode.INPUT_NOT_OBJECT, ReplyOutcome.MALFORMED, 5),
        (Mode.UNKNOWN_TOOL, ReplyOutcome.MALFORMED, 5),
        (Mode.WINDOW_EXCEEDED, ReplyOutcome.CONTEXT_OVERFLOW, 2),
        (Mode.PROMPT_TOO_LONG, ReplyOutcome.CONTEXT_OVERFLOW, 2),
        (Mode.TOO_LARGE, ReplyOutcome.CONTEXT_OVERFLOW, 2),
        (Mode.INVALID_REQUEST, ReplyOutcome.BAD_REQUEST, 2),
    ],
)
async def test_replies_that_go_on_falling_short_end_a_session_by_name(
    tmp_path: Path, mode: Mode, outcome: ReplyOutcome, requests: int
) -> None:
    found, sent = await diagnosed(tmp_path, in_order([None, *[mode] * 9]))

    assert found.patched is None
    assert found.refusal.startswith(f"{outcome}: ")
    assert sent == requests
