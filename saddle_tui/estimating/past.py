"""What earlier runs of this home have taken: better than any assumption, where there are any."""

from collections import Counter, defaultdict
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from statistics import fmean

from saddle_engine import events as ev
from saddle_engine.errors import SaddleError
from saddle_engine.state import RunState
from saddle_engine.types.model import Usage
from saddle_engine.types.wilson import wilson
from saddle_runs.folder import RunFolder, list_runs
from saddle_tui.estimating.facts import AGENTS, Facts, Rates, Work
from saddle_tui.estimating.ranges import Range
from saddle_tui.models import optimizer_id, task_id
from saddle_tui.reading import open_viewer
from saddle_tui.settings import ModelSection, Settings

ENOUGH = {"rollouts": 5, "sessions": 2, "iterations": 5}
"""From so many on they say more than an assumption."""
SPREAD = Range(0.6, 1.0, 1.7)
"""Of the mean of another run around that of these: other tasks, longer prompts, a slower machine."""
CHECKED = frozenset({"admitted", "declined"})


@dataclass
class Tally:
    """Of one kind of work."""

    count: int = 0
    usage: Usage = field(default_factory=Usage)
    tokens: int = 0
    seconds: list[float] = field(default_factory=list)

    def add(self, other: "Tally") -> None:
        """Count what another run has done as well."""
        self.count += other.count
        self.usage += other.usage
        self.tokens += other.tokens
        self.seconds += other.seconds


@dataclass
class Past:
    """Tallies over earlier runs."""

    runs: defaultdict[str, list[str]] = field(default_factory=lambda: defaultdict(list))
    """Their names, by the role of the model that they share: `task`, `optimizer`."""
    work: defaultdict[str, Tally] = field(default_factory=lambda: defaultdict(Tally))
    """By role."""
    outcomes: Counter[str] = field(default_factory=Counter)
    """Of iterations."""

    def refine(self, facts: Facts) -> Facts:
        """The same facts with what is known better."""
        return Facts(
            rollout=self._work("task", "rollouts", facts.rollout),
            sessions={
                agent: self._work(agent, "sessions", facts.sessions[agent]) for agent in AGENTS
            },
            rates=self._rates(facts.rates),
        )

    def _work(self, role: str, unit: str, assumed: Work) -> Work:
        tally = self.work[role]
        if tally.count < ENOUGH[unit] or not tally.usage.total:
            return assumed
        cached = tally.usage.cached or 0.0
        return Work(
            tokens=SPREAD.times(tally.tokens / tally.count),
            output=tally.usage.output_tokens / tally.usage.total,
            cached=Range(min(1.0, cached * 1.1), cached, cached * 0.75),
            seconds=Range(0.4, 1.0, 2.5).times(fmean(tally.seconds))
            if tally.seconds
            else assumed.seconds,
            source=self._source(
                f"{tally.count:,} {unit}", "task" if role == "task" else "optimizer"
            ),
        )

    def _rates(self, assumed: Rates) -> Rates:
        all_, idle = self.outcomes.total(), self.outcomes["nothing_to_learn"]
        checked = sum(self.outcomes[each] for each in CHECKED)
        if all_ < ENOUGH["iterations"]:
            return assumed
        return Rates(
            learns=_share(all_ - idle, all_),
            checked=_share(checked, all_ - idle),
            admitted=_share(self.outcomes["admitted"], checked),
            source=self._source(f"{all_} iterations", "optimizer"),
        )

    def _source(self, what: str, model: str) -> str:
        runs = self.runs[model]
        names = ", ".join(runs[:3]) + (", ..." if len(runs) > 3 else "")
        return f"{what} of {len(runs)} earlier run{'s' * (len(runs) != 1)} here ({names})"


def _share(some: int, all_: int) -> Range:
    low, high = wilson(some, all_)
    return Range(low, some / all_ if all_ else 0.5, high)


def past_of(home: Path, settings: Settings, harness: str) -> Past:
    """Of runs with the same harness and benchmark: of each role, where its model is the same.

    What cannot be read is passed over.
    """
    past = Past()
    for folder in list_runs(home):
        try:
            _add(past, folder, settings, harness)
        except (SaddleError, ValueError, LookupError):
            continue
    return past


def _add(past: Past, folder: RunFolder, settings: Settings, harness: str) -> None:
    with open_viewer(folder) as viewer:
        first = viewer.tail(0, 1)
        begun = first[0].event if first else None
        if not isinstance(begun, ev.RunStarted) or begun.harness != harness:
            return
        theirs = Settings.model_validate_json(viewer.blob(begun.config))
        if theirs.benchmark != settings.benchmark:
            return
        found, seq = _Fold(), 0
        while records := viewer.tail(seq):
            for record in records:
                found.apply(record)
            seq = records[-1].seq
    if _same(theirs.model.task, settings.model.task, task_id):
        past.runs["task"].append(folder.name)
        past.work["task"].add(found.rollouts())
    searched = found.state.evaluation is None
    if searched and _same(theirs.model.optimizer, settings.model.optimizer, optimizer_id):
        past.runs["optimizer"].append(folder.name)
        for agent in AGENTS:
            past.work[agent].add(found.sessions(agent))
        outcomes = (each.outcome for each in found.state.iterations.values())
        past.outcomes.update(each for each in outcomes if each)


def _same(one: ModelSection, other: ModelSection, name: Callable[[ModelSection], str]) -> bool:
    return (name(one), one.effort) == (name(other), other.effort)


class _Fold:
    """A run's state, and how long its sessions took."""

    def __init__(self) -> None:
        self.state = RunState()
        self._begun: dict[str, float] = {}
        self._seconds: defaultdict[str, list[float]] = defaultdict(list)

    def apply(self, record: ev.Record) -> None:
        self.state.apply(record)
        match record.event:
            case ev.SessionStarted(session=session):
                self._begun[session] = record.at
            case ev.SessionFinished(session=session):
                agent = self.state.sessions[session].started.agent
                self._seconds[agent].append(record.at - self._begun[session])
            case _:
                pass

    def rollouts(self) -> Tally:
        """Of those that are finished."""
        books = self.state.books
        results = [each.result for each in self.state.rollouts.values() if each.result is not None]
        seconds = [each.seconds for each in results]
        return Tally(len(results), books.usage_of("task"), books.tokens("task"), seconds)

    def sessions(self, agent: str) -> Tally:
        """Of those that are finished."""
        books, own = self.state.books, self._seconds[agent]
        return Tally(len(own), books.usage_of(agent), books.tokens(agent), own)
