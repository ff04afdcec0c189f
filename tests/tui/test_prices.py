"""A model without a price is refused; a price is exact, and the config's own wins."""

from typing import Any

import pytest

from saddle_engine.errors import ConfigError
from saddle_engine.types.model import Usage
from saddle_engine.types.price import FREE
from saddle_tui.prices import price_of, shipped_prices
from saddle_tui.settings import ModelSection, Settings
from tests.loopback.prices import SERVED

TOKENS = Usage(
    input_tokens=7, output_tokens=11, cache_read_tokens=13, cache_write_tokens=17, cache_write_1h_tokens=19
)  # fmt: skip


def settings(**prices: Any) -> Settings:
    return Settings.model_validate({"harness": {"bundled": "react"}, "prices": prices})


def named(name: str) -> ModelSection:
    return ModelSection(provider="anthropic", name=name)


def test_shipped_prices_are_dated_and_every_rate_is_there() -> None:
    table = shipped_prices()

    assert table.date > "2026-01-01"
    for name, price in table.prices.items():
        assert 0 < price.cache_read < price.input < price.cache_write < price.cache_write_1h, name
        assert price.output == 5 * price.input, name


@pytest.mark.parametrize("name", [name for name in SERVED if name.startswith("claude-")])
def test_a_shipped_price_is_the_one_that_a_provider_bills_by(name: str) -> None:
    price, billed = price_of(named(name), settings()), SERVED[name].prices

    assert price.cost(TOKENS) == (
        7 * billed.input
        + 11 * billed.output
        + 13 * billed.cache_read
        + 17 * billed.cache_write_5m
        + 19 * billed.cache_write_1h
    )


def test_a_dated_name_has_the_price_of_the_name_before_the_date() -> None:
    price = shipped_prices().prices["claude-opus-4-5"]

    assert price_of(named("claude-opus-4-5-20251101"), settings()) == price
    assert price_of(named("claude-opus-4-5@20251101"), settings()) == price


def test_an_unknown_price_is_refused_and_it_is_said_how_to_give_one() -> None:
    for name in ("claude-9", "claude-opus-4-5-latest", "claude-opus-4-5-20251101-x"):
        with pytest.raises(ConfigError, match="is not known") as refused:
            price_of(named(name), settings())
        assert f'[prices."{name}"]' in str(refused.value)


def test_the_configs_own_price_wins_and_the_rest_follows_from_input() -> None:
    own = settings(**{"claude-opus-4-8": {"input": 2.0, "output": 8.0}})
    price = price_of(named("claude-opus-4-8"), own)

    assert (price.input, price.output) == (2_000, 8_000)
    assert (price.cache_write, price.cache_write_1h, price.cache_read) == (2_500, 4_000, 200)


def test_a_price_that_is_no_whole_nano_dollar_a_token_is_refused() -> None:
    with pytest.raises(ConfigError, match="at most three decimals"):
        price_of(named("m"), settings(m={"input": 0.0005, "output": 1.0}))


def test_a_default_that_is_no_whole_nano_dollar_is_rounded_up() -> None:
    price = price_of(named("m"), settings(m={"input": 0.001, "output": 1.0}))

    assert (price.cache_write, price.cache_read) == (2, 1)


def test_a_long_prompt_has_its_own_rates() -> None:
    long = {"over_tokens": 10, "input": 6.0, "output": 22.5}
    own = settings(m={"input": 3.0, "output": 15.0, "long_prompt": long})
    price = price_of(named("m"), own)

    assert price.cost(Usage(input_tokens=10)) == 30_000
    assert price.cost(Usage(input_tokens=11)) == 66_000


def test_a_simulated_model_is_free() -> None:
    assert price_of(ModelSection(), settings()) == FREE
