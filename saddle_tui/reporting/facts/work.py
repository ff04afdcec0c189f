"""How much the agents looked at before they answered."""

from dataclasses import dataclass

from saddle_tui.reporting.ledger import SessionWork
from saddle_tui.reporting.material import Material

AGENTS = ("evolution", "diagnosis", "reflection")


@dataclass(frozen=True)
class AgentWork:
    """All sessions of an agent."""

    agent: str
    sessions: int
    turns: int
    """Steps: replies of its model."""
    calls: int
    reads: int

    def per_session(self, count: int) -> float:
        return count / self.sessions if self.sessions else 0.0

    def per_step(self, count: int) -> float:
        return count / self.turns if self.turns else 0.0


@dataclass(frozen=True)
class IterationWork:
    """All sessions of an iteration."""

    iteration: int
    calls: int
    reads: int


@dataclass(frozen=True)
class AllWork:
    agents: tuple[AgentWork, ...]
    iterations: tuple[IterationWork, ...]


def work(material: Material) -> AllWork:
    """From the ledger; of a session that began anew, its last try."""
    sessions = list(material.ledger.work.values())
    agents = [_agent(name, [each for each in sessions if each.agent == name]) for name in AGENTS]
    calls = dict.fromkeys(material.view.state.iterations, 0)
    reads = dict.fromkeys(calls, 0)
    for each in sessions:
        calls[each.iteration] = calls.get(each.iteration, 0) + each.calls
        reads[each.iteration] = reads.get(each.iteration, 0) + each.reads
    found = tuple(IterationWork(number, calls[number], reads[number]) for number in sorted(calls))
    return AllWork(tuple(each for each in agents if each.sessions), found)


def _agent(name: str, own: list[SessionWork]) -> AgentWork:
    turns, calls, reads = (
        sum(getattr(each, of) for each in own) for of in ("turns", "calls", "reads")
    )
    return AgentWork(name, len(own), turns, calls, reads)
