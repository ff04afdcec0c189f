"""The models: who answers, with which key, at which price, under which cap."""

import ipaddress
from collections.abc import Iterator
from datetime import UTC, date, datetime
from urllib.parse import urlsplit

from saddle_engine.adapters.clock import SystemClock
from saddle_engine.errors import ConfigError
from saddle_engine.types.price import Price
from saddle_tui.doctor.finding import Finding, missing, ok, warning
from saddle_tui.doctor.needs import Needs
from saddle_tui.keys import key_of
from saddle_tui.prices import price_of, shipped_prices
from saddle_tui.settings import ModelSection, Settings

OLD_DAYS = 180
KILO = 1000  # a price is kept in thousandths of a dollar per million tokens


def models(needs: Needs) -> Iterator[Finding]:
    """Everything that a paid call needs; nothing of a key is ever shown."""
    today = datetime.fromtimestamp(SystemClock().now(), UTC).date()
    if not needs.models:
        yield ok("models", "simulated: no key is needed and nothing is paid")
    for role, section in needs.models.items():
        yield _named(role, section)
        yield key(role, section)
        yield endpoint(role, section.base_url)
        yield _price(role, section, needs.settings)
    yield table(shipped_prices().date, today, asked=bool(needs.models))
    if needs.models and needs.settings.limits.usd is None:
        yield warning("cap", "nothing ends the spending but the search", "[limits] usd = 20")


def key(role: str, section: ModelSection) -> Finding:
    """Whether there is one, and where it comes from."""
    name = f"{role} key"
    try:
        key_of(section)
    except ConfigError as why:
        remedy = f'export {section.key_env}=..., or key_file = "PATH" in [model.{role}]'
        if section.key_file is not None:
            remedy = f"write the key into {section.key_file}, then chmod 600 {section.key_file}"
        return missing(name, str(why), remedy)
    if section.key_file is None:
        return ok(name, f"there is one in {section.key_env}")
    return ok(name, f"there is one in {section.key_file}, which only you can read")


def endpoint(role: str, base_url: str | None) -> Finding:
    """Where calls go. A URL may hold a password, so only its host is shown."""
    name = f"{role} endpoint"
    if base_url is None:
        return ok(name, "Anthropic's own")
    try:
        url = urlsplit(base_url)
        host, port = url.hostname or "", f":{url.port}" if url.port else ""
    except ValueError:
        host, port, url = "", "", urlsplit("")
    if not host or url.scheme not in {"http", "https"}:
        return missing(name, "base_url is no http address", 'such as "https://api.example.com"')
    if _is_here(host):
        return ok(name, f"{host}{port} is this machine (loopback): not Anthropic itself")
    if url.scheme == "http":
        return warning(name, f"{host}{port} without TLS: the key travels in the open", "use https")
    return ok(name, f"{host}{port}, not Anthropic's own")


def table(dated: str, today: date, *, asked: bool) -> Finding:
    """The shipped prices, which grow old."""
    age = (today - date.fromisoformat(dated)).days
    shown = f"the shipped table is of {dated}, {age} days old"
    if asked and age > OLD_DAYS:
        return warning("prices", shown, 'compare with the provider; [prices."MODEL"] wins')
    return ok("prices", shown)


def _named(role: str, section: ModelSection) -> Finding:
    name = f"{role} model"
    if not section.name:
        return missing(name, "it has no name", f"[model.{role}] name = the id of a model")
    return ok(name, f"{section.name} at {section.provider}")


def _price(role: str, section: ModelSection, settings: Settings) -> Finding:
    name = f"{role} price"
    try:
        price = price_of(section, settings)
    except ConfigError as why:
        said = str(why)
        if section.name not in settings.prices:
            said = f"what {section.name} costs is not known"
        remedy = f'[prices."{section.name}"] input and output, in USD per million tokens'
        return missing(name, said, remedy)
    source = "your [prices]" if section.name in settings.prices else "the shipped table"
    return ok(name, f"{_told(price)} USD per million tokens, by {source}")


def _told(price: Price) -> str:
    told = f"{price.input / KILO:g} in, {price.output / KILO:g} out, {price.cache_read / KILO:g} cached"
    if price.long is None or price.long_over is None:
        return told
    long = f"{price.long.input / KILO:g} in, {price.long.output / KILO:g} out"
    return f"{told} (a prompt of more than {price.long_over:,} tokens: {long})"


def _is_here(host: str) -> bool:
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost" or host.endswith(".localhost")
