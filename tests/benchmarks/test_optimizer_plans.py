"""Patches of the simulated optimizer against the reference harness: real, valid, and no dead ends."""

import ast
from collections.abc import Iterator
from random import Random

import pytest

from saddle_benchmarks.bundled.simulated.optimizer import choosing
from saddle_benchmarks.bundled.simulated.optimizer.harness import Harness, Source
from saddle_benchmarks.bundled.simulated.optimizer.plan import Plan, Quality, Symptom, Weakness
from saddle_benchmarks.bundled.simulated.optimizer.suspects import Suspect
from saddle_benchmarks.bundled.simulated.optimizer.trace import Act, Step, Trace
from saddle_benchmarks.bundled.simulated.optimizer.weaknesses import WEAKNESSES
from saddle_benchmarks.bundled.simulated.optimizer.weaknesses.unknown import UNKNOWN
from saddle_engine.harness.patching import patched
from saddle_engine.types.draws import draw
from saddle_engine.types.taxonomy import SubType
from tests.benchmarks.react_world import Files, react

SEED = react()
CLOSING = Step(10, {"finish": "done"}, [Act("finish", {"summary": "done"}, "{}")])
SYMPTOM = Symptom(Trace("r1", "task-1", (Step(0, {}, []), CLOSING)), 1, 10, "it failed")

by_subtype = pytest.mark.parametrize("weakness", WEAKNESSES, ids=lambda one: str(one.subtype))


def test_every_subtype_has_its_weakness() -> None:
    assert {weakness.subtype for weakness in WEAKNESSES} == set(SubType)
    assert len({weakness.clue for weakness in (*WEAKNESSES, UNKNOWN)}) == len(SubType) + 1


@by_subtype
def test_every_patch_is_accepted_as_what_it_says_it_is(weakness: Weakness) -> None:
    for plan in plans(weakness, SEED):
        after = patched(SEED, plan.edits, weakness.subtype, weakness.subtype.patch_class)

        for path, content in after.items():
            if path.endswith(".py"):
                ast.parse(content, path)


@by_subtype
def test_every_weakness_can_be_met_rightly_idly_and_harmfully(weakness: Weakness) -> None:
    found = plans(weakness, SEED)

    for quality in Quality:
        wordings = {plan.edits for plan in found if plan.quality is quality}
        assert len(wordings) >= 2, quality


@by_subtype
def test_no_patch_is_offered_for_a_weakness_that_is_mended(weakness: Weakness) -> None:
    for plan in plans(weakness, SEED):
        if plan.quality is Quality.RIGHT:
            assert plans(weakness, patched(SEED, plan.edits, weakness.subtype)) == [], plan.title


@by_subtype
def test_what_did_not_help_leaves_the_right_patch_possible(weakness: Weakness) -> None:
    for plan in plans(weakness, SEED):
        if plan.quality is Quality.IDLE:
            left = plans(weakness, patched(SEED, plan.edits, weakness.subtype))

            assert any(other.quality is Quality.RIGHT for other in left), plan


def test_patches_for_all_nine_weaknesses_go_together() -> None:
    for seed in range(8):
        files, rng = SEED, Random(seed)
        for weakness in rng.sample(WEAKNESSES, len(WEAKNESSES)):
            right = [p for p in plans(weakness, files) if p.quality is Quality.RIGHT]
            files = patched(files, rng.choice(right).edits, weakness.subtype)

        assert [weakness.subtype for weakness in WEAKNESSES if plans(weakness, files)] == []


def test_shares_of_what_plans_are_worth() -> None:
    counted = dict.fromkeys(Quality, 0)
    for weakness in WEAKNESSES:
        found = plans(weakness, SEED)
        for number in range(100):
            chosen = choosing.choose(found, draw("session", weakness.subtype, number))
            counted[chosen.quality] += 1

    for quality, share in {Quality.RIGHT: 0.5, Quality.IDLE: 0.25, Quality.HARMFUL: 0.25}.items():
        assert counted[quality] / sum(counted.values()) == pytest.approx(share, abs=0.05)


def plans(weakness: Weakness, files: Files) -> list[Plan]:
    return choosing.plans(harness(files), Suspect(weakness, (SYMPTOM,), ("task-1",)))


def harness(files: Files) -> Harness:
    return Harness(tuple(files), tuple(sources(files)))


def sources(files: Files) -> Iterator[Source]:
    for path, content in files.items():
        yield Source(path, content.decode())
