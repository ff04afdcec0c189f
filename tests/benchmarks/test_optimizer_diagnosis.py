"""Diagnosis sessions of the simulated optimizer on real traces of the reference harness."""

from pathlib import Path

import pytest

from saddle_benchmarks.bundled.families import FAMILIES
from saddle_benchmarks.bundled.simulated.optimizer.weaknesses import WEAKNESSES
from saddle_engine.agents.briefs import TraceOf
from saddle_engine.harness.patching import patched
from saddle_engine.types.patch import Proposal
from saddle_engine.types.taxonomy import Phase, SubType
from tests.benchmarks.optimizer_sessions import diagnosed
from tests.benchmarks.react_world import Files, World, react
from tests.benchmarks.reference_patches import FIXES
from tests.benchmarks.shifted import MOVED, moved, renamed

SEED = react()
FIRST = 3_000
"""Task seeds that no split of a test has."""
DECIDED = {family.subtype: name for name, family in FAMILIES.items() if family.subtype}

each_family = pytest.mark.parametrize(("subtype", "family"), DECIDED.items(), ids=str)


@pytest.fixture(scope="module")
def world(tmp_path_factory: pytest.TempPathFactory) -> World:
    return World(SEED, tmp_path_factory.mktemp("react"))


@each_family
async def test_proposals_follow_the_traces_of_each_family(
    subtype: SubType, family: str, world: World, tmp_path: Path
) -> None:
    """Only the traces differ between families: swap them, and other patches are proposed."""
    named = [
        await subtype_for(SEED, [trace], subtype.patch_class, seed, tmp_path / str(seed))
        for seed, trace in enumerate(failures(world, family, 4))
    ]

    assert named.count(subtype) >= 3, named
    assert set(named) <= {subtype, None, SubType.RULE_ADDITION}, named


@each_family
async def test_renamed_files_are_found_again(subtype: SubType, family: str, tmp_path: Path) -> None:
    files = renamed(SEED)
    found = failures(World(files, tmp_path / "react"), family, 2)

    named = [
        await subtype_for(files, [trace], subtype.patch_class, seed, tmp_path / str(seed))
        for seed, trace in enumerate(found)
    ]

    assert subtype in named, named


@each_family
async def test_nothing_is_proposed_for_what_was_mended_beforehand(
    subtype: SubType, family: str, world: World, tmp_path: Path
) -> None:
    """Also not when the traces still show the weakness."""
    files = patched(SEED, FIXES[subtype], subtype)

    for seed, trace in enumerate(failures(world, family, 2)):
        for phase in Phase:
            proposal = await propose(files, [trace], phase, seed, tmp_path / f"{phase}-{seed}")
            if proposal and subtype is SubType.RULE_ADDITION:
                assert "check" not in proposal.title
            elif proposal:
                assert proposal.subtype is not subtype


@pytest.mark.parametrize("subtype", MOVED, ids=str)
async def test_moved_weakness_is_mended_where_it_lies(
    subtype: SubType, world: World, tmp_path: Path
) -> None:
    files, place = moved(SEED, subtype)
    touched = set()
    for seed, trace in enumerate(failures(world, DECIDED[subtype], 5)):
        proposal = await propose(files, [trace], subtype.patch_class, seed, tmp_path / str(seed))
        if proposal and proposal.subtype is subtype:
            touched |= {edit.path for edit in proposal.edits}

    assert place in touched


async def test_other_failing_trace_is_taken_when_the_phase_does_not_allow_the_first(
    world: World, tmp_path: Path
) -> None:
    [sizes], [notes] = failures(world, "storage", 1), failures(world, "depot", 1)

    capability = await subtype_for(SEED, [sizes, notes], Phase.CAPABILITY, 1, tmp_path / "1")
    steering = await subtype_for(SEED, [sizes, notes], Phase.STEERING, 1, tmp_path / "2")
    neither = await subtype_for(SEED, [sizes], Phase.CAPABILITY, 1, tmp_path / "3")

    assert (capability, steering, neither) == (
        SubType.LOOP_CHANGE,
        SubType.DESCRIPTION_FIX,
        None,
    )


async def test_unknown_harness_gets_a_rule(world: World, tmp_path: Path) -> None:
    files = {
        "harness.toml": b'name = "mine"\nstart = ["run"]\n'
        b'[[surface]]\nlayer = "prompt"\nfiles = ["words/*.txt"]\n',
        "words/start.txt": b"You are a patient assistant.\nBe polite.\n",
    }

    for seed, trace in enumerate(failures(world, "archive", 3)):
        steering = await propose(files, [trace], Phase.STEERING, seed, tmp_path / f"s{seed}")
        capability = await propose(files, [trace], Phase.CAPABILITY, seed, tmp_path / f"c{seed}")

        assert steering is not None
        assert steering.subtype is SubType.RULE_ADDITION
        assert patched(files, steering.edits, steering.subtype, Phase.STEERING) != files
        assert capability is None


async def test_evidence_names_steps_of_the_failing_trace(world: World, tmp_path: Path) -> None:
    [trace] = failures(world, "gauge", 1)

    proposal = await propose(SEED, [trace], Phase.CAPABILITY, 1, tmp_path)

    assert proposal is not None
    assert [evidence.rollout for evidence in proposal.evidence] == [trace.rollout]
    assert proposal.expected_flips == (trace.task,)
    assert proposal.rejected
    assert proposal.risk


async def test_refused_patch_is_replaced_by_another_one(world: World, tmp_path: Path) -> None:
    [trace] = failures(world, "gauge", 1)

    for seed in range(4):
        folder = tmp_path / str(seed)
        once = await diagnosed(SEED, [trace], Phase.CAPABILITY, seed, folder / "1", refused=1)
        always = await diagnosed(SEED, [trace], Phase.CAPABILITY, seed, folder / "2", refused=9)

        assert once.patched is not None
        assert always.patched is None


def failures(world: World, family: str, wanted: int) -> list[TraceOf]:
    """The first failing rollouts of a family."""
    found = []
    for seed in range(FIRST, FIRST + 100):
        trace = world.run(family, seed, name=f"r{seed}")
        if not trace.passed:
            found.append(trace)
        if len(found) == wanted:
            break
    return found


async def propose(
    files: Files, traces: list[TraceOf], phase: Phase, seed: int, folder: Path
) -> Proposal | None:
    came = await diagnosed(files, traces, phase, seed, folder)
    assert not came.refusal or came.refusal.startswith("no patch: "), came.refusal
    return came.proposal


async def subtype_for(
    files: Files, traces: list[TraceOf], phase: Phase, seed: int, folder: Path
) -> SubType | None:
    proposal = await propose(files, traces, phase, seed, folder)
    return proposal.subtype if proposal else None


def test_every_weakness_is_decided_by_a_family() -> None:
    assert {weakness.subtype for weakness in WEAKNESSES} == set(DECIDED)
