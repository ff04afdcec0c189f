"""What is said of a patch that may be taken home is what its run has on record."""

import itertools
from collections import Counter
from fractions import Fraction
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from saddle_engine import events as ev
from saddle_engine.state import RunState
from saddle_engine.types.base import PatchId, RolloutId, SessionId
from saddle_engine.types.patch import Proposal, ReplaceText
from saddle_engine.types.steering import Buckets
from saddle_engine.types.taxonomy import SubType
from saddle_tui.reading import begun, open_viewer
from saddle_tui.triage.cost import cost_of
from saddle_tui.triage.facts import verdict
from saddle_tui.triage.flips import flips
from saddle_tui.triage.grounds import grounds, lineage
from tests.synthetic.shape import Shape
from tests.synthetic.writing import MadeUp
from tests.tui.stories import Story

TASKS = ("a", "b", "c", "d", "e")


def proposal(*expected: str) -> Proposal:
    kind = SubType.RULE_MODIFICATION
    return Proposal(
        title="t", layer=kind.layer, subtype=kind, patch_class=kind.patch_class, causes=("c",), rejected=(),
        evidence=(), edits=(ReplaceText(path="x", old="a", new="b"),), expected_flips=expected, risk="",
    )  # fmt: skip


@given(st.sets(st.sampled_from(TASKS)), st.sets(st.sampled_from(TASKS)), st.data())
def test_luck_is_what_all_ways_of_drawing_as_many_names_have_on_average(
    failing: set[str], wanted: set[str], data: st.DataObject
) -> None:
    fixed = data.draw(st.sets(st.sampled_from(sorted(failing)))) if failing else set()
    buckets = Buckets(fixed=tuple(fixed), still_failing=tuple(failing - fixed))

    found = flips(proposal(*sorted(wanted)), buckets)

    assert found is not None
    assert {*found.hits} == wanted & fixed
    assert {*found.missed} == wanted - fixed
    assert {*found.unforeseen} == fixed - wanted
    drawn = len(wanted & failing)
    hits = [
        len(fixed.intersection(ways)) for ways in itertools.combinations(sorted(failing), drawn)
    ]
    assert found.by_luck == pytest.approx(sum(hits) / len(hits))
    at_least = Fraction(sum(each >= len(found.hits) for each in hits), len(hits))
    assert found.p == pytest.approx(float(at_least))


def test_nothing_is_observed_before_the_mini_batch_is_checked() -> None:
    assert flips(proposal("a"), None) is None
    found = flips(proposal(), Buckets(fixed=("a",)))
    assert found is not None
    assert found.sentence == "nothing was predicted"


def test_costs_of_patches_add_up_to_those_of_the_iterations_that_had_one(tmp_path: Path) -> None:
    run = MadeUp(tmp_path / "home", Shape(nodes=6, rollouts=80, events=2_500))
    run.write()
    with open_viewer(run.folder) as viewer:
        state = begun(run.folder, viewer)
        costs = [cost_of(patch, state, viewer.records) for patch in state.patches.values()]
        owners: Counter[tuple[str, int]] = Counter()
        for record in viewer.tail(0, 100_000):
            if isinstance(record.event, ev.CallSettled):
                owners[record.event.role, _iteration(state, record.event.owner)] += (
                    record.event.cost
                )

    with_patch = {patch.proposed.iteration for patch in state.patches.values()}
    for role in ("task", "evolution", "diagnosis", "reflection"):
        wanted = sum(
            cost for (by, where), cost in owners.items() if by == role and where in with_patch
        )
        assert sum(cost.nanos[role] for cost in costs) == wanted
    assert sum(cost.usd for cost in costs) > 0


def _iteration(state: RunState, owner: str) -> int:
    """0 for what belongs to none."""
    if (session := state.sessions.get(SessionId(owner))) is not None:
        return session.started.iteration
    return state.batches[state.rollouts[RolloutId(owner)].batch].iteration


def test_a_verdict_says_why_in_plain_words() -> None:
    story = Story().start().seed(0.5).grow(0.25, "n0").decline("n1")
    story.iterate("n0")
    refused = story.propose("n0", commit=None)
    story.add(ev.PatchRefused(patch=refused, reason="outside of every surface"))
    held = story.iterate("n0").propose("n0")
    story.add(ev.ApprovalAsked(patch=held))
    vetoed = story.iterate("n0").propose("n0")
    story.add(ev.PatchVetoed(patch=vetoed, by="me", reason="too broad"))
    state = RunState().fold(story.records())

    said = {id_: verdict(patch, state) for id_, patch in state.patches.items()}

    assert said[PatchId("p1")].endswith(
        "on dev 0.500 before and 0.250 after (simulated), down, though this policy admits all the same"
    )
    assert said[PatchId("p2")].startswith("declined, since only a gain goes on to dev: on the same")
    assert said[refused] == "refused before any rollout was spent on it: outside of every surface"
    assert said[held] == "waits for an operator's word; no rollout was spent on it"
    assert said[vetoed] == "vetoed by an operator: too broad"


def test_grounds_name_what_is_missing_and_what_is_there_instead() -> None:
    story = (
        Story().start().seed().grow(0.6, "n0").grow(0.7, "n1").grow(0.6, "n0").grow(0.8, "n2", "n3")
    )
    state = RunState().fold(story.records())
    p1, p2, p3, p4 = state.patches

    assert lineage(state, state.patches[p4].proposed.parents) == [p1, p2, p3]
    assert grounds(state, p2, []) == (
        "p2 was measured on n1 with p1; here it stands on the seed, where nobody has measured it"
    )
    assert grounds(state, p3, [p1]).startswith(
        "p3 was measured on the seed; here it stands on the seed with p1"
    )
    assert "with p1, p2, p3, put together in another way" in grounds(state, p4, [p1, p2, p3])
