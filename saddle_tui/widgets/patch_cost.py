"""What a patch has cost, as the panes of triage tell it: what its iterations took, agents and rollouts alike."""

from collections.abc import Hashable, Iterator, Sequence
from itertools import product

from saddle_engine import events as ev
from saddle_engine.errors import JournalError
from saddle_engine.patches import Patch
from saddle_engine.types.base import SessionId
from saddle_engine.types.money import dollars
from saddle_tui.drawing.kept import kept
from saddle_tui.trace.reader import Recordings
from saddle_tui.triage.cost import AGENTS, Cost, cost_of
from saddle_tui.view import View
from saddle_tui.widgets.patch_columns import COMING

PAID = (ev.CallSettled, ev.CallUnknown, ev.ModelReplied)
MOST_RECORDS = 20_000
"""Of one session."""


def patch_cost(view: View, patch: Patch) -> Cost | None:
    """None while what its sessions paid is read: a part of a cost is none. Worked out anew only when there is more."""
    known: dict[str, tuple[Hashable, Cost]] = kept(view.recent, "costs of patches", dict)
    read = {session: _paid(view, session) for session in _sessions(view, patch)}
    paid = {session: records for session, records in read.items() if records is not None}
    if len(paid) < len(read):
        return None
    grows = view.tally.changes if patch.status in COMING else 0
    stamp = (grows, *map(len, paid.values()))
    id_ = patch.proposed.patch
    if id_ not in known or known[id_][0] != stamp:
        cost = cost_of(patch, view.state, lambda session: paid.get(SessionId(session), ()))
        known[id_] = stamp, cost
    return known[id_][1]


def in_short(cost: Cost | None) -> str:
    """`$1.23`; of models that are free their tokens, such as `120k tok`."""
    if cost is None:
        return "..."
    if nanos := cost.nanos.total():
        return dollars(nanos)
    tokens = cost.tokens.total()
    if not tokens:
        return "-"
    return f"{tokens / 1e6:.1f}M tok" if tokens >= 1e6 else f"{tokens / 1e3:.0f}k tok"


def in_words(cost: Cost | None, *, simulated: bool) -> str:
    """For a whole line."""
    if cost is None:
        return "being read ..."
    nanos, tokens = cost.nanos.total(), cost.tokens.total()
    if not cost.rollouts and not tokens:
        return "nothing was spent on it"
    rollouts = f"{cost.rollouts} {'rollout' if cost.rollouts == 1 else 'rollouts'}"
    free = " (simulated models are free)" if not nanos and simulated else ""
    return f"{dollars(nanos)}, {tokens:,} tokens, {rollouts}, with its diagnosis{free}"


def _sessions(view: View, patch: Patch) -> Iterator[SessionId]:
    for iteration, agent in product({patch.proposed.iteration, patch.iteration}, AGENTS):
        if session := view.state.session_of.get((agent, iteration)):
            yield session


def _paid(view: View, session: SessionId) -> Sequence[ev.Record] | None:
    known = view.state.sessions.get(session)
    upto = sum(known.tools.values()) + bool(known.outcome) if known else 0
    return view.shelf.made(("paid", session), upto, lambda source: _read(source, session))


def _read(source: Recordings, session: SessionId) -> tuple[ev.Record, ...]:
    """What cannot be read costs nothing that anybody could tell."""
    try:
        records = source.records(session, limit=MOST_RECORDS)
    except JournalError:
        return ()
    return tuple(each for each in records if isinstance(each.event, PAID))
