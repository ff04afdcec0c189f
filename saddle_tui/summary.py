"""A run in a JSON object: the contract of `saddle-tui show --json`."""

from typing import Any

from saddle_engine.events import RunStarted
from saddle_engine.ledger import HOUR_S
from saddle_engine.policies.paper import DevMean
from saddle_engine.stages.idling import IDLE
from saddle_engine.state import RunState
from saddle_engine.types.base import NodeId
from saddle_engine.types.money import usd
from saddle_engine.types.steering import RunStatus
from saddle_tui.facts import (
    aborted_facts,
    cancelled,
    hint_facts,
    intervention_facts,
    patch_facts,
    paused_facts,
)
from saddle_tui.tested import spread

ROLES = ("task", "evolution", "diagnosis", "reflection")


def status(state: RunState, *, alive: bool) -> str:
    """The run's status; `interrupted` when work is left and no engine is `alive` to do it."""
    working = state.status in {RunStatus.RUNNING, RunStatus.TESTING}
    return "interrupted" if working and not alive else state.status.value


def left_idle(state: RunState, *, alive: bool) -> bool:
    """Its engine ended by itself because nobody came; whoever comes now resumes it."""
    left = (
        "" if state.left is None or alive or state.status is RunStatus.FAILED else state.left.reason
    )
    return left.startswith(IDLE)


def summary(state: RunState, *, alive: bool) -> dict[str, Any]:
    """Everything that others script against; scores are in [0,1], None when not known yet."""
    run = state.run
    if run is None:
        raise ValueError("the journal has no RunStarted record")
    best = best_node(state)
    return {
        "run": run.run,
        "name": run.name,
        "kind": "eval" if state.evaluation else "search",
        "status": status(state, alive=alive),
        "error": state.error or None,
        "left": state.left.reason if state.left else None,
        "simulated": run.simulated,
        "sandbox": run.sandbox,
        "unsandboxed": run.unsandboxed,
        "policy": run.policy,
        "random_seed": run.seed,
        "phase": state.phase.value,
        "phases": [each.model_dump(mode="json", exclude={"kind"}) for each in state.phases],
        "iterations": sum(each.outcome is not None for each in state.iterations.values()),
        "limits": state.limits,
        "spent": spent(state),
        "seed": _score(state, NodeId("n0")),
        "best": _score(state, best) if best else None,
        "nodes": [
            {"id": node.id, "parents": list(node.parents), "patch": node.patch, "dev": node.dev}
            for node in state.dag
        ],
        "patches": [patch_facts(patch, state) for patch in state.patches.values()],
        "lessons": [
            {
                "id": each.lesson,
                "patch": each.patch,
                "verdict": each.verdict,
                "text": each.text,
                "evidence": list(each.evidence),
                "source": each.source,
                "worth": each.worth,
            }
            for each in state.lessons.values()
        ],
        **_steering(state, run),
    }


def _steering(state: RunState, run: RunStarted) -> dict[str, Any]:
    """What operators want, and what they did."""
    wishes = state.wishes
    return {
        "paused": paused_facts(state),
        "aborted": aborted_facts(state),
        "hold": wishes.hold.value if wishes.hold else None,
        "shadow": run.shadow,
        "pinned": wishes.pinned,
        "hints": [hint_facts(hint) for hint in wishes.hints.values()],
        "cancelled": cancelled(state),
        "forked_from": run.forked_from or None,
        "forks": [each.model_dump(mode="json", exclude={"kind"}) for each in wishes.forks],
        "interventions": [intervention_facts(record) for record in state.interventions],
    }


def spent(state: RunState) -> dict[str, Any]:
    """What is gone: `usd` is settled and unknown; reserved is what may yet be gone."""
    books = state.books
    return {
        "rollouts": state.spent_rollouts,
        "usd": usd(books.spent),
        "usd_settled": usd(books.settled.total()),
        "usd_unknown": usd(books.unknown.total()),
        "usd_reserved": usd(books.committed - books.spent),
        "usd_by_role": {role: usd(books.settled[role] + books.unknown[role]) for role in ROLES},
        "usd_simulated": state.run is not None and state.run.simulated,
        "tokens": {role: books.tokens(role) for role in ROLES},
        "cache_read_share": {role: books.usage_of(role).cached for role in ROLES},
        "hours": state.worked_s / HOUR_S,
        "tries": {
            "sent": {role: books.sent[role] for role in ROLES},
            "lost": dict(sorted(books.why.items())),
        },
        "outcomes": {role: _outcomes(state, role) for role in ROLES},
    }


def _outcomes(state: RunState, role: str) -> dict[str, int]:
    """Replies of a role by what they were worth."""
    outcomes = state.books.outcomes.items()
    return {outcome.value: count for (by, outcome), count in outcomes if by == role}


def best_node(state: RunState) -> NodeId | None:
    """The sealed choice; before the seal the leader by dev mean, later nodes winning ties."""
    if state.sealed:
        return state.sealed.best
    return DevMean().best(state.dag) if len(state.dag) else None


def _score(state: RunState, node: NodeId) -> dict[str, Any]:
    tested = state.tested.get(node)
    return {
        "node": node,
        "dev": state.dag[node].dev if node in state.dag else None,
        "test": tested.mean if tested else None,
        "test_sd": spread(tested) if tested else None,
    }
