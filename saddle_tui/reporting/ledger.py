"""What a report wants of every record and no screen keeps: work of sessions, and spending over time."""

from collections import Counter, defaultdict
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, ClassVar, NamedTuple

from saddle_engine import events as ev
from saddle_engine.state import RunState
from saddle_engine.types.base import SessionId

MOST_MOMENTS = 240
"""Of spending over time; twice as many are kept until every second one is dropped."""


@dataclass
class SessionWork:
    """What a session did in its last try; what it cost in all of them."""

    agent: str
    iteration: int
    turns: int = 0
    """Replies of the model."""
    calls: int = 0
    """Of tools, those included that were refused."""
    reads: int = 0
    """Of files, and of traces."""
    cost: int = 0
    """Nano-dollars."""
    tokens: int = 0


class Moment(NamedTuple):
    """What was spent up to some second of work."""

    worked_s: float
    cost: Mapping[str, int]
    """Nano-dollars by role."""
    tokens: Mapping[str, int]


@dataclass
class Ledger:
    """A fold beside the state: the same records in the same order."""

    work: dict[SessionId, SessionWork] = field(default_factory=dict)
    lost: Counter[str] = field(default_factory=Counter)
    """Nano-dollars of tries that came to nothing, by rollout or session."""
    lost_tokens: Counter[str] = field(default_factory=Counter)
    began: dict[int, float] = field(default_factory=dict)
    """By iteration, the seconds that engines had worked by then."""
    ended: dict[int, float] = field(default_factory=dict)
    moments: list[Moment] = field(default_factory=list)
    first_at: float = 0.0
    """Seconds since 1970."""
    stops: list[str] = field(default_factory=list)
    """Pauses, failures and endings in words, the oldest first; hostile text."""
    prompts: defaultdict[str, Counter[str]] = field(default_factory=lambda: defaultdict(Counter))
    """By agent, digests of its system prompts and how many sessions had each."""
    phases: list[tuple[int, str]] = field(default_factory=list)
    """From which iteration on which class of patches was proposed."""
    engines: int = 0
    _due: float = 0.0
    _pace: float = 1.0

    def apply(self, record: ev.Record, state: RunState) -> None:
        """Take in a record that `state` has just taken in."""
        self.first_at = self.first_at or record.at
        if (take := self._TAKE.get(type(record.event))) is not None:
            take(self, record.event, state)
        if state.worked_s >= self._due:
            self.look(state)

    def look(self, state: RunState) -> None:
        """Note what is spent now."""
        books = state.books
        roles = {*books.settled, *books.unknown, *books.usage, *books.unknown_tokens}
        cost = {role: books.settled[role] + books.unknown[role] for role in roles}
        tokens = {role: books.tokens(role) for role in roles}
        self.moments.append(Moment(state.worked_s, cost, tokens))
        if len(self.moments) > 2 * MOST_MOMENTS:
            self.moments, self._pace = self.moments[::2], 2 * self._pace
        self._due = state.worked_s + self._pace

    def _sit(self, event: ev.SessionStarted, state: RunState) -> None:
        earlier = self.work.get(event.session)
        again = SessionWork(event.agent, event.iteration)
        if earlier is not None:  # it begins anew, and what it cost is gone all the same
            again.cost, again.tokens = earlier.cost, earlier.tokens
        self.work[event.session] = again
        self.prompts[event.agent][event.prompt] += earlier is None

    def _reply(self, event: ev.ModelReplied, state: RunState) -> None:
        work = self.work[event.session]
        work.turns += 1
        work.cost += event.cost
        work.tokens += event.usage.total

    def _call(self, event: ev.ToolCalled, state: RunState) -> None:
        self.work[event.session].calls += 1

    def _read(self, event: ev.FileRead, state: RunState) -> None:
        self.work[event.session].reads += 1

    def _lose(self, event: ev.CallUnknown, state: RunState) -> None:
        self.lost[event.owner] += event.cost
        self.lost_tokens[event.owner] += event.tokens

    def _begin(self, event: ev.IterationStarted, state: RunState) -> None:
        self.began[event.iteration] = state.worked_s

    def _end(self, event: ev.IterationFinished, state: RunState) -> None:
        self.ended[event.iteration] = state.worked_s

    def _run(self, event: ev.RunStarted, state: RunState) -> None:
        self.phases.append((1, event.phase.value))

    def _switch(self, event: ev.PhaseSwitched, state: RunState) -> None:
        self.phases.append((len(state.iterations) + 1, event.phase.value))

    def _engine(self, event: ev.EngineStarted, state: RunState) -> None:
        self.engines += 1

    def _stop(self, event: Any, state: RunState) -> None:
        match event:
            case ev.RunPaused():
                self.stops.append(f"paused ({event.by}): {event.reason}")
            case ev.RunFailed():
                self.stops.append(f"failed: {event.error}")
            case ev.RunAborted():
                self.stops.append(f"aborted by {event.by}: {event.reason or 'no reason given'}")
            case ev.RunSealed():
                self.stops.append(f"sealed by {event.by}: {event.reason}")
            case ev.LimitChanged():
                self.stops.append(f"limit {event.name} set to {event.value:g} by {event.by}")
            case _:
                pass

    _TAKE: ClassVar[Mapping[type[ev.Event], Callable[["Ledger", Any, RunState], None]]] = {
        ev.SessionStarted: _sit, ev.ModelReplied: _reply, ev.ToolCalled: _call, ev.FileRead: _read,
        ev.CallUnknown: _lose, ev.IterationStarted: _begin, ev.IterationFinished: _end,
        ev.EngineStarted: _engine, ev.RunPaused: _stop, ev.RunFailed: _stop, ev.RunAborted: _stop,
        ev.RunSealed: _stop, ev.LimitChanged: _stop, ev.RunStarted: _run, ev.PhaseSwitched: _switch,
    }  # fmt: skip
