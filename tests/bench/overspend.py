"""Thirty-two calls at once against the last ten cents, again and again, by the provider's own ledger.

    python -m tests.bench.overspend [TRIALS]

Each trial has other prices, other requests and other replies; every third one meets faults whose cost is
not known, and every fifth one is limited in tokens instead. No trial may spend more than its limit, and
none may leave as much as its largest call can take. Exits with 1 on any miss.
"""

import asyncio
import sys
import time
from dataclasses import dataclass
from random import Random
from typing import Any

from saddle_engine import events as ev
from saddle_engine.adapters.anthropic import AnthropicModel
from saddle_engine.stages.admitting import Gate
from saddle_engine.stages.book import Book
from saddle_engine.stages.calls import BookedCalls
from saddle_engine.stages.halting import Halts, LimitStop
from saddle_engine.stages.limiter import Limiter
from saddle_engine.state import RunState
from saddle_engine.testing import MemoryJournal
from saddle_engine.types.calls import Call, CallId
from saddle_engine.types.draws import rng
from saddle_engine.types.money import dollars, nanos
from saddle_tui.prices import shipped_prices
from tests.engine.fault_rig import QuickClock
from tests.loopback.brain import Reply, text
from tests.loopback.modes import Fault, Mode
from tests.loopback.server import Loopback

TRIALS = 50
CALLERS = 32
LAST_USD = 0.10
LAST_TOKENS = 60_000
MODELS = ("claude-opus-4-8", "claude-sonnet-4-6", "claude-haiku-4-5")
FAULTS = (Mode.CUT_IN_TEXT, Mode.OVERLOADED, Mode.ERROR_LATER, Mode.RATE_LIMITED)


@dataclass(frozen=True)
class Trial:
    """What became of the last ten cents, or of the last tokens."""

    number: int
    limit: str
    size: int
    """Nano-dollars or tokens."""
    charged: int
    """By the provider's ledger."""
    committed: int
    """By our books."""
    settled_apart: int
    """Between both, over the calls that were settled."""
    largest: int
    """The worst case of the largest call."""
    calls: int

    @property
    def fine(self) -> bool:
        """Nothing overspent, all used up, both books equal."""
        used_up = self.size - self.largest < self.committed
        return self.charged <= self.committed <= self.size and used_up and not self.settled_apart


def main() -> int:
    """Run and print all trials."""
    trials = int(sys.argv[1]) if len(sys.argv) > 1 else TRIALS
    began, missed, over = time.monotonic(), 0, 0
    for number in range(trials):
        this = asyncio.run(trial(number))
        missed += not this.fine
        over += this.charged > this.size
        print(f"{number:3} {_said(this)}{'' if this.fine else '  MISSED'}", flush=True)
    spent = time.monotonic() - began
    print(
        f"\n{trials} trials of {CALLERS} callers: overspent {over}, missed {missed}, {spent:.0f} s"
    )
    return bool(missed)


async def trial(number: int) -> Trial:
    """All callers ask at once and go on until the run is paused by its limit."""
    chance = rng("overspend", number)
    name, limit = MODELS[number % 3], "tokens" if number % 5 == 4 else "usd"
    loopback = Loopback(_Brain(), faults=_faults(chance) if number % 3 == 2 else lambda *_: None)
    journal, clock, size = (
        MemoryJournal(),
        QuickClock(),
        LAST_USD if limit == "usd" else LAST_TOKENS,
    )
    async with loopback.serve() as url, Book(journal, RunState()) as book:
        await book.append(ev.LimitChanged(name=limit, value=size, by="operator"))
        model = AnthropicModel(key=loopback.key, base_url=url, effort=None, timeout_s=60)
        calls = BookedCalls(
            book=book,
            blobs=journal,
            gate=Gate(book, Halts(book, waits=False), Limiter(clock, book)),
            model=model,
            model_id=name,
            price=shipped_prices().prices[name],
            clock=clock,
        )
        try:
            async with asyncio.TaskGroup() as group:
                for caller in range(CALLERS):
                    group.create_task(_ask(calls, name, number, caller))
        except* LimitStop:
            pass
        await loopback.settled()
        await model.close()
    return _judged(number, limit, loopback, book.state, journal)


async def _ask(calls: BookedCalls, name: str, number: int, caller: int) -> None:
    chance = rng("overspend", number, caller)
    for turn in range(10_000):
        said = "word " * chance.randrange(1, 300)
        request: dict[str, Any] = {
            "model": name,
            "max_tokens": chance.randrange(50, 1_000),
            "messages": [{"role": "user", "content": said}],
        }
        if calls.bound(request).cost > nanos(LAST_USD):
            continue
        known = Call(id=CallId(f"r{caller}.1:{turn}"), role="task", owner=f"r{caller}", draw=turn)
        await calls.reply(known, request)


class _Brain:
    """Says about as many words as it was told."""

    async def reply(self, request: dict[str, Any], number: int) -> Reply:
        return text("and " * max(1, len(request["messages"][0]["content"]) // 5))


def _faults(chance: Random) -> Any:
    return lambda number, _: Fault(chance.choice(FAULTS), 0.2) if chance.random() < 0.02 else None


def _judged(
    number: int, limit: str, loopback: Loopback, state: RunState, journal: MemoryJournal
) -> Trial:
    books, ledger, money = state.books, loopback.ledger, limit == "usd"
    events = [record.event for record in journal.read()]
    tries = [each for each in events if isinstance(each, ev.CallReserved)]
    charged = sum(line.nanos for line in ledger.lines if not _lost(line.fault))
    billed = ledger.billed
    tokens = sum(vars(billed).values())
    return Trial(
        number=number,
        limit=limit,
        size=nanos(state.limits["usd"]) if money else int(state.limits["tokens"]),
        charged=ledger.nanos if money else tokens,
        committed=books.committed if money else books.committed_tokens,
        settled_apart=books.settled.total() - charged,
        largest=max(each.cost if money else each.tokens for each in tries),
        calls=len(tries),
    )


def _lost(fault: str) -> bool:
    return fault in {Mode.CUT_IN_TEXT, Mode.ERROR_LATER}


def _said(this: Trial) -> str:
    if this.limit == "usd":
        charged, booked = dollars(this.charged), dollars(this.committed)
        return f"{this.calls:4} calls, charged {charged}, booked {booked} of {dollars(this.size)}"
    return f"{this.calls:4} calls, charged {this.charged:,}, booked {this.committed:,} of {this.size:,} tokens"


if __name__ == "__main__":
    sys.exit(main())
