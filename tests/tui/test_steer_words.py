"""What is typed after `steer` is a command, or one sentence that says what was expected."""

import json
from pathlib import Path
from typing import Any, get_args

import pytest

from saddle_engine import events as ev
from saddle_engine.commands import Command, Verb
from saddle_engine.errors import ConfigError
from saddle_engine.state import RunState
from saddle_engine.steering import decide
from saddle_engine.types.base import HintId, NodeId, PatchId, RolloutId, TaskId, Tree
from saddle_engine.types.rollout import Outcome, Purpose, Split
from saddle_engine.types.steering import Hold, PauseMode
from saddle_tui.cli import main
from saddle_tui.steer.already import already
from saddle_tui.steer.outcome import standing
from saddle_tui.steer.words import FORMS, read
from saddle_tui.text.json_text import json_text
from tests.engine.test_steering import HELD, SEEDED

P1, R1 = PatchId("p1"), RolloutId("r1")

TYPED: list[tuple[str, Verb, dict[str, Any]]] = [
    ("pause", "pause", {}),
    ("pause hold", "pause", {"mode": "hold"}),
    ("resume", "resume", {}),
    ("phase steering", "phase", {"phase": "steering"}),
    ("seal", "seal", {}),
    ("limit usd 2.5", "limit", {"name": "usd", "value": 2.5}),
    ("hold none", "hold", {"hold": "none"}),
    ("approve p1", "approve", {"patch": "p1"}),
    ("veto p1", "veto", {"patch": "p1"}),
    ("edit p1", "edit", {"patch": "p1", "files": []}),
    ("edit p1 a.md=b", "edit", {"patch": "p1", "files": ["a.md=b"]}),
    ("defer p1", "defer", {"patch": "p1"}),
    ("comment p1 too wide", "comment", {"patch": "p1", "text": "too wide"}),
    ("undo h1", "undo", {"what": "h1"}),
    ("cancel r1", "cancel", {"rollout": "r1"}),
    ("requeue r1", "requeue", {"rollout": "r1"}),
    ("pin n3", "pin", {"node": "n3"}),
    ("pin none", "pin", {"node": ""}),
    ("hint stop and think", "hint", {"text": "stop and think"}),
    ("fork n3", "fork", {"node": "n3"}),
    ("stop", "stop", {}),
    ("abort demo", "abort", {"run": "demo"}),
]


@pytest.mark.parametrize(("typed", "verb", "arguments"), TYPED)
def test_every_verb_is_understood(typed: str, verb: Verb, arguments: dict[str, Any]) -> None:
    assert read(typed.split(), "why") == (verb, arguments)


def test_every_verb_of_an_engine_can_be_typed() -> None:
    assert {verb for _, verb, _ in TYPED} == set(get_args(Verb)) == set(FORMS)


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ("pause now", "'pause now'; expected pause [drain|hold]"),
        ("phase", "expected phase capability|steering"),
        ("limit money 3", "expected limit rollouts|usd|tokens|hours N"),
        ("limit usd much", "a limit is a number, not 'much'"),
        ("hold some", "expected hold none|steering|all"),
        ("approve", "expected approve PATCH"),
        ("veto p1", "a veto needs a reason: veto p1 --reason TEXT"),
        ("comment p1", "expected comment PATCH TEXT"),
        ("hint", "expected hint TEXT"),
        ("seal it", "expected seal"),
    ],
)
def test_what_is_no_command_names_the_form(typed: str, said: str) -> None:
    with pytest.raises(ConfigError) as wrong:
        read(typed.split(), "")

    assert said in str(wrong.value)


PLANNED: list[ev.AnyEvent] = [
    *SEEDED,
    ev.BatchPlanned(batch="seed_dev", purpose=Purpose.SEED_DEV, rollouts=1),
    ev.RolloutPlanned(
        batch="seed_dev",
        rollout=R1,
        tree=Tree("t0"),
        task=TaskId("a"),
        split=Split.DEV,
        attempt=1,
    ),
]
OPEN: list[ev.AnyEvent] = [*PLANNED, ev.RolloutStarted(rollout=R1, tries=1)]
CANCELLED = ev.RolloutFinished(
    rollout=R1, outcome=Outcome.CANCELLED, score=None, steps=0, seconds=0.0, tokens=0
)


def folded(*events: ev.AnyEvent) -> RunState:
    return RunState().fold(
        ev.Record(seq=seq, at=0.0, event=event) for seq, event in enumerate(events, start=1)
    )


def command(verb: Verb, **arguments: Any) -> Command:
    return Command(id="c", verb=verb, arguments=arguments, reason="why")


SO: list[tuple[list[ev.AnyEvent], Command]] = [
    (
        [*SEEDED, ev.RunPaused(by="operator", reason="", mode=PauseMode.HOLD)],
        command("pause", mode="hold"),
    ),
    (SEEDED, command("resume")),
    (SEEDED, command("phase", phase="capability")),
    (SEEDED, command("limit", name="rollouts", value=20.0)),
    ([*SEEDED, ev.SealAsked(by="me")], command("seal")),
    ([*SEEDED, ev.HoldChanged(hold=Hold.ALL, by="me")], command("hold", hold="all")),
    ([*SEEDED, ev.ParentPinned(node=NodeId("n0"), by="me")], command("pin", node="n0")),
    (SEEDED, command("pin", node="")),
    ([*HELD, ev.PatchApproved(patch=P1, by="me")], command("approve", patch="p1")),
    ([*HELD, ev.PatchVetoed(patch=P1, by="me", reason="x")], command("veto", patch="p1")),
    ([*HELD, ev.PatchDeferred(patch=P1, by="me")], command("defer", patch="p1")),
    (HELD, command("undo", what="p1")),
    (
        [
            *SEEDED,
            ev.HintGiven(hint=HintId("h1"), text="x", by="me"),
            ev.HintWithdrawn(hint=HintId("h1"), by="me"),
        ],
        command("undo", what="h1"),
    ),
    ([*SEEDED, ev.RunAborted(by="me", reason="")], command("abort", run="r")),
    (SEEDED, command("stop")),
    ([*OPEN, ev.CancelAsked(rollout=R1, by="me")], command("cancel", rollout="r1")),
    ([*OPEN, CANCELLED], command("cancel", rollout="r1")),
    (PLANNED, command("requeue", rollout="r1")),
    ([*OPEN, ev.RequeueAsked(rollout=R1, by="me")], command("requeue", rollout="r1")),
]


@pytest.mark.parametrize(("events", "asked"), SO, ids=lambda each: getattr(each, "verb", ""))
def test_what_is_so_already_is_seen_and_changes_nothing(
    events: list[ev.AnyEvent], asked: Command
) -> None:
    assert already(folded(*events), asked, alive=False)


@pytest.mark.parametrize(
    ("events", "asked"),
    [
        (SEEDED, command("pause", mode="hold")),
        ([*SEEDED, ev.RunPaused(by="usd", reason="")], command("resume")),
        ([*SEEDED, ev.RunPaused(by="operator", reason="")], command("pause", mode="hold")),
        (SEEDED, command("phase", phase="steering")),
        (SEEDED, command("limit", name="rollouts", value=21.0)),
        (SEEDED, command("seal")),
        (SEEDED, command("hold", hold="all")),
        (SEEDED, command("pin", node="n0")),
        (HELD, command("approve", patch="p1")),
        (HELD, command("veto", patch="p1")),
        (HELD, command("defer", patch="p1")),
        (HELD, command("comment", patch="p1", text="x")),
        (HELD, command("edit", patch="p1", edits="digest")),
        ([*HELD, ev.PatchVetoed(patch=P1, by="me", reason="x")], command("undo", what="p1")),
        (OPEN, command("cancel", rollout="r1")),
        (OPEN, command("requeue", rollout="r1")),
        (SEEDED, command("hint", text="x")),
        (SEEDED, command("fork", node="n0", run="x")),
        (SEEDED, command("abort", run="r")),
        (SEEDED, command("stop")),
    ],
    ids=lambda each: getattr(each, "verb", ""),
)
def test_what_can_be_done_is_not_so_already_and_has_a_state_for_scripts(
    events: list[ev.AnyEvent], asked: Command
) -> None:
    state = folded(*events)
    assert not already(state, asked, alive=True)
    decided = decide(state, asked)
    assert not isinstance(decided, str), decided

    for event in decided:
        state.apply(ev.Record(seq=state.seq + 1, at=0.0, event=event))

    assert json.loads(json.dumps(standing(state, asked, alive=True)))


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("steer", "paus"), "did you mean pause"),
        (("steer", "pause", "--name", "x"), "--name goes with fork only"),
        (("steer", "hint", "x", "--reason", "y" * 1001), "at most 1000 letters"),
    ],
)
def test_wrong_words_cost_nothing_and_end_with_two(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], words: tuple[str, ...], said: str
) -> None:
    from saddle_engine.adapters.clock import SystemClock
    from saddle_runs.folder import create_run

    create_run(tmp_path / "home", "mine", SystemClock())

    assert main(["--home", str(tmp_path / "home"), *words]) == 2
    assert said in capsys.readouterr().err


@pytest.mark.parametrize("seen", ["status", "colour=red", "=x"])
def test_what_cannot_be_seen_cannot_be_expected(
    capsys: pytest.CaptureFixture[str], seen: str
) -> None:
    with pytest.raises(SystemExit) as usage:
        main(["steer", "pause", "--expect", seen])

    assert usage.value.code == 2
    assert "expected KEY=VALUE with status, outcome" in capsys.readouterr().err


def test_json_for_scripts_has_no_byte_that_a_terminal_acts_on() -> None:
    said = json_text({"why": "a\x7f\x1b[2J\u202e\x9b1m"})

    assert all(letter == "\n" or 32 <= ord(letter) < 127 for letter in said)
    assert json.loads(said)["why"] == "a\x7f\x1b[2J\u202e\x9b1m"
