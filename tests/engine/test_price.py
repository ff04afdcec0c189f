"""What a call can cost at the most, and what it has cost."""

from hypothesis import given
from hypothesis import strategies as some

from saddle_engine.types.model import Usage
from saddle_engine.types.price import FREE, Price, Rates, bound
from tests.loopback.blocks import parts
from tests.loopback.rig import request, said

SONNET = Price(input=3_000, output=15_000, cache_write=3_750, cache_write_1h=6_000, cache_read=300)
LONG = SONNET.model_copy(
    update={
        "long_over": 100,
        "long": Rates(input=6_000, output=22_500, cache_write=7_500, cache_write_1h=12_000, cache_read=600),
    }
)  # fmt: skip
counts = some.integers(0, 10_000)
usages = some.builds(
    Usage,
    input_tokens=counts,
    output_tokens=counts,
    cache_read_tokens=counts,
    cache_write_tokens=counts,
    cache_write_1h_tokens=counts,
)


def test_a_call_costs_the_sum_of_its_tokens() -> None:
    usage = Usage(
        input_tokens=1, output_tokens=2, cache_write_tokens=3, cache_write_1h_tokens=4, cache_read_tokens=5
    )  # fmt: skip

    assert SONNET.cost(usage) == 3_000 + 30_000 + 11_250 + 24_000 + 1_500
    assert FREE.cost(usage) == 0


def test_a_long_prompt_makes_the_whole_call_dearer_cached_tokens_counted() -> None:
    short = Usage(input_tokens=60, cache_read_tokens=40, output_tokens=1_000)
    long = Usage(input_tokens=60, cache_read_tokens=41, output_tokens=1_000)

    assert LONG.cost(short) == SONNET.cost(short)
    assert LONG.cost(long) == 60 * 6_000 + 41 * 600 + 1_000 * 22_500


@given(usages)
def test_the_worst_case_of_as_many_tokens_is_never_less_than_what_they_cost(usage: Usage) -> None:
    for price in (SONNET, LONG):
        assert price.cost(usage) <= price.worst(usage.going_in, usage.output_tokens)


@given(some.text(min_size=1), some.integers(1, 9_000))
def test_a_bound_covers_what_a_server_counts(text: str, max_tokens: int) -> None:
    asked = request(system=text, messages=[said("user", text)], max_tokens=max_tokens)
    most = bound(asked, SONNET)

    assert sum(part.tokens for part in parts(asked)) <= most.input_tokens
    assert most.output_tokens == max_tokens
    assert most.cost == most.input_tokens * 6_000 + max_tokens * 15_000


def test_a_picture_may_take_more_tokens_than_it_has_bytes() -> None:
    picture = {"type": "image", "source": {"type": "base64", "media_type": "image/png", "data": ""}}
    result = {"type": "tool_result", "tool_use_id": "t", "content": [picture]}
    quoted = '{"type": "image"}'
    without = bound(request(messages=[said("user", "hi", quoted)]), SONNET)
    pictures = bound(request(messages=[said("user", picture, result)]), SONNET)

    assert without.input_tokens < 3_000
    assert pictures.input_tokens > 10_000
