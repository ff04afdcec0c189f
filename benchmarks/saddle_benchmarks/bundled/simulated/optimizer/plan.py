"""What the optimizer can propose: a weakness it knows how to see, and plans against it."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import StrEnum

from saddle_benchmarks.bundled.simulated.optimizer.harness import Harness
from saddle_benchmarks.bundled.simulated.optimizer.trace import Trace
from saddle_engine.types.patch import Edit
from saddle_engine.types.taxonomy import SubType


class Quality(StrEnum):
    """What a plan is worth. The optimizer errs as often as published ones do."""

    RIGHT = "right"
    IDLE = "idle"
    """Plausible, and changes nothing that matters."""
    HARMFUL = "harmful"
    """Breaks something, or acts on far more than the failure it was meant for."""


@dataclass(frozen=True)
class Symptom:
    """Where a trace shows that something went wrong."""

    trace: Trace
    first_step: int
    last_step: int
    note: str


@dataclass(frozen=True)
class Plan:
    """One possible patch."""

    quality: Quality
    title: str
    edits: tuple[Edit, ...]
    risk: str


@dataclass(frozen=True)
class Weakness:
    """A kind of weakness: how it shows in traces, where it lies in sources, what can be done."""

    subtype: SubType
    clue: str
    """What to look for in the sources, as a POSIX extended regular expression."""
    cause: str
    rejected: tuple[str, ...]
    seen: Callable[[Trace], Symptom | None]
    """What the text of a failing trace shows of it."""
    plans: Callable[[Harness, Sequence[Symptom]], list[Plan]]
    """Patches for the sources as they are; none when they do not have the weakness."""
    masks: int = 1
    """A trace that shows several weaknesses is explained by the one with the smallest number."""


def right(title: str, risk: str, *edits: Edit) -> Plan:
    """A plan that removes the cause."""
    return Plan(Quality.RIGHT, title, edits, risk)


def idle(title: str, risk: str, *edits: Edit) -> Plan:
    """A plan that looks right and is not."""
    return Plan(Quality.IDLE, title, edits, risk)


def harmful(title: str, risk: str, *edits: Edit) -> Plan:
    """A plan that does damage."""
    return Plan(Quality.HARMFUL, title, edits, risk)
