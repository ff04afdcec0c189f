"""What it took to find a patch and to judge it. Pure."""

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from saddle_engine import events as ev
from saddle_engine.patches import Patch
from saddle_engine.state import RunState
from saddle_engine.types.base import RolloutId
from saddle_engine.types.money import usd
from saddle_engine.types.patch import PatchStatus
from saddle_engine.types.rollout import Purpose

AGENTS = ("evolution", "diagnosis", "reflection")
Recording = Callable[[str], Iterable[ev.Record]]
"""The records of one session, as `RunViewer.records` gives them."""


@dataclass(frozen=True)
class Cost:
    """By role: task, evolution, diagnosis, reflection; 0 for simulated models, which are free."""

    nanos: Counter[str]
    """Nano-dollars: of rollouts for what was answered, of agents also for what may have been charged."""
    tokens: Counter[str]
    """In both directions."""
    rollouts: int

    @property
    def usd(self) -> float:
        """US dollars of all roles."""
        return usd(self.nanos.total())


def cost_of(patch: Patch, state: RunState, recording: Recording) -> Cost:
    """Everything that its iteration took, and the one that took it up.

    A patch that an operator's version took the place of has cost nothing: it is counted with that one.
    So the costs of all patches add up to those of all iterations that had any.
    """
    nanos: Counter[str] = Counter()
    tokens: Counter[str] = Counter()
    rollouts: Sequence[RolloutId] = ()
    if patch.status is not PatchStatus.SUPERSEDED:
        iterations = {patch.proposed.iteration, patch.iteration}
        rollouts = _rollouts(state, iterations)
        nanos["task"] = sum(state.rollouts[each].cost for each in rollouts)
        tokens["task"] = sum(state.rollouts[each].tokens for each in rollouts)
        for agent in AGENTS:
            sessions = [state.session_of.get((agent, iteration)) for iteration in iterations]
            for session in filter(None, sessions):
                nanos[agent], tokens[agent] = _spent(
                    recording(session), nanos[agent], tokens[agent]
                )
    return Cost(nanos, tokens, len(rollouts))


def _rollouts(state: RunState, iterations: set[int]) -> list[RolloutId]:
    return [
        rollout
        for batch in state.batches.values()
        if batch.iteration in iterations and batch.purpose is not Purpose.SEED_DEV
        for rollout in batch.rollouts
    ]


def _spent(records: Iterable[ev.Record], nanos: int, tokens: int) -> tuple[int, int]:
    settled: set[str] = set()
    for event in (record.event for record in records):
        match event:
            case ev.CallSettled():
                settled.add(event.call)
                nanos, tokens = nanos + event.cost, tokens + event.usage.total
            case ev.CallUnknown():
                nanos, tokens = nanos + event.cost, tokens + event.tokens
            case ev.ModelReplied() if event.call not in settled:  # a free model's
                tokens += event.usage.total
            case _:
                pass
    return nanos, tokens
