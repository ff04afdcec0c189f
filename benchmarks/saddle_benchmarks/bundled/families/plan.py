"""How tasks are dealt to the splits."""

from collections.abc import Iterator, Sequence
from random import Random

from saddle_benchmarks.bundled.families.parts import Family
from saddle_engine.types.rollout import Split
from saddle_engine.types.taxonomy import PatchClass

EXTRA_PLACES = 3
"""A split has one task of every family that a patch helps, and these more of steering families."""
GUARD_TASKS = 4
"""Of each guard family, in dev and in test."""
TASKS_A_SEED = 100
"""Upper bound of the tasks that one benchmark seed takes from a family."""


def plan(families: Sequence[Family], seed: int) -> dict[Split, list[tuple[str, int]]]:
    """Twelve train tasks; twelve dev and twelve test tasks plus eight guard tasks each."""
    fresh = {
        family.name: iter(range(seed * TASKS_A_SEED, (seed + 1) * TASKS_A_SEED))
        for family in families
    }
    return {
        split: list(_deal(families, split, fresh, Random(f"{seed}:{split}"))) for split in Split
    }


def _deal(
    families: Sequence[Family], split: Split, fresh: dict[str, Iterator[int]], rng: Random
) -> Iterator[tuple[str, int]]:
    helped = [family for family in families if family.subtype]
    steering = [
        family
        for family in helped
        if family.subtype and family.subtype.patch_class is PatchClass.STEERING
    ]
    guards = (
        [family for family in families if not family.subtype] if split is not Split.TRAIN else []
    )
    dealt = [*helped, *rng.sample(steering, EXTRA_PLACES), *guards * GUARD_TASKS]
    rng.shuffle(dealt)
    return ((family.name, next(fresh[family.name])) for family in dealt)
