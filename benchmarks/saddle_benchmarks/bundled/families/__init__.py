"""Generators of the bundled tasks: nine families, each decided by one kind of patch, and two guards."""

from saddle_benchmarks.bundled.families import (
    archive,
    depot,
    dispatch,
    errand,
    gauge,
    ledger,
    plaque,
    stamp,
    storage,
    tariff,
    trail,
)
from saddle_benchmarks.bundled.families.parts import Family, TaskFiles
from saddle_benchmarks.bundled.families.plan import plan
from saddle_engine.types.rollout import Split

__all__ = ["FAMILIES", "Family", "TaskFiles", "split_plan"]

_MODULES = (archive, depot, dispatch, errand, gauge, ledger, plaque, stamp, storage, tariff, trail)

FAMILIES: dict[str, Family] = {module.FAMILY.name: module.FAMILY for module in _MODULES}


def split_plan(seed: int = 0) -> dict[Split, list[tuple[str, int]]]:
    """Which tasks, as (family, seed of the task), a benchmark seed puts into which split."""
    return plan(list(FAMILIES.values()), seed)
