"""Thirty-two callers cannot overspend the last of a limit, by the provider's own ledger; 50 trials: `tests.bench.overspend`."""

import pytest

from tests.bench.overspend import trial


@pytest.mark.parametrize("number", [0, 2, 4], ids=["usd", "usd under faults", "tokens"])
async def test_the_last_of_a_limit_is_used_up_and_not_overspent(number: int) -> None:
    this = await trial(number)

    assert this.charged <= this.committed <= this.size
    assert this.size - this.largest < this.committed
    assert this.settled_apart == 0
