"""An estimate: bounds that hold, prices of the paper, limits that are met, and earlier runs."""

import math
from collections.abc import Callable
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from saddle_engine.types.price import FREE
from saddle_tui.estimating.estimate import LIMITED, Stage, cost, estimate, sums, whole
from saddle_tui.estimating.facts import Facts, published, simulated
from saddle_tui.estimating.limits import met
from saddle_tui.estimating.plan import Plan
from saddle_tui.estimating.ranges import Range, drawn, exactly
from saddle_tui.estimating.report import report
from saddle_tui.estimating.table import lines
from saddle_tui.prices import shipped_prices

OPUS = shipped_prices().prices["claude-opus-4-6"]
PLAN = Plan(
    train=75,
    dev=65,
    test=300,
    minibatch=3,
    epochs=2,
    budget=None,
    repeats=3,
    concurrency=4,
    rollout_tokens=2_000_000,
    rollout_usd=10.0,
    prices={"task": OPUS, "optimizer": OPUS},
    models={"task": "claude-opus-4-6", "optimizer": "claude-opus-4-6"},
    limits={},
)
"""The paper's run on GAIA2."""

PLANS = st.builds(
    lambda **sizes: replace(PLAN, **sizes),
    train=st.integers(1, 40),
    dev=st.integers(1, 40),
    test=st.integers(1, 40),
    minibatch=st.integers(1, 12),
    epochs=st.integers(1, 5),
    budget=st.none() | st.integers(1, 400),
    repeats=st.integers(1, 4),
    concurrency=st.integers(1, 64),
)
FACTS: st.SearchStrategy[Callable[[], Facts]] = st.sampled_from([published, simulated])


def rollouts(stages: list[Stage]) -> dict[str, Range]:
    return {stage.name: stage.rollouts for stage in stages}


@given(PLANS, FACTS)
def test_low_is_below_likely_and_likely_below_high(plan: Plan, facts: Callable[[], Facts]) -> None:
    for stage in estimate(plan, facts()):
        for what in LIMITED:
            low, likely, high = getattr(stage, what)
            assert 0 <= low <= likely + 1e-9 <= high + 2e-9, (stage.name, what)


@given(PLANS, FACTS)
def test_no_search_can_order_more_rollouts_than_the_highest(
    plan: Plan, facts: Callable[[], Facts]
) -> None:
    every = whole(plan, estimate(plan, facts())).rollouts

    search = plan.dev + plan.epochs * 2 * plan.train + plan.iterations * plan.dev
    if plan.budget is not None:
        search = min(search, max(plan.budget, plan.dev) + 2 * plan.minibatch + plan.dev)
    test = plan.repeats * plan.test
    assert every.high <= search + 2 * test
    assert every.low >= plan.dev + test


def test_what_is_known_is_exact() -> None:
    found = rollouts(estimate(PLAN, published()))

    assert found["seed on dev"] == exactly(65)
    assert found["before"] == exactly(150)
    assert found["test"] == Range(900, 1800, 1800)
    assert found["dev gates"].high == 50 * 65


def test_vetoed_patches_take_at_most_what_is_set_aside_for_them() -> None:
    found = rollouts(estimate(replace(PLAN, shadow=8), published()))

    assert found["vetoed"] == Range(0, 0, 8)
    assert "vetoed" not in rollouts(estimate(PLAN, published()))


def test_a_budget_ends_the_search_within_an_iteration_of_it() -> None:
    plan = replace(PLAN, budget=1000)

    found = whole(plan, estimate(plan, published())).rollouts

    assert 950 <= found.likely - 1800 <= found.high - 1800 <= 1000 + 3 + 3 + 65


def test_the_papers_own_costs_come_out_of_its_tokens_and_todays_prices() -> None:
    facts = published()

    assert cost(facts.rollout, OPUS).likely == pytest.approx(1.0, rel=0.1)
    patch = sum(cost(work, OPUS).likely for work in facts.sessions.values())
    assert patch == pytest.approx(14.56, rel=0.05)
    assert sum(work.seconds.likely for work in facts.sessions.values()) == pytest.approx(533)


def test_the_limits_of_a_rollout_bound_what_it_takes() -> None:
    plan = replace(PLAN, rollout_tokens=100_000, rollout_usd=0.25)

    found = {stage.name: stage for stage in estimate(plan, published())}

    assert found["seed on dev"].tokens.high == 65 * 100_000
    assert found["seed on dev"].usd.high <= 65 * 0.25


def test_more_places_make_a_run_faster_and_nothing_else() -> None:
    slow, fast = (
        sums("all", estimate(replace(PLAN, concurrency=places), published())) for places in (1, 64)
    )

    assert fast.hours.likely < slow.hours.likely / 4
    assert (fast.rollouts, fast.tokens, fast.usd) == (slow.rollouts, slow.tokens, slow.usd)


def test_a_free_model_costs_nothing() -> None:
    free = replace(PLAN, prices={"task": FREE, "optimizer": FREE})

    assert sums("all", estimate(free, simulated())).usd == exactly(0)


def test_a_long_prompt_is_dear_at_worst() -> None:
    haiku = shipped_prices().prices["claude-haiku-5-5"]
    assert haiku.long is not None

    long = cost(published().rollout, haiku)

    short = cost(published().rollout, haiku.model_copy(update={"long": None}))
    assert long.high == pytest.approx(5 * short.high)
    assert (long.low, long.likely) == (short.low, short.likely)


def test_the_limit_with_the_least_room_comes_first_and_says_what_it_does() -> None:
    stages = estimate(PLAN, published())
    all_ = sums("all", stages)
    limits = {"usd": all_.usd.likely / 2, "hours": all_.hours.likely * 1.01, "tokens": 1e12}

    found = met(replace(PLAN, limits=limits), stages)

    assert [each.name for each in found] == ["usd", "hours", "tokens"]
    assert [each.verdict for each in found] == ["stops it", "may stop it", "is enough"]


def test_a_limit_that_does_not_cover_the_seed_and_the_test_is_told() -> None:
    plan = replace(PLAN, limits={"rollouts": 65 + 1799, "usd": 100.0})

    told = "\n".join(lines(report(plan, published(), simulated=False)))

    assert "limit of 1,864 rollouts: stops it" in told
    assert told.count("it does not cover even the seed's dev run and the test") == 2
    enough = replace(PLAN, limits={"rollouts": 65 + 1800})
    assert "does not cover" not in "\n".join(lines(report(enough, published(), simulated=False)))


def test_the_table_fits_into_80_columns_and_says_what_is_assumed() -> None:
    told = list(lines(report(PLAN, published(), simulated=False)))

    table = told[3 : told.index("assumed")]
    assert max(map(len, table)) <= 80
    assert "  a rollout, from the AutoSaddler paper (GAIA2, Claude Opus 4.6)" in told
    assert told[-1].startswith("no limit is set")
    assert "SIMULATED" in next(lines(report(PLAN, simulated(), simulated=True)))


@given(st.integers(0, 1000), st.floats(0, 1))
def test_what_chance_does_to_a_count_stays_within_the_count(count: int, share: float) -> None:
    low, likely, high = drawn(exactly(count), exactly(share))

    assert 0 <= low <= likely <= high + 1e-9 <= count + 2e-9
    assert math.isclose(likely, count * share)
