"""What was spent: by role, over time, by patch; in US dollars, and in tokens where models are free."""

from dataclasses import dataclass
from statistics import median

from saddle_engine.state import RunState
from saddle_engine.types.money import usd
from saddle_engine.types.patch import PatchStatus
from saddle_tui.reporting.ledger import Moment
from saddle_tui.reporting.material import Material
from saddle_tui.summary import ROLES


@dataclass(frozen=True)
class RoleSpending:
    """One role."""

    role: str
    usd: float
    usd_unknown: float
    """Part of it: the worst case of calls that came to nothing."""
    tokens: int
    tokens_in: int
    tokens_out: int
    cache_read: int
    """Input tokens that were read from a cache."""
    tries: int


@dataclass(frozen=True)
class IterationCost:
    """What an iteration took: its sessions and its rollouts."""

    iteration: int
    usd: float
    tokens: int
    seconds: float | None
    """Of work, pauses left out; None while it is under way."""
    patch: str | None
    admitted: bool


@dataclass(frozen=True)
class PerPatch:
    """What patches cost, all costs of the search counted."""

    patches: int
    usd: float
    """Mean of one."""
    tokens: float
    seconds: float | None
    """Median over the iterations that ended."""


@dataclass(frozen=True)
class Spending:
    """Of a run."""

    roles: tuple[RoleSpending, ...]
    moments: tuple[Moment, ...]
    iterations: tuple[IterationCost, ...]
    proposed: PerPatch
    admitted: PerPatch
    free: bool
    """No call has cost anything: tokens tell what there is to tell."""
    by_purpose: dict[str, tuple[int, float, int]]
    """Rollouts, US dollars and tokens, by what rollouts were for."""
    reserved: float
    """US dollars of calls under way, at their worst."""


def spending(material: Material) -> Spending:
    """From the books, the rollouts and the sessions."""
    state = material.view.state
    costs = _iterations(material)
    admitted = [each for each in costs if each.admitted]
    proposed = [each for each in costs if each.patch is not None]
    nodes = sum(patch.status is PatchStatus.ADMITTED for patch in state.patches.values())
    return Spending(
        roles=tuple(_role(state, role) for role in ROLES),
        moments=tuple(material.ledger.moments),
        iterations=tuple(costs),
        proposed=_each(costs, len(state.patches), proposed),
        admitted=_each(costs, nodes, admitted),
        free=not state.books.spent,
        by_purpose=_purposes(state),
        reserved=usd(state.books.committed - state.books.spent),
    )


def _role(state: RunState, role: str) -> RoleSpending:
    books, usage = state.books, state.books.usage_of(role)
    return RoleSpending(
        role=role,
        usd=usd(books.settled[role] + books.unknown[role]),
        usd_unknown=usd(books.unknown[role]),
        tokens=books.tokens(role),
        tokens_in=usage.going_in,
        tokens_out=usage.output_tokens,
        cache_read=usage.cache_read_tokens,
        tries=books.sent[role],
    )


def _iterations(material: Material) -> list[IterationCost]:
    state, ledger = material.view.state, material.ledger
    cost: dict[int, list[int]] = {number: [0, 0] for number in state.iterations}
    for id_, rollout in state.rollouts.items():
        spent, tokens = rollout.cost + ledger.lost[id_], rollout.tokens + ledger.lost_tokens[id_]
        _add(cost, state.batches[rollout.batch].iteration, spent, tokens)
    for session, work in ledger.work.items():
        spent, tokens = work.cost + ledger.lost[session], work.tokens + ledger.lost_tokens[session]
        _add(cost, work.iteration, spent, tokens)
    found = []
    for number, iteration in state.iterations.items():
        patch = state.patches.get(iteration.patch) if iteration.patch else None
        ended = ledger.ended.get(number)
        seconds = None if ended is None else ended - ledger.began.get(number, ended)
        admitted = patch is not None and patch.status is PatchStatus.ADMITTED
        spent, tokens = cost[number]
        found.append(IterationCost(number, usd(spent), tokens, seconds, iteration.patch, admitted))
    return found


def _add(cost: dict[int, list[int]], iteration: int, spent: int, tokens: int) -> None:
    if iteration in cost:
        cost[iteration][0] += spent
        cost[iteration][1] += tokens


def _each(costs: list[IterationCost], count: int, own: list[IterationCost]) -> PerPatch:
    seconds = [each.seconds for each in own if each.seconds is not None]
    many = max(count, 1)
    return PerPatch(
        patches=count,
        usd=sum(each.usd for each in costs) / many,
        tokens=sum(each.tokens for each in costs) / many,
        seconds=median(seconds) if seconds else None,
    )


def _purposes(state: RunState) -> dict[str, tuple[int, float, int]]:
    found: dict[str, list[int]] = {}
    for rollout in state.rollouts.values():
        own = found.setdefault(state.batches[rollout.batch].purpose.value, [0, 0, 0])
        own[0] += 1
        own[1] += rollout.cost
        own[2] += rollout.tokens
    return {purpose: (count, usd(cost), tokens) for purpose, (count, cost, tokens) in found.items()}
