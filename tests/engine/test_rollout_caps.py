"""A rollout's own limits hold by the provider's books, also for a harness that asks many things at once."""

from typing import Any

import pytest

from saddle_engine import events as ev
from saddle_engine.types.calls import CallId
from saddle_engine.types.price import bound
from saddle_tui.prices import shipped_prices
from tests.engine.fault_rig import NAME, Case, case, run
from tests.loopback.modes import Mode, at, nothing

ASKED: dict[str, Any] = {
    "model": NAME,
    "max_tokens": 500,
    "messages": [{"role": "user", "content": "write 42 into answer.txt"}],
}
MANY = f"""
import threading
from saddle_pipe import Pipe, PipeError
def ask(lane):
    pipe = Pipe(str(lane))
    try:
        while True:
            pipe.messages({ASKED!r})
    except PipeError:
        pass
threads = [threading.Thread(target=ask, args=[lane]) for lane in range(7)]
[each.start() for each in threads]
[each.join() for each in threads]
"""


async def ran(this: Case) -> int:
    (this.folder / "tree" / "main.py").write_text(MANY)
    await run(this)
    await this.loopback.settled()
    return len(this.loopback.ledger.lines)


@pytest.mark.parametrize("limit", ["usd", "tokens"])
async def test_parallel_calls_of_a_harness_use_up_its_limit_and_never_pass_it(limit: str) -> None:
    size: Any = 0.03 if limit == "usd" else 5_000
    async with case("task", nothing, steps=9_000, **{limit: size}) as this:
        calls = await ran(this)
        worst = bound(ASKED, this.calls.price)
        ledger = this.loopback.ledger

    billed = ledger.billed
    used = ledger.nanos / 1e9 if limit == "usd" else billed.input + billed.output
    one = worst.cost / 1e9 if limit == "usd" else worst.tokens
    assert this.ended == ("failed usd_limit" if limit == "usd" else "failed token_limit")
    assert size - one < used <= size
    assert calls > 10
    assert this.state.books.spent == ledger.nanos


@pytest.mark.parametrize(("usd", "spoilt"), [(0.03, (1,)), (0.045, (1, 3))])
async def test_tries_that_came_to_nothing_use_up_a_rollouts_limit_and_are_no_score(
    usd: float, spoilt: tuple[int, ...]
) -> None:
    async with case("task", at(dict.fromkeys(spoilt, Mode.DROPPED)), usd=usd) as this:
        await run(this)
        await this.loopback.settled()
        broke = [each for each in this.events() if isinstance(each, ev.RolloutBroke)]
        unknown = this.state.books.unknown.total()

    assert this.ended == "passed"
    assert ["no room" in each.reason for each in broke] == [True]
    assert 0 < unknown <= usd * 1e9


async def test_what_a_rollout_lost_under_an_engine_that_died_is_still_lost() -> None:
    worst = bound(ASKED, shipped_prices().prices[NAME])
    of: Any = {"call": CallId("r1.1:0"), "tries": 1, "role": "task", "owner": "r1"}
    taken: Any = {"tokens": worst.tokens, "cost": worst.cost}
    async with case("task", nothing, usd=1.5 * worst.cost / 1e9) as this:
        died = ev.CallUnknown(**of, **taken, why="engine_died", reason="the engine that asked died")
        reserved = ev.CallReserved(**of, **taken, model=NAME, key="k")
        await this.calls.book.append(reserved, died)
        await run(this)
        broke = [each.tries for each in this.events() if isinstance(each, ev.RolloutBroke)]

    assert this.ended == "passed"
    assert broke == [1]
