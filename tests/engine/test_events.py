"""Records stay small, whatever programs, models and operators put into them."""

from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from saddle_engine import events as ev
from saddle_engine.types.base import (
    Commit,
    Digest,
    LessonId,
    PatchId,
    RolloutId,
    SessionId,
    TaskId,
    Tree,
)
from saddle_engine.types.calls import CallId, ReplyOutcome
from saddle_engine.types.model import Usage
from saddle_engine.types.patch import Evidence
from saddle_engine.types.rollout import Outcome, Split
from saddle_engine.types.words import SENTENCE_BYTES, cut_to
from tests.engine.loop_rig import Block, World, learn

RECORD_BYTES = 2_000
FLOODS = {"letters": "a" * 9_000, "faces": "\U0001f600" * 9_000, "controls": "\x00" * 9_000}


def size(event: ev.AnyEvent) -> int:
    return len(event.model_dump_json().encode())


def floods(flood: str) -> list[ev.AnyEvent]:
    patch, rollout = PatchId("p99999"), RolloutId("r999999")
    return [
        ev.RunPaused(by="operator", reason=flood),
        ev.CommandRefused(command="c" * 100, verb="veto", reason=flood),
        ev.RunFailed(error=flood),
        ev.EngineStopped(reason=flood),
        ev.RolloutBroke(rollout=rollout, tries=1, reason=flood),
        ev.PatchRefused(patch=patch, reason=flood),
        ev.PatchVetoed(patch=patch, by="b" * 100, reason=flood),
        ev.RolloutFinished(
            rollout=rollout,
            outcome=Outcome.FAILED,
            score=0.0,
            reason=flood,
            steps=1,
            seconds=1.0,
            tokens=1,
        ),
        ev.LessonLearned(
            lesson=LessonId("l999"),
            iteration=999,
            patch=patch,
            verdict="good",
            text=flood,
            evidence=(rollout,) * 20,
        ),
        ev.SessionFinished(session=SessionId("d999"), outcome="no_answer", reason=flood),
    ]


def tries(flood: str) -> list[ev.AnyEvent]:
    """All of a call, with the longest lane that a harness may name."""
    same: Any = {
        "call": CallId("r999999.9:999:" + "l" * 100),
        "tries": 99,
        "role": "task",
        "owner": "r999999",
    }
    taken: Any = {"tokens": 10**9, "cost": 10**15}
    return [
        ev.CallReserved(**same, **taken, model=flood[:200], key="k" * 64),
        ev.CallSettled(
            **same,
            key="k" * 64,
            status=200,
            outcome=ReplyOutcome.CONTEXT_OVERFLOW,
            usage=Usage(input_tokens=10**9, output_tokens=10**9),
            cost=10**15,
            reply=Digest("d" * 64),
        ),
        ev.CallRefused(**same, why=flood[:40], reason=flood),
        ev.CallUnknown(**same, **taken, why=flood[:40], reason=flood),
    ]


def evaluation(flood: str) -> ev.EvaluationStarted:
    side = ev.EvaluatedHarness(name=flood, commit=Commit("c" * 40), tree=Tree("t" * 40))
    return ev.EvaluationStarted(
        split=Split.TEST,
        repeats=99,
        harnesses=(side, side),
        model=flood[:200],
        families=Digest("d" * 64),
    )


@pytest.mark.parametrize("flood", FLOODS.values(), ids=FLOODS)
def test_no_text_makes_a_record_large(flood: str) -> None:
    sizes = {event.kind: size(event) for event in floods(flood)}

    assert max(sizes.values()) < RECORD_BYTES, sizes
    assert min(sizes.values()) > SENTENCE_BYTES / 2, "too little of it was kept"


@pytest.mark.parametrize("flood", FLOODS.values(), ids=FLOODS)
def test_no_call_and_no_evaluation_makes_a_record_large(flood: str) -> None:
    sizes = {event.kind: size(event) for event in [*tries(flood), evaluation(flood)]}

    assert max(sizes.values()) < RECORD_BYTES, sizes


@pytest.mark.parametrize("flood", FLOODS.values(), ids=FLOODS)
async def test_no_proposal_makes_a_record_large(flood: str, tmp_path: Path) -> None:
    evidence = Evidence(rollout=RolloutId("r" * 20), first_step=0, last_step=999_999, note=flood)

    def flooding(phase: str, skill: str) -> Block:
        return learn(phase, skill) | {
            "title": flood[:120],
            "causes": [flood] * 9,
            "rejected": [flood] * 9,
            "evidence": [evidence.model_dump()] * 9,
            "expected_flips": [TaskId(flood)] * 9,
            "risk": flood,
        }

    journal = await World(tmp_path, train=("train-a",), moves={1: flooding}).run()

    (refused,) = [r.event for r in journal.read() if isinstance(r.event, ev.PatchRefused)]
    assert "evidence names" in refused.reason
    sizes = {record.event.kind: size(record.event) for record in journal.read()}
    assert max(sizes.values()) < RECORD_BYTES, sizes


@given(st.text(max_size=60), st.integers(10, 60))
def test_text_is_cut_only_when_it_must_be(text: str, room: int) -> None:
    def takes(words: str) -> int:
        return len(ev.RunFailed(error=words).model_dump_json().encode()) - empty

    empty = len(ev.RunFailed(error="").model_dump_json().encode())

    cut = cut_to(room, text)

    if takes(text) <= room:
        assert cut == text
    else:
        assert text.startswith(cut.removesuffix("…"))
        assert room - 9 <= takes(cut) <= room
