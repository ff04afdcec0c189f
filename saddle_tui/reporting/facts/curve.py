"""How scores on dev have grown, node by node."""

from dataclasses import dataclass

from saddle_engine.types.rollout import Split
from saddle_engine.types.wilson import Interval, wilson
from saddle_tui.marks import Mark, mark
from saddle_tui.reporting.material import Material

CLOSE = 1e-6
"""Two means that are one."""


@dataclass(frozen=True)
class Scored:
    """A node on dev."""

    node: str
    iteration: int
    """0 for the seed."""
    dev: float
    """Mean score in [0,1]."""
    passed: int
    attempts: int
    interval: Interval
    """Of the mean on tasks like these; where scores are graded it is rather too wide."""
    title: str
    """Of its patch; hostile text."""
    leads: bool
    """It scored more than all before it."""
    merged: bool
    parents: tuple[str, ...]


@dataclass(frozen=True)
class Curve:
    """All nodes, the oldest first."""

    nodes: tuple[Scored, ...]
    last: int
    """The newest iteration."""
    phases: tuple[tuple[int, str], ...]
    """Iterations after which another class of patches was proposed."""


def curve(material: Material) -> Curve:
    """From the EvoDAG and the tally."""
    view, state = material.view, material.view.state
    found: list[Scored] = []
    best = 0.0
    for node in state.dag:
        patch = state.patches.get(node.patch) if node.patch else None
        told = mark(view, Split.DEV, node.tree)
        leads = not found or node.dev > best
        best = max(best, node.dev)
        found.append(
            Scored(
                node.id, patch.iteration if patch else 0, node.dev, told.passed, told.total,
                _interval(node.dev, told), patch.proposed.title if patch else "the seed", leads,
                len(node.parents) > 1, node.parents,
            )
        )  # fmt: skip
    return Curve(tuple(found), len(state.iterations), tuple(material.ledger.phases))


def _interval(dev: float, told: Mark) -> Interval:
    """That of the share which passes, where it is the mean; no scores in [0,1] vary more than passes do."""
    if abs(dev - told.share) < CLOSE:
        return told.interval
    return wilson(min(max(dev, 0.0), 1.0) * told.tasks, told.tasks)
