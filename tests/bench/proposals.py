"""What the simulated optimizer's proposals are worth, by running every patched harness.

    python -m tests.bench.proposals [PROPOSALS] [TASKS]

Mini-batches of three train tasks are run with the seed harness, and diagnosed in both phases. Every
distinct patched harness then runs at fresh tasks of the family that its sub-type decides, and of the
guard families, beside the seed harness with the same randomness. It is `harmful` when it loses more
than it may anywhere, else `right` when it gains on its family, else `idle`. Expected: about half
right, a quarter idle, a quarter harmful, each within .07.
"""

import asyncio
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

from saddle_benchmarks.bundled.families import FAMILIES, split_plan
from saddle_engine.agents.briefs import TraceOf
from saddle_engine.harness.patching import patched
from saddle_engine.types.patch import Proposal
from saddle_engine.types.rollout import Split
from saddle_engine.types.taxonomy import Phase, SubType
from tests.benchmarks.optimizer_sessions import diagnosed
from tests.benchmarks.react_world import World, react

PROPOSALS = 400
TASKS = 30
"""Fresh tasks of each family that a patched harness runs."""
GAIN, LOSS = 0.2, 0.2
"""Differences of a pass rate that count."""
FRESH = 7_000
"""Task seeds that no split has."""
EXPECTED = {"right": 0.5, "idle": 0.25, "harmful": 0.25}
WITHIN = 0.07

Files = dict[str, bytes]


@dataclass(frozen=True)
class Judged:
    """A distinct patched harness and what came of running it."""

    proposal: Proposal
    times: int
    own: float
    """Change of the pass rate on its own family."""
    guards: dict[str, float]

    @property
    def worth(self) -> str:
        """`right`, `idle` or `harmful`."""
        if min(self.own, *self.guards.values()) < -LOSS:
            return "harmful"
        return "right" if self.own > GAIN else "idle"


def batches(seed_world: World) -> Iterator[list[TraceOf]]:
    """Mini-batches of three train tasks with something failing, without end."""
    number = 0
    while True:
        number += 1
        tasks = Random(number).sample(split_plan(number)[Split.TRAIN], 3)
        traces = [
            seed_world.run(family, seed, number, f"r{place}")
            for place, (family, seed) in enumerate(tasks, start=1)
        ]
        if not all(trace.passed for trace in traces):
            yield traces


def proposals(seed_world: World, files: Files, wanted: int) -> list[Proposal]:
    """Accepted proposals, both phases in turn."""
    found: list[Proposal] = []
    for number, traces in enumerate(batches(seed_world)):
        for turn, phase in enumerate(Phase):
            with TemporaryDirectory() as folder:
                seed = 2 * number + turn
                came = asyncio.run(diagnosed(files, traces, phase, seed, Path(folder)))
            if came.proposal and came.patched:
                found.append(came.proposal)
        if len(found) >= wanted:
            return found[:wanted]
    raise AssertionError("batches never end")


def rates(world: World, families: Sequence[str], tasks: int) -> dict[str, float]:
    """Pass rates at fresh tasks."""
    seeds = range(FRESH, FRESH + tasks)
    return {f: sum(world.run(f, seed).passed for seed in seeds) / tasks for f in families}


def judge(
    files: Files, found: Sequence[Proposal], base: dict[str, float], tasks: int
) -> list[Judged]:
    """Every distinct patched harness, run."""
    distinct: dict[str, tuple[Proposal, int]] = {}
    for one in found:
        key = repr((one.subtype, one.edits))
        distinct[key] = (one, distinct.get(key, (one, 0))[1] + 1)
    judged = []
    for proposal, times in distinct.values():
        own, guards = family_of(proposal.subtype), [f for f in FAMILIES if not FAMILIES[f].subtype]
        with TemporaryDirectory() as folder:
            world = World(patched(files, proposal.edits, proposal.subtype), Path(folder))
            after = rates(world, [own, *guards], tasks)
        change = {family: after[family] - base[family] for family in after}
        judged.append(Judged(proposal, times, change.pop(own), change))
    return judged


def family_of(subtype: SubType) -> str:
    """The family that a sub-type decides."""
    return next(name for name, family in FAMILIES.items() if family.subtype is subtype)


def shares(judged: Sequence[Judged]) -> dict[str, float]:
    """Each worth's share of all proposals."""
    counted: Counter[str] = Counter()
    for one in judged:
        counted[one.worth] += one.times
    return {worth: counted[worth] / counted.total() for worth in EXPECTED}


def main() -> int:
    """Print a line a patch, and the shares; 1 when a share is off."""
    given = [int(argument) for argument in sys.argv[1:]]
    wanted, tasks = (*given, *(PROPOSALS, TASKS)[len(given) :])
    files = react()
    with TemporaryDirectory() as folder:
        seed_world = World(files, Path(folder))
        base = rates(seed_world, list(FAMILIES), tasks)
        found = proposals(seed_world, files, wanted)
    judged = judge(files, found, base, tasks)
    for one in sorted(judged, key=lambda one: (one.proposal.subtype, one.worth)):
        guards = " ".join(f"{family} {change:+.2f}" for family, change in one.guards.items())
        print(
            f"{one.times:4} {one.worth:8} {one.own:+.2f} {guards}  "
            f"{one.proposal.subtype}: {one.proposal.title}"
        )
    measured = shares(judged)
    print(" ".join(f"{worth} {share:.3f}" for worth, share in measured.items()), "of", len(found))
    return int(any(abs(measured[w] - share) > WITHIN for w, share in EXPECTED.items()))


if __name__ == "__main__":
    sys.exit(main())
