"""What the server charges: whole nano-dollars (1e-9 USD) a token."""

from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True)
class Prices:
    """Nano-dollars a token. One USD per million tokens is 1,000 of them."""

    input: int
    output: int
    cache_write_5m: int
    cache_write_1h: int
    cache_read: int

    @classmethod
    def of(cls, input_usd: float, output_usd: float) -> "Prices":
        """Prices from USD per million tokens; writes are 1.25 and 2 times input, reads a tenth."""
        nanos = round(input_usd * 1_000)
        return cls(
            input=nanos,
            output=round(output_usd * 1_000),
            cache_write_5m=nanos * 5 // 4,
            cache_write_1h=nanos * 2,
            cache_read=nanos // 10,
        )


@dataclass(frozen=True)
class Billed:
    """Tokens of one request as they are charged; the same numbers as in its `usage`."""

    input: int = 0
    cache_write_5m: int = 0
    cache_write_1h: int = 0
    cache_read: int = 0
    output: int = 0

    def cost(self, prices: Prices) -> int:
        """Nano-dollars."""
        return (
            self.input * prices.input
            + self.cache_write_5m * prices.cache_write_5m
            + self.cache_write_1h * prices.cache_write_1h
            + self.cache_read * prices.cache_read
            + self.output * prices.output
        )

    def usage(self) -> dict[str, object]:
        """As the API words it."""
        return {
            "input_tokens": self.input,
            "cache_creation_input_tokens": self.cache_write_5m + self.cache_write_1h,
            "cache_read_input_tokens": self.cache_read,
            "cache_creation": {
                "ephemeral_5m_input_tokens": self.cache_write_5m,
                "ephemeral_1h_input_tokens": self.cache_write_1h,
            },
            "output_tokens": self.output,
            "service_tier": "standard",
        }


@dataclass(frozen=True)
class Served:
    """A model that the server knows."""

    prices: Prices = field(default_factory=lambda: Prices.of(5, 25))
    window: int = 200_000
    """Tokens of prompt and reply together."""
    max_output: int = 64_000
    """The greatest `max_tokens` that a request may ask for."""
    min_cacheable: int = 1_024
    """Tokens below which a prefix is not cached."""


SERVED: Mapping[str, Served] = {
    "claude-opus-4-8": Served(Prices.of(5, 25), window=1_000_000, max_output=128_000),
    "claude-opus-4-6": Served(Prices.of(5, 25), min_cacheable=4_096),
    "claude-sonnet-4-6": Served(Prices.of(3, 15)),
    "claude-haiku-4-5": Served(Prices.of(1, 5), min_cacheable=4_096),
    "simulated-task-agent": Served(),
    "simulated-optimizer": Served(),
    "worker": Served(),
}
"""Models by name, unless a test brings its own table."""
