"""The estimate itself: stages of a run with what each takes. Pure."""

from dataclasses import dataclass, replace
from math import ceil

from saddle_engine.ledger import HOUR_S
from saddle_engine.types.money import NANO
from saddle_engine.types.price import Price, Rates
from saddle_tui.estimating.counts import Count, counts
from saddle_tui.estimating.facts import AGENTS, Facts, Work
from saddle_tui.estimating.plan import Plan
from saddle_tui.estimating.ranges import NOTHING, Range, total

LIMITED = ("rollouts", "usd", "tokens", "hours")


@dataclass(frozen=True)
class Stage:
    """What a part of a run takes."""

    name: str
    role: str
    """`task`, `evolution`, `diagnosis` or `reflection`."""
    rollouts: Range = NOTHING
    tokens: Range = NOTHING
    usd: Range = NOTHING
    hours: Range = NOTHING


def estimate(plan: Plan, facts: Facts) -> list[Stage]:
    """All stages, in the order of a run."""
    rollout = replace(facts.rollout, tokens=facts.rollout.tokens.at_most(plan.rollout_tokens))
    return [
        _session(name, count, facts.sessions[name], plan.prices["optimizer"])
        if name in AGENTS
        else _rollouts(name, count, rollout, plan)
        for name, count in counts(plan, facts.rates).items()
    ]


def sums(name: str, stages: list[Stage]) -> Stage:
    """Several stages as one."""
    return Stage(
        name, "", **{what: total(getattr(each, what) for each in stages) for what in LIMITED}
    )


def whole(plan: Plan, stages: list[Stage]) -> Stage:
    """All of it; stages cannot all be at their highest where a budget ends the search."""
    found = sums("total", stages)
    return replace(found, rollouts=found.rollouts.at_most(plan.most_rollouts))


def _rollouts(name: str, count: Count, work: Work, plan: Plan) -> Stage:
    return Stage(
        name,
        "task",
        rollouts=count.rollouts,
        tokens=count.rollouts.times(work.tokens),
        usd=count.rollouts.times(cost(work, plan.prices["task"]).at_most(plan.rollout_usd)),
        hours=_turns(count, plan.concurrency).times(work.seconds).times(1 / HOUR_S),
    )


def _session(name: str, count: Count, work: Work, price: Price) -> Stage:
    return Stage(
        name,
        name,
        tokens=count.batches.times(work.tokens),
        usd=count.batches.times(cost(work, price)),
        hours=count.batches.times(work.seconds).times(1 / HOUR_S),
    )


def _turns(count: Count, concurrency: int) -> Range:
    """How often a rollout's time passes: at best all places are taken, at worst the last one is alone."""
    low, likely, high = (
        batches * ceil(rollouts / batches / concurrency) if batches else 0.0
        for batches, rollouts in zip(count.batches, count.rollouts, strict=True)
    )
    return Range(min(low, count.rollouts.low / concurrency), likely, max(likely, high))


def cost(work: Work, price: Price) -> Range:
    """US dollars; at worst at the rates of a long prompt, where a model has them."""
    dear = price.long or price
    low, likely, high = (
        tokens * _a_token(rates, work.output, cached) / NANO
        for tokens, cached, rates in zip(
            work.tokens, work.cached, (price, price, dear), strict=True
        )
    )
    return Range(low, likely, high)


def _a_token(rates: Rates, output: float, cached: float) -> float:
    """Nano-dollars, over all tokens; what is not read from the cache is written to it."""
    written = rates.cache_write if cached > 0 else rates.input
    going_in = cached * rates.cache_read + (1 - cached) * written
    return output * rates.output + (1 - output) * going_in
