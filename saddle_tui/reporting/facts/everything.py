"""All facts of a report at once."""

from dataclasses import dataclass

from saddle_tui.reporting.facts.changes import Change, changes
from saddle_tui.reporting.facts.curve import Curve, curve
from saddle_tui.reporting.facts.graph import Shown, graph
from saddle_tui.reporting.facts.grid import TaskGrid, grid
from saddle_tui.reporting.facts.head import Head, head
from saddle_tui.reporting.facts.limits import Limits, limits
from saddle_tui.reporting.facts.mix import Mix, mix
from saddle_tui.reporting.facts.origin import Origin, origin
from saddle_tui.reporting.facts.regressions import Regressions, regressions
from saddle_tui.reporting.facts.spending import Spending, spending
from saddle_tui.reporting.facts.standing import Standing, families, standings
from saddle_tui.reporting.facts.steering import Steering, steering
from saddle_tui.reporting.facts.work import AllWork, work
from saddle_tui.reporting.material import Material


@dataclass(frozen=True)
class Facts:
    """Of a run."""

    head: Head
    standings: tuple[Standing, ...]
    families: tuple[tuple[str, str, tuple[tuple[int, int], ...]], ...]
    """Split, family, and for each side how many attempts passed of how many."""
    changes: tuple[Change, ...]
    curve: Curve
    graph: Shown
    grid: TaskGrid | None
    mix: Mix
    regressions: Regressions
    spending: Spending
    work: AllWork
    steering: Steering
    limits: Limits
    origin: Origin


def facts_of(material: Material) -> Facts:
    """Pure; equal material gives equal facts."""
    return Facts(
        head=head(material),
        standings=tuple(standings(material)),
        families=tuple(families(material)),
        changes=changes(material),
        curve=curve(material),
        graph=graph(material),
        grid=grid(material),
        mix=mix(material),
        regressions=regressions(material),
        spending=spending(material),
        work=work(material),
        steering=steering(material),
        limits=limits(material),
        origin=origin(material),
    )
