"""Which hard limits a run will likely meet, and whether they cover the seed and the test."""

from dataclasses import dataclass
from typing import Literal

from saddle_tui.estimating.estimate import LIMITED, Stage, sums, whole
from saddle_tui.estimating.plan import Plan
from saddle_tui.estimating.ranges import Range

MUST = ("seed on dev", "test")
Verdict = Literal["stops it", "may stop it", "is enough"]


@dataclass(frozen=True)
class Met:
    """One limit of a configuration."""

    name: str
    value: float
    needed: Range
    """By the whole run."""
    least: Range
    """By the seed's dev run and the test, without which there is no result."""

    @property
    def verdict(self) -> Verdict:
        """What it will do to the run."""
        if self.value < self.needed.likely:
            return "stops it"
        return "may stop it" if self.value < self.needed.high else "is enough"

    @property
    def covers(self) -> bool:
        """It likely leaves room for the seed's dev run and the test; of rollouts that is a law."""
        need = self.least.high if self.name == "rollouts" else self.least.likely
        return self.value >= need

    @property
    def share(self) -> float:
        """Of the likely need that it covers; the limit with the smallest comes first."""
        return self.value / self.needed.likely if self.needed.likely else float("inf")


def met(plan: Plan, stages: list[Stage]) -> list[Met]:
    """The limits that are set, the one that is met first at the top."""
    total = whole(plan, stages)
    must = sums("must", [each for each in stages if each.name in MUST])
    found = [
        Met(name, plan.limits[name], getattr(total, name), getattr(must, name))
        for name in LIMITED
        if name in plan.limits
    ]
    return sorted(found, key=lambda each: each.share)
