"""Wilson's interval against published values, and its laws."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from saddle_engine.types.wilson import wilson


@pytest.mark.parametrize(
    ("passed", "total", "low", "high"),
    [
        # R. G. Newcombe, Statistics in Medicine 17 (1998), table I, method 3.
        (81, 263, 0.2553, 0.3662),
        (15, 148, 0.0624, 0.1605),
        (0, 20, 0.0000, 0.1611),
        (1, 29, 0.0061, 0.1718),
    ],
)
def test_the_interval_agrees_with_published_values(
    passed: int, total: int, low: float, high: float
) -> None:
    found = wilson(passed, total)

    assert (round(found.low, 4), round(found.high, 4)) == (low, high)


@given(st.integers(1, 10_000).flatmap(lambda n: st.tuples(st.integers(0, n), st.just(n))))
def test_the_interval_holds_the_share_and_stays_within_zero_and_one(share: tuple[int, int]) -> None:
    passed, total = share

    low, high = wilson(passed, total)

    assert 0 <= low <= passed / total <= high <= 1
    assert low < high


@given(st.integers(0, 50), st.integers(1, 50))
def test_failures_mirror_passes(passed: int, more: int) -> None:
    total = passed + more

    low, high = wilson(passed, total)
    mirrored = wilson(total - passed, total)

    assert (low, high) == pytest.approx((1 - mirrored.high, 1 - mirrored.low))


def test_more_of_the_same_is_surer() -> None:
    few, many = wilson(5, 10), wilson(500, 1000)

    assert few.low < many.low < many.high < few.high


def test_nothing_tried_leaves_everything_open() -> None:
    assert wilson(0, 0) == (0.0, 1.0)


@pytest.mark.parametrize(("passed", "total"), [(-1, 5), (6, 5), (1, 0)])
def test_what_is_no_share_is_refused(passed: int, total: int) -> None:
    with pytest.raises(ValueError, match="no share"):
        wilson(passed, total)
