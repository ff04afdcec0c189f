"""What tokens cost, and the most that one call can cost."""

from pydantic import Field

from saddle_engine.types.base import Value
from saddle_engine.types.model import Request, Usage, as_json

OVERHEAD_TOKENS = 2_000
"""What a provider may add to a request by itself: how to use tools, marks between messages."""
PICTURE_TOKENS = 5_000
"""Of one picture at most, however few bytes it is packed into."""
_PICTURE = '"type": "image"'


class Rates(Value):
    """Nano-dollars a token: thousandths of a US dollar per million tokens."""

    input: int = Field(ge=0)
    output: int = Field(ge=0)
    cache_write: int = Field(ge=0)
    """Kept for five minutes."""
    cache_write_1h: int = Field(ge=0)
    cache_read: int = Field(ge=0)

    def of(self, usage: Usage) -> int:
        """Of one call, in nano-dollars."""
        return (
            usage.input_tokens * self.input
            + usage.output_tokens * self.output
            + usage.cache_write_tokens * self.cache_write
            + usage.cache_write_1h_tokens * self.cache_write_1h
            + usage.cache_read_tokens * self.cache_read
        )

    @property
    def dearest_input(self) -> int:
        """Of a token that goes in, however it is booked."""
        return max(self.input, self.cache_write, self.cache_write_1h, self.cache_read)


class Price(Rates):
    """Of one model; some charge other rates for a whole call whose prompt is long."""

    long_over: int | None = None
    """Tokens that go in, cached or not, beyond which `long` holds."""
    long: Rates | None = None

    def cost(self, usage: Usage) -> int:
        """Of one call, in nano-dollars."""
        return self._rates(usage.going_in).of(usage)

    def worst(self, going_in: int, out: int) -> int:
        """Of a call of at most so many tokens, in nano-dollars."""
        return max(
            rates.dearest_input * going_in + rates.output * out
            for rates in (self._rates(0), self._rates(going_in))
        )

    def _rates(self, going_in: int) -> Rates:
        long = self.long is not None and self.long_over is not None and going_in > self.long_over
        return self.long if long and self.long else self


FREE = Price(input=0, output=0, cache_write=0, cache_write_1h=0, cache_read=0)
"""Of a simulated model."""


class Bound(Value):
    """The most that one call can use."""

    input_tokens: int
    output_tokens: int
    cost: int
    """Nano-dollars."""

    @property
    def tokens(self) -> int:
        """In both directions."""
        return self.input_tokens + self.output_tokens


def bound(request: Request, price: Price) -> Bound:
    """The worst case of a call: no token is shorter than a byte, and `max_tokens` is kept."""
    text = as_json(request)
    size = len(text.encode("utf-8", "replace"))
    going_in = size + PICTURE_TOKENS * text.count(_PICTURE) + OVERHEAD_TOKENS
    out = int(request.get("max_tokens", 0))
    return Bound(input_tokens=going_in, output_tokens=out, cost=price.worst(going_in, out))
