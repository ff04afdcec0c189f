"""What models cost: the config's own prices, then the table that ships with saddle-tui."""

import math
import re
import tomllib
from dataclasses import dataclass
from decimal import Decimal
from functools import cache
from importlib.resources import files

from saddle_engine.errors import ConfigError
from saddle_engine.types.price import FREE, Price, Rates
from saddle_tui.settings import ModelSection, PriceSection, RatesSection, Settings

DATE = re.compile(r"[-@]\d{8}$")
CACHE_WRITE, CACHE_WRITE_1H, CACHE_READ = Decimal("1.25"), Decimal(2), Decimal("0.1")
"""Times input, where a price does not say."""


@dataclass(frozen=True)
class Table:
    """Shipped prices and the day on which they were looked up."""

    date: str
    prices: dict[str, Price]


def price_of(section: ModelSection, settings: Settings) -> Price:
    """The price of a configured model; `FREE` for a simulated one.

    Raises:
        ConfigError: it is not known.
    """
    if section.provider == "simulated":
        return FREE
    name = section.name or ""
    if name in settings.prices:
        return _price(settings.prices[name], f'[prices."{name}"]')
    shipped = shipped_prices()
    known = shipped.prices.get(name) or shipped.prices.get(DATE.sub("", name))
    if known is None:
        raise ConfigError(
            f'the price of the model "{name}" is not known (the table of {shipped.date} has '
            f'{", ".join(sorted(shipped.prices))}); say what it costs in a [prices."{name}"] table '
            "with input and output in USD per million tokens"
        )
    return known


@cache
def shipped_prices() -> Table:
    """The table that ships."""
    table = tomllib.loads(files("saddle_tui").joinpath("prices.toml").read_text("utf-8"))
    return Table(
        table["date"],
        {
            name: _price(PriceSection.model_validate(entry), name)
            for name, entry in table["models"].items()
        },
    )


def _price(section: PriceSection, where: str) -> Price:
    rates = _rates(section, where)
    if section.long_prompt is None:
        return Price(**rates.model_dump())
    long = _rates(section.long_prompt, f"{where} long_prompt")
    over = section.long_prompt.over_tokens
    return Price(**rates.model_dump(), long=long, long_over=over)


def _rates(section: RatesSection, where: str) -> Rates:
    given = {
        name: Decimal(str(value))
        for name in Rates.model_fields
        if (value := getattr(section, name)) is not None
    }
    defaults = {
        "cache_write": given["input"] * CACHE_WRITE,
        "cache_write_1h": given["input"] * CACHE_WRITE_1H,
        "cache_read": given["input"] * CACHE_READ,
    }
    for name, usd in given.items():
        if usd * 1000 % 1:
            raise ConfigError(
                f"{where} {name} = {usd}: expected at most three decimals (USD per million tokens)"
            )
    return Rates(**{name: math.ceil(usd * 1000) for name, usd in (defaults | given).items()})
