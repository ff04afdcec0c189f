"""What the simulated optimizer makes of a patch's results."""

from pathlib import Path

import pytest

from saddle_engine.agents.answers import Reflection
from saddle_engine.agents.briefs import PairOf, ReflectionBrief, TraceOf
from saddle_engine.agents.reflection import reflect
from saddle_engine.types.patch import Proposal
from saddle_engine.types.rollout import Outcome
from tests.benchmarks.optimizer_sessions import desk
from tests.benchmarks.react_world import World, react
from tests.engine.desks import PROPOSAL


@pytest.fixture(scope="module")
def world(tmp_path_factory: pytest.TempPathFactory) -> World:
    return World(react(), tmp_path_factory.mktemp("react"))


async def test_fixed_task_teaches_a_good_lesson(world: World, tmp_path: Path) -> None:
    pairs = [pair(world, 0, passed=(False, True)), pair(world, 1, passed=(False, False))]

    reflection = await reflected(pairs, tmp_path)

    assert {judgement.task for judgement in reflection.judgements} == {"depot-0", "depot-1"}
    assert [lesson.verdict for lesson in reflection.lessons] == ["good"]
    assert set(reflection.lessons[0].evidence) == {"r0", "r100"}


async def test_regressed_task_teaches_a_bad_lesson(world: World, tmp_path: Path) -> None:
    reflection = await reflected([pair(world, 0, passed=(True, False))], tmp_path)

    assert [lesson.verdict for lesson in reflection.lessons] == ["bad", "ineffective"]


async def test_unchanged_trace_is_called_chance(world: World, tmp_path: Path) -> None:
    reflection = await reflected([pair(world, 0, passed=(False, False))], tmp_path)

    assert [judgement.real_or_chance for judgement in reflection.judgements] == ["chance"]
    assert [lesson.verdict for lesson in reflection.lessons] == ["ineffective"]


def pair(world: World, number: int, passed: tuple[bool, bool]) -> PairOf:
    """Two rollouts of one task, which differ in their attempts where their outcomes do."""
    before, after = passed
    second = 2 if before != after else 1
    return PairOf(
        attempt(world, number, 1, before, f"r{number}"),
        attempt(world, number, second, after, f"r{number + 100}"),
    )


def attempt(world: World, number: int, attempt: int, passed: bool, name: str) -> TraceOf:
    trace = world.run("depot", number, attempt, name)
    return TraceOf(
        rollout=trace.rollout,
        task=trace.task,
        instruction=trace.instruction,
        outcome=Outcome.PASSED if passed else Outcome.FAILED,
        score=float(passed),
        exchanges=trace.exchanges,
    )


async def reflected(pairs: list[PairOf], folder: Path) -> Reflection:
    before = sum(pair.before.passed for pair in pairs) / len(pairs)
    after = sum(pair.after.passed for pair in pairs) / len(pairs)
    brief = ReflectionBrief(
        Proposal.model_validate(PROPOSAL), "--- a\n+++ b\n", tuple(pairs), before, after, None
    )
    reflection = await reflect(desk(folder, 1), brief)
    assert reflection is not None
    return reflection
