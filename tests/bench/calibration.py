"""Measure how often the simulated agent passes each family, and compare with the expected rates.

`python -m tests.bench.calibration [TASKS]` runs so many fresh tasks (200) of every family, with the
react harness as it is and with the family's own weakness mended, and a part of them with all weaknesses
mended and with over-broad patches. It prints a table and exits 1 when a rate is further off than it may be.
"""

import sys
from collections.abc import Iterator, Mapping, Sequence

from saddle_benchmarks.bundled.families import FAMILIES, split_plan
from saddle_engine.types.rollout import Split
from tests.benchmarks.expected_rates import MENDED, SEED, TOLERANCE
from tests.benchmarks.reference_patches import FIXES, OVER_BROAD
from tests.benchmarks.rollouts import patched, rate

FIRST_SEED = 1_000_000
"""Beyond what any benchmark is likely to use."""
FEW = 50
"""Tasks that are enough for what is not compared."""


def main(count: int) -> int:
    """Print the table; the number of rates that are off decides the exit code."""
    seeds = range(FIRST_SEED, FIRST_SEED + count)
    print(f"{'':24}{''.join(f'{family:>9}' for family in FAMILIES)}")
    with patched() as react:
        seed = {family: rate(react, family, seeds, "seed") for family in FAMILIES}
    mended = dict(_mended(seeds))
    _row("seed", seed)
    _row("own weakness mended", mended)
    with patched(*FIXES.values()) as react:
        _row("all mended", {family: rate(react, family, seeds[:FEW], "all") for family in FAMILIES})
    for name, edits in OVER_BROAD.items():
        with patched(edits) as react:
            _row(
                name,
                {family: rate(react, family, seeds[:FEW], name) for family in ("plaque", "stamp")},
            )
    for split in Split:
        places = [family for family, _ in split_plan()[split]]
        print(f"seed Pass@1 on {split}: {sum(seed[f] for f in places) / len(places):.3f}")
    off = [*_off("seed", seed, SEED), *_off("mended", mended, MENDED)]
    print("\n".join(off) or f"all rates within {TOLERANCE} of what is expected")
    return 1 if off else 0


def _mended(seeds: Sequence[int]) -> Iterator[tuple[str, float]]:
    for name, family in FAMILIES.items():
        if family.subtype:
            with patched(FIXES[family.subtype]) as react:
                yield name, rate(react, name, seeds, "mended")


def _row(name: str, rates: dict[str, float]) -> None:
    cells = (f"{rates[family]:9.2f}" if family in rates else f"{'':9}" for family in FAMILIES)
    print(f"{name:24}{''.join(cells)}", flush=True)


def _off(name: str, measured: dict[str, float], expected: Mapping[str, float]) -> Iterator[str]:
    for family, rate_expected in expected.items():
        if abs(measured[family] - rate_expected) > TOLERANCE:
            yield f"{name} {family}: {measured[family]:.2f}, expected {rate_expected:.2f}"


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1]) if len(sys.argv) > 1 else 200))
