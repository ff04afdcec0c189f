"""How often patches broke what had worked, and whether that grows."""

from dataclasses import dataclass

from saddle_engine.types.rollout import Split
from saddle_tui.comparing.sides import Side
from saddle_tui.comparing.tasks import pairs, share
from saddle_tui.reporting.facts.line import Fitted, fitted
from saddle_tui.reporting.material import Material


@dataclass(frozen=True)
class Broke:
    """One patch."""

    iteration: int
    what: str
    """The patch, or the node."""
    worked: int
    """Tasks that its parent passed."""
    broke: int
    """Of these, tasks that it passes less often."""

    @property
    def share(self) -> float:
        return self.broke / self.worked if self.worked else 0.0


@dataclass(frozen=True)
class Regressions:
    minibatch: tuple[Broke, ...]
    dev: tuple[Broke, ...]
    trend: Fitted | None
    """Of the shares on dev, in points (0.01) an iteration."""


def regressions(material: Material) -> Regressions:
    """On mini-batches from the buckets, on dev from parent and child."""
    batches = [
        Broke(
            patch.iteration, patch.proposed.patch,
            len(patch.buckets.regressed) + len(patch.buckets.still_passing), len(patch.buckets.regressed),
        )
        for patch in material.view.state.patches.values()
        if patch.buckets is not None
    ]  # fmt: skip
    dev = [found for found in _on_dev(material) if found.worked]
    batches = [each for each in batches if each.worked]
    return Regressions(tuple(batches), tuple(dev), _trend(dev))


def _on_dev(material: Material) -> list[Broke]:
    view, state = material.view, material.view.state
    found = []
    for node in state.dag:
        patch = state.patches.get(node.patch) if node.patch else None
        if patch is None or not node.parents:
            continue
        sides = (
            Side(each.id, each, state, view.tally) for each in (state.dag[node.parents[0]], node)
        )
        own = [pair for pair in pairs(*sides) if pair.split is Split.DEV]
        worked = [pair for pair in own if share(pair.before) > 0]
        broke = sum(pair.change == "broke" for pair in worked)
        found.append(Broke(patch.iteration, node.id, len(worked), broke))
    return found


def _trend(found: list[Broke]) -> Fitted | None:
    """A node whose parent passed many tasks tells more than one whose parent passed few."""
    return fitted([(each.iteration, 100 * each.share, each.worked) for each in found])
