"""What shares and their differences say: against hand-made cases, known values and laws."""

from itertools import product
from math import factorial

import pytest
from hypothesis import given
from hypothesis import strategies as st

from saddle_engine.types.statistics import compare, effective_attempts, share_interval, sign_test
from saddle_engine.types.wilson import wilson

TASKS = st.lists(st.lists(st.booleans(), min_size=1, max_size=6), min_size=1, max_size=12)


def test_attempts_that_never_differ_are_worth_one_a_task() -> None:
    alike = [[True] * 5, [False] * 5, [True] * 5, [True] * 5]

    assert effective_attempts(alike) == pytest.approx(4)
    assert share_interval(alike) == pytest.approx(wilson(3, 4))


def test_attempts_at_tasks_that_do_not_differ_are_worth_as_many_tasks() -> None:
    mixed = [[True, False, True, False]] * 6

    assert effective_attempts(mixed) == pytest.approx(24)
    assert share_interval(mixed) == pytest.approx(wilson(12, 24))


def test_where_all_passed_nothing_is_known_of_chance_and_tasks_count_alone() -> None:
    assert share_interval([[True] * 3] * 10) == pytest.approx(wilson(10, 10))


def test_without_an_attempt_everything_is_possible() -> None:
    assert share_interval([]) == (0, 1)


@given(TASKS)
def test_attempts_are_worth_between_the_tasks_and_themselves(tasks: list[list[bool]]) -> None:
    worth = effective_attempts(tasks)

    assert len(tasks) <= worth <= sum(map(len, tasks))
    low, high = share_interval(tasks)
    assert 0 <= low <= sum(sum(each) / len(each) for each in tasks) / len(tasks) + 1e-9
    assert low < high <= 1


@pytest.mark.parametrize(
    ("better", "worse", "p"),
    [
        (5, 2, 0.453125),  # 2 (1 + 7 + 21) / 128
        (0, 0, 1.0),
        (3, 3, 1.0),
        (6, 0, 0.03125),
        (15, 4, 0.019211),
        (2000, 1000, 0.0),
    ],
)
def test_the_sign_test_is_exact(better: int, worse: int, p: float) -> None:
    assert sign_test(better, worse) == pytest.approx(p, abs=1e-6)
    assert sign_test(worse, better) == sign_test(better, worse)


def test_a_comparison_counts_tasks_and_averages_their_differences() -> None:
    found = compare([(1.0, 0.0), (1.0, 0.5), (0.5, 1.0), (0.0, 0.0), (1.0, 1.0)])

    assert (found.better, found.worse, found.same) == (2, 1, 2)
    assert found.difference == pytest.approx(0.2)
    assert found.interval.low < 0.2 < found.interval.high
    assert found.p == 1.0


def test_two_harnesses_that_never_differ_are_not_proven_equal() -> None:
    low, high = compare([(1.0, 1.0)] * 10).interval

    assert low == pytest.approx(-high)
    assert high > 0.1


@given(st.lists(st.tuples(st.floats(0, 1), st.floats(0, 1)), max_size=20))
def test_the_other_way_round_says_the_opposite(pairs: list[tuple[float, float]]) -> None:
    one, other = compare(pairs), compare([(second, first) for first, second in pairs])

    assert one.difference == pytest.approx(-other.difference)
    assert one.interval == pytest.approx((-other.interval.high, -other.interval.low))
    assert (one.better, one.p) == (other.worse, other.p)


@pytest.mark.parametrize(("gains", "losses"), [(0.3, 0.1), (0.15, 0.15), (0.1, 0.02)])
def test_the_interval_of_a_difference_holds_the_truth_95_times_of_100(
    gains: float, losses: float
) -> None:
    """Over every outcome of 25 tasks, weighed by its probability."""
    count, covered = 25, 0.0
    for better, worse in product(range(count + 1), repeat=2):
        same = count - better - worse
        if same < 0:
            continue
        ways = factorial(count) // (factorial(better) * factorial(worse) * factorial(same))
        weight = ways * gains**better * losses**worse * (1 - gains - losses) ** same
        pairs = [(1.0, 0.0)] * better + [(0.0, 1.0)] * worse + [(1.0, 1.0)] * same
        low, high = compare(pairs).interval
        covered += weight * (low <= gains - losses <= high)

    assert 0.94 <= covered <= 1
