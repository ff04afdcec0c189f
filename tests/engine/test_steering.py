"""Every command, in every state, is events or one sentence."""

from typing import Any, get_args

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from saddle_engine import events as ev
from saddle_engine.commands import Command, Verb
from saddle_engine.state import RunState
from saddle_engine.steering import decide
from saddle_engine.types.base import Commit, Digest, NodeId, PatchId, SessionId, TaskId, Tree
from saddle_engine.types.rollout import Purpose, Split
from saddle_engine.types.taxonomy import Layer, PatchClass, Phase, SubType

VERBS: tuple[Verb, ...] = (
    "pause",
    "resume",
    "phase",
    "seal",
    "approve",
    "veto",
    "limit",
    "stop",
)
START: list[ev.AnyEvent] = [
    ev.RunStarted(
        run="r",
        name="r",
        version="0",
        seed=0,
        policy="paper",
        simulated=True,
        sandbox="none",
        config=Digest("c"),
        harness="h",
        commit=Commit("c0"),
        tree=Tree("t0"),
        tasks=dict.fromkeys(Split, 2),
        benchmark=Digest("b"),
        phase=Phase.CAPABILITY,
        limits={"rollouts": 20},
        test_cost=8,
    )
]
SEEDED: list[ev.AnyEvent] = [
    *START,
    ev.NodeAdmitted(
        node=NodeId("n0"), patch=None, parents=(), commit=Commit("c0"), tree=Tree("t0"), dev=0.5
    ),
]
HELD: list[ev.AnyEvent] = [
    *SEEDED,
    ev.IterationStarted(iteration=1, epoch=0, tasks=(TaskId("a"),)),
    ev.PatchProposed(
        patch=PatchId("p1"),
        iteration=1,
        session=SessionId("d1"),
        parents=(NodeId("n0"),),
        title="t",
        layer=Layer.TOOL,
        subtype=SubType.NEW_TOOL,
        patch_class=PatchClass.CAPABILITY,
        proposal=Digest("p"),
        commit=Commit("c1"),
        tree=Tree("t1"),
    ),
    ev.ApprovalAsked(patch=PatchId("p1")),
]
SEALED = ev.RunSealed(by="policy", reason="done", best=NodeId("n0"))
STATES: dict[str, list[ev.AnyEvent]] = {
    "starting": START,
    "running": SEEDED,
    "holding": HELD,
    "approved": [*HELD, ev.PatchApproved(patch=PatchId("p1"), by="me")],
    "paused": [*HELD, ev.RunPaused(by="operator", reason="")],
    "at a limit": [*SEEDED, ev.RunPaused(by="rollouts", reason="")],
    "steering": [*SEEDED, ev.PhaseSwitched(phase=Phase.STEERING, by="policy", reason="")],
    "sealing": [*HELD, ev.SealAsked(by="me")],
    "testing": [*HELD, SEALED],
    "done": [*HELD, SEALED, ev.RunFinished()],
    "failed": [*HELD, ev.RunFailed(error="no disk")],
}
ARGUMENTS: dict[Verb, dict[str, Any]] = {
    "phase": {"phase": "steering"},
    "approve": {"patch": "p1"},
    "veto": {"patch": "p1", "reason": "too broad"},
    "limit": {"name": "rollouts", "value": 30},
}
ACCEPTED: dict[tuple[str, Verb], list[str]] = {
    ("starting", "pause"): ["RunPaused"],
    ("running", "pause"): ["RunPaused"],
    ("holding", "pause"): ["RunPaused"],
    ("approved", "pause"): ["RunPaused"],
    ("steering", "pause"): ["RunPaused"],
    ("sealing", "pause"): ["RunPaused"],
    ("paused", "resume"): ["RunResumed"],
    ("at a limit", "resume"): ["RunResumed"],
    ("running", "seal"): ["SealAsked"],
    ("holding", "seal"): ["SealAsked"],
    ("approved", "seal"): ["SealAsked"],
    ("steering", "seal"): ["SealAsked"],
    ("failed", "seal"): ["SealAsked"],
    ("paused", "seal"): ["SealAsked", "RunResumed"],
    ("at a limit", "seal"): ["SealAsked", "RunResumed"],
    ("holding", "approve"): ["PatchApproved"],
    ("paused", "approve"): ["PatchApproved"],
    ("sealing", "approve"): ["PatchApproved"],
    ("failed", "approve"): ["PatchApproved"],
    ("holding", "veto"): ["PatchVetoed"],
    ("paused", "veto"): ["PatchVetoed"],
    ("sealing", "veto"): ["PatchVetoed"],
    ("failed", "veto"): ["PatchVetoed"],
    ("at a limit", "limit"): ["LimitChanged", "RunResumed"],
}
ACCEPTED |= {
    (name, "phase"): ["PhaseSwitched"]
    for name in STATES
    if name not in {"steering", "testing", "done"}
}
ACCEPTED |= {(name, "limit"): ["LimitChanged"] for name in STATES if name != "at a limit"}
ACCEPTED |= {(name, "stop"): [] for name in STATES}


def folded(events: list[ev.AnyEvent]) -> RunState:
    return RunState().fold(
        ev.Record(seq=seq, at=0.0, event=event) for seq, event in enumerate(events, start=1)
    )


def command(verb: Verb, **arguments: Any) -> Command:
    return Command(id="1", verb=verb, arguments=arguments)


@pytest.mark.parametrize("verb", VERBS)
@pytest.mark.parametrize("name", STATES)
def test_command_is_events_or_a_sentence(name: str, verb: Verb) -> None:
    decision = decide(folded(STATES[name]), command(verb, **ARGUMENTS.get(verb, {})))

    expected = ACCEPTED.get((name, verb))
    if expected is None:
        assert isinstance(decision, str)
        assert len(decision) > 10
    else:
        assert isinstance(decision, list)
        assert [event.kind for event in decision] == expected


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=2) | st.dictionaries(st.text(max_size=3), inner),
    max_leaves=4,
)
WORDS = st.sampled_from(["p1", "n0", "h1", "steering", "capability", "rollouts", "running"]) | JSON
NAMES = (
    "phase",
    "patch",
    "reason",
    "name",
    "value",
    "hold",
    "edits",
    "text",
    "what",
    "node",
    "run",
)


@settings(max_examples=300)
@given(
    name=st.sampled_from(list(STATES)),
    verb=st.sampled_from(get_args(Verb)),
    arguments=st.dictionaries(st.sampled_from([*NAMES, "other"]), WORDS),
    expect=st.dictionaries(st.sampled_from(["phase", "status", "run", "x"]), WORDS, max_size=1),
)
def test_no_command_can_break_an_engine(
    name: str, verb: Verb, arguments: dict[str, Any], expect: dict[str, Any]
) -> None:
    asked = Command(id="1", verb=verb, arguments=arguments, expect=expect)

    decision = decide(folded(STATES[name]), asked)

    if isinstance(decision, str):
        assert decision
    else:
        folded([*STATES[name], *decision])


@pytest.mark.parametrize(
    "value", [0, -1, 30.5, True, "30", None, float("nan"), float("inf"), 10**400]
)
def test_limit_must_be_a_positive_whole_number(value: object) -> None:
    decision = decide(folded(SEEDED), command("limit", name="rollouts", value=value))

    assert isinstance(decision, str)


def test_limit_cannot_take_what_is_set_aside_for_the_test() -> None:
    planned = ev.BatchPlanned(batch="test", purpose=Purpose.TEST, rollouts=8)

    lower = command("limit", name="rollouts", value=7)

    assert isinstance(decide(folded([*SEEDED, SEALED]), lower), str)
    assert isinstance(decide(folded([*SEEDED, SEALED, planned]), lower), list)


@pytest.mark.parametrize(
    ("expect", "stale"),
    [
        ({"phase": "capability"}, False),
        ({"phase": "steering"}, True),
        ({"status": "held"}, False),
        ({"status": "checking"}, True),
        ({"run": "running"}, False),
        ({"run": "paused"}, True),
    ],
)
def test_operator_who_saw_something_else_is_refused(expect: dict[str, Any], stale: bool) -> None:
    asked = Command(id="1", verb="approve", arguments={"patch": "p1"}, expect=expect)

    decision = decide(folded(HELD), asked)

    assert isinstance(decision, str) == stale
    assert not stale or "out of date" in str(decision)


def test_veto_needs_a_reason() -> None:
    assert decide(folded(HELD), command("veto", patch="p1")) == "a veto needs a reason"
