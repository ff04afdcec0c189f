"""An estimate in a JSON object: the contract of `saddle-tui estimate --json`."""

from typing import Any

from saddle_tui.estimating.estimate import LIMITED, Stage, cost, estimate, sums, whole
from saddle_tui.estimating.facts import Facts, Work
from saddle_tui.estimating.limits import Met, met
from saddle_tui.estimating.plan import Plan
from saddle_tui.estimating.ranges import Range

ROLES = ("task", "evolution", "diagnosis", "reflection")


def report(plan: Plan, facts: Facts, *, simulated: bool) -> dict[str, Any]:
    """Stages, roles and the sum, each with low, likely and high; what is assumed; what limits do."""
    stages = estimate(plan, facts)
    limits = met(plan, stages)
    first = limits[0] if limits and limits[0].verdict != "is enough" else None
    return {
        "simulated": simulated,
        "models": plan.models,
        "iterations": plan.iterations,
        "budget": plan.budget,
        "stages": [{"stage": each.name, "role": each.role, **_numbers(each)} for each in stages],
        "roles": {
            role: _numbers(sums(role, [each for each in stages if each.role == role]))
            for role in ROLES
        },
        "total": _numbers(whole(plan, stages)),
        "limits": [_limit(each) for each in limits],
        "first": first.name if first else None,
        "assumptions": {
            "rollout": _work(facts.rollout, cost(facts.rollout, plan.prices["task"])),
            **{
                agent: _work(work, cost(work, plan.prices["optimizer"]))
                for agent, work in facts.sessions.items()
            },
            "rates": {
                name: value._asdict() if isinstance(value, Range) else value
                for name, value in vars(facts.rates).items()
            },
        },
    }


def _numbers(stage: Stage) -> dict[str, Any]:
    return {name: getattr(stage, name)._asdict() for name in LIMITED}


def _work(work: Work, usd: Range) -> dict[str, Any]:
    return {
        "tokens": work.tokens._asdict(),
        "output_share": work.output,
        "cache_read_share": work.cached._asdict(),
        "seconds": work.seconds._asdict(),
        "usd": usd._asdict(),
        "source": work.source,
    }


def _limit(each: Met) -> dict[str, Any]:
    return {
        "limit": each.name,
        "value": each.value,
        "verdict": each.verdict,
        "covers_seed_and_test": each.covers,
        "needed": each.needed._asdict(),
        "least": each.least._asdict(),
    }
