"""Keyed randomness is the same on every machine, and different for every decision."""

from hypothesis import given
from hypothesis import strategies as st

from saddle_engine.types.draws import draw, rng

PARTS = st.lists(st.text(max_size=4), max_size=4)


def test_draw_is_the_same_on_every_machine_and_for_ever() -> None:
    assert draw(7, "t", "a", 1) == 13613164875819259133
    assert draw() == 5716138445788391948


@given(PARTS, PARTS)
def test_different_parts_are_different_decisions(one: list[str], other: list[str]) -> None:
    assert (draw(*one) == draw(*other)) == (one == other)


@given(PARTS)
def test_draw_has_64_bits(parts: list[str]) -> None:
    assert 0 <= draw(*parts) < 2**64


def test_generators_of_one_decision_agree() -> None:
    assert rng(1, "x").random() == rng(1, "x").random()
    assert rng(1, "x").random() != rng(1, "y").random()
