"""Words on patches and on where the search goes: what they do, and why they cannot."""

from typing import Any

import pytest

from saddle_engine import events as ev
from saddle_engine.commands import Command, Verb
from saddle_engine.steering import decide
from saddle_engine.types.base import Digest, HintId, NodeId, PatchId
from saddle_engine.types.steering import Hold
from tests.engine.test_steering import HELD, SEALED, SEEDED, folded

P1, H1 = PatchId("p1"), HintId("h1")
DEFERRED: list[ev.AnyEvent] = [
    *HELD,
    ev.PatchDeferred(patch=P1, by="me"),
    ev.IterationFinished(iteration=1, outcome="deferred"),
]
DUE: list[ev.AnyEvent] = [*DEFERRED, ev.PatchApproved(patch=P1, by="me")]
TAKEN_UP: list[ev.AnyEvent] = [
    *DUE,
    ev.IterationStarted(iteration=2, epoch=0, tasks=(), takes_up=P1),
]
VETOED: list[ev.AnyEvent] = [*HELD, ev.PatchVetoed(patch=P1, by="me", reason="no")]
RETURNED: list[ev.AnyEvent] = [*VETOED, ev.PatchReturned(patch=P1, by="me")]
EDITING: list[ev.AnyEvent] = [*HELD, ev.EditAsked(patch=P1, edits=Digest("e"), by="me")]
REFUSED: list[ev.AnyEvent] = [*EDITING, ev.EditRefused(patch=P1, reason="no")]
HINTED: list[ev.AnyEvent] = [*SEEDED, ev.HintGiven(hint=H1, text="look", by="me")]
FIVE_HINTS: list[ev.AnyEvent] = [
    *SEEDED,
    *(ev.HintGiven(hint=HintId(f"h{n}"), text="look", by="me") for n in range(1, 6)),
]
READ: list[ev.AnyEvent] = [*HINTED, ev.HintTaken(hint=H1, iteration=1)]
PINNED: list[ev.AnyEvent] = [*SEEDED, ev.ParentPinned(node=NodeId("n0"), by="me")]
HOLDING: list[ev.AnyEvent] = [*SEEDED, ev.HoldChanged(hold=Hold.ALL, by="me")]

ACCEPTED: list[tuple[list[ev.AnyEvent], Verb, dict[str, Any], str]] = [
    (HELD, "defer", {"patch": "p1"}, "PatchDeferred"),
    (HELD, "edit", {"patch": "p1", "edits": "e"}, "EditAsked"),
    (HELD, "comment", {"patch": "p1", "text": "hm"}, "PatchCommented"),
    (DEFERRED, "approve", {"patch": "p1"}, "PatchApproved"),
    (DEFERRED, "veto", {"patch": "p1", "reason": "no"}, "PatchVetoed"),
    (DEFERRED, "edit", {"patch": "p1", "edits": "e"}, "EditAsked"),
    (DUE, "undo", {"what": "p1"}, "PatchReturned"),
    (VETOED, "undo", {"what": "p1"}, "PatchReturned"),
    (VETOED, "comment", {"patch": "p1", "text": "hm"}, "PatchCommented"),
    (RETURNED, "approve", {"patch": "p1"}, "PatchApproved"),
    (REFUSED, "approve", {"patch": "p1"}, "PatchApproved"),
    (SEEDED, "hint", {"text": "look"}, "HintGiven"),
    (HINTED, "undo", {"what": "h1"}, "HintWithdrawn"),
    ([*FIVE_HINTS, ev.HintTaken(hint=H1, iteration=1)], "hint", {"text": "look"}, "HintGiven"),
    (SEEDED, "pin", {"node": "n0"}, "ParentPinned"),
    (PINNED, "pin", {"node": ""}, "ParentPinned"),
    (SEEDED, "hold", {"hold": "all"}, "HoldChanged"),
    (HOLDING, "hold", {"hold": "none"}, "HoldChanged"),
    ([*HELD, SEALED], "comment", {"patch": "p1", "text": "hm"}, "PatchCommented"),
]
REFUSALS: list[tuple[list[ev.AnyEvent], Verb, dict[str, Any], str]] = [
    (DEFERRED, "defer", {"patch": "p1"}, "set aside already"),
    (VETOED, "defer", {"patch": "p1"}, "p1 is vetoed"),
    (VETOED, "edit", {"patch": "p1", "edits": "e"}, "p1 is vetoed"),
    (HELD, "edit", {"patch": "p1"}, "needs edits"),
    (EDITING, "edit", {"patch": "p1", "edits": "f"}, "being checked"),
    (EDITING, "approve", {"patch": "p1"}, "being checked"),
    (EDITING, "defer", {"patch": "p1"}, "being checked"),
    (HELD, "undo", {"what": "p1"}, "nothing to take back"),
    (TAKEN_UP, "undo", {"what": "p1"}, "nothing to take back"),
    (HELD, "undo", {"what": "p7"}, "no patch 'p7'"),
    (READ, "undo", {"what": "h1"}, "read or withdrawn already"),
    (SEEDED, "hint", {"text": " "}, "needs a text"),
    (FIVE_HINTS, "hint", {"text": "look"}, "5 hints wait for the next diagnosis already"),
    (SEEDED, "hint", {"text": "x" * 1001}, "takes 1,001; shorten"),
    (SEEDED, "hint", {"text": "\u6f22" * 400}, "takes 1,200; shorten"),
    (HELD, "comment", {"patch": "p1", "text": "\x1b" * 200}, "takes 1,200; shorten"),
    (SEEDED, "pin", {"node": "n4"}, "no node 'n4'"),
    (SEEDED, "pin", {"node": ""}, "no node is pinned"),
    (PINNED, "pin", {"node": "n0"}, "pinned already"),
    (HOLDING, "hold", {"hold": "all"}, "is all already"),
    (SEEDED, "hold", {"hold": "some"}, "none, steering and all"),
    (HELD, "comment", {"patch": "p1", "text": ""}, "needs a text"),
    ([*VETOED, SEALED], "undo", {"what": "p1"}, "sealed"),
    ([*HELD, SEALED], "edit", {"patch": "p1", "edits": "e"}, "sealed"),
    ([*HINTED, SEALED], "hint", {"text": "look"}, "sealed"),
    ([*SEEDED, SEALED], "pin", {"node": "n0"}, "sealed"),
    ([*SEEDED, SEALED], "hold", {"hold": "all"}, "sealed"),
]


def asked(verb: Verb, arguments: dict[str, Any], **more: Any) -> Command:
    return Command(id="1", verb=verb, arguments=arguments, actor="maria", **more)


@pytest.mark.parametrize(("told", "verb", "arguments", "kind"), ACCEPTED)
def test_word_that_fits_is_one_event(
    told: list[ev.AnyEvent], verb: Verb, arguments: dict[str, Any], kind: str
) -> None:
    decision = decide(folded(told), asked(verb, arguments))

    assert isinstance(decision, list)
    assert [event.kind for event in decision] == [kind]
    assert decision[0].model_dump()["by"] == "maria"
    folded([*told, *decision])


@pytest.mark.parametrize(("told", "verb", "arguments", "why"), REFUSALS)
def test_word_that_does_not_fit_is_refused_and_says_why(
    told: list[ev.AnyEvent], verb: Verb, arguments: dict[str, Any], why: str
) -> None:
    decision = decide(folded(told), asked(verb, arguments))

    assert isinstance(decision, str)
    assert why in decision


@pytest.mark.parametrize(
    ("told", "expect", "stale"),
    [
        (HELD, {"hold": None}, False),
        (HOLDING, {"hold": "all"}, False),
        (HOLDING, {"hold": "none"}, True),
        (PINNED, {"pinned": "n0"}, False),
        (PINNED, {"pinned": None}, True),
    ],
)
def test_policy_or_pin_that_has_changed_since_is_a_reason_to_refuse(
    told: list[ev.AnyEvent], expect: dict[str, Any], stale: bool
) -> None:
    decision = decide(folded(told), asked("hint", {"text": "look"}, expect=expect))

    assert isinstance(decision, str) == stale


def test_only_an_approval_that_came_too_late_makes_a_patch_due() -> None:
    in_time = [*HELD, ev.PatchApproved(patch=P1, by="me")]

    assert [patch.proposed.patch for patch in folded(DUE).due] == [P1]
    assert not folded(in_time).due
    assert not folded(TAKEN_UP).due
    assert folded(TAKEN_UP).patches[P1].iteration == 2
