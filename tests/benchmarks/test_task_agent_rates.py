"""What makes the simulated agent better or worse at which family, in rollouts of real harness files."""

import re

import pytest

from saddle_benchmarks.bundled.families import FAMILIES, split_plan
from saddle_engine.types.rollout import Split
from saddle_engine.types.taxonomy import SubType
from tests.benchmarks.expected_rates import MENDED, SEED
from tests.benchmarks.reference_patches import FIXES, OVER_BROAD
from tests.benchmarks.rollouts import Loaded, patched, rate

GUARDS = ("plaque", "stamp")
SEEDS = range(500_000, 500_030)
NOISE = 0.26
"""Three standard errors of 30 tasks; tests/bench/calibration.py measures more closely."""


@pytest.mark.parametrize("family", FAMILIES)
def test_seed_harness_passes_as_often_as_expected(family: str) -> None:
    with patched() as react:
        assert abs(rate(react, family, SEEDS, "seed") - SEED[family]) < NOISE


@pytest.mark.parametrize("family", MENDED)
def test_mending_a_weakness_lifts_its_family_and_leaves_the_guards_alone(family: str) -> None:
    subtype = FAMILIES[family].subtype
    assert subtype
    with patched(FIXES[subtype]) as react:
        assert rate(react, family, SEEDS, "mended") > 0.78
        for guard in GUARDS:
            assert rate(react, guard, SEEDS[:10], "mended") > 0.6


@pytest.mark.parametrize("family", FAMILIES)
def test_everything_mended_passes_nearly_everything(family: str) -> None:
    with patched(*FIXES.values()) as react:
        assert rate(react, family, SEEDS[:20], "all") >= 0.75


@pytest.mark.parametrize(
    ("patch", "guard", "most"),
    [
        ("run everything twice", "stamp", 0.2),
        ("explain everywhere", "plaque", 0.2),
        ("a hook on every call", "stamp", 0.7),
        ("a hook on every call", "plaque", 0.7),
        ("retry what fails", "stamp", 0.8),
    ],
)
def test_over_broad_patch_breaks_a_guard(patch: str, guard: str, most: float) -> None:
    with patched(OVER_BROAD[patch]) as react:
        assert rate(react, guard, SEEDS, "broad") < most


CAPABILITY = {
    SubType.NEW_TOOL: "archive",
    SubType.ARGUMENT_CHANGE: "dispatch",
    SubType.IMPLEMENTATION_FIX: "gauge",
    SubType.INFRASTRUCTURE_CHANGE: "trail",
    SubType.LOOP_CHANGE: "depot",
}


@pytest.mark.parametrize(("subtype", "family"), CAPABILITY.items())
def test_what_a_task_needs_is_not_in_the_messages_until_the_code_changes(
    subtype: SubType, family: str
) -> None:
    """A pass of the seed is a guess: what the agent saw does not have the answer any more often."""
    with patched() as react:
        blind = sum(knew(react, family, s) for s in SEEDS)
    with patched(FIXES[subtype]) as react:
        told = sum(knew(react, family, s) for s in SEEDS)

    assert blind <= len(SEEDS) * 0.5
    assert told == len(SEEDS)


def knew(react: Loaded, family: str, seed: int) -> bool:
    """Whether a tool has shown the fact that decides the task, before the agent's last turn."""
    task = FAMILIES[family].generate(seed)
    answer = task.files["tests/expected.txt"].decode().split("\t")[1].strip()
    shown = "\n".join(react.roll(task, "knew", seed).shown)
    match family:
        case "archive":
            [wanted] = re.findall(r"\d{4}", task.files["instruction.md"].decode())
            return bool(re.search(rf"{wanted}:.* {answer}$", shown, re.MULTILINE))
        case "gauge":
            return f"state: {answer}" in shown or "exit code: " in shown
        case "trail":
            return f"word is {answer}" in shown
        case _:
            return f": {answer}" in shown


@pytest.mark.parametrize("split", [Split.TRAIN, Split.DEV])
@pytest.mark.parametrize("seed", range(3))
def test_splits_are_neither_easy_nor_hopeless_and_two_runs_differ(split: Split, seed: int) -> None:
    chances = [SEED[family] for family, _ in split_plan(seed)[split]]

    assert 0.3 < sum(chances) / len(chances) < 0.58
    assert sum(0.15 < p < 0.85 for p in chances) >= len(chances) / 3
    assert sum(2 * p * (1 - p) for p in chances) / len(chances) > 0.1


ATTEMPTS = 16


@pytest.mark.parametrize("split", [Split.TRAIN, Split.DEV])
def test_attempts_at_the_very_tasks_of_a_split_pass_by_chance(split: Split) -> None:
    with patched() as react:
        scores = [
            [
                react.roll(FAMILIES[family].generate(seed), family, seed, k).score
                for k in range(ATTEMPTS)
            ]
            for family, seed in split_plan(0)[split]
        ]

    chances = [sum(task) / ATTEMPTS for task in scores]
    differing = [
        sum(task[one] != task[other] for task in scores) / len(scores)
        for one in range(ATTEMPTS)
        for other in range(one)
    ]
    assert 0.3 <= sum(chances) / len(chances) <= 0.6
    assert sum(0.15 < chance < 0.85 for chance in chances) >= len(chances) / 3
    assert sum(differing) / len(differing) >= 0.1
