"""Booked calls over a provider that does what it is told, on a clock that tests own."""

import asyncio
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any, TypeVar

from saddle_engine import events as ev
from saddle_engine.errors import TryRefused, TryUnknown
from saddle_engine.ports import Heard
from saddle_engine.stages.admitting import Gate
from saddle_engine.stages.book import Book
from saddle_engine.stages.calls import BookedCalls
from saddle_engine.stages.halting import Halts
from saddle_engine.stages.limiter import Limiter
from saddle_engine.state import RunState
from saddle_engine.testing import FakeClock, MemoryJournal
from saddle_engine.types.calls import Call, CallId, Role
from saddle_engine.types.model import ModelReply, Request, Usage
from saddle_engine.types.money import NANO
from saddle_engine.types.price import Price

PRICE = Price(input=3_000, output=15_000, cache_write=3_750, cache_write_1h=6_000, cache_read=300)
USAGE = Usage(input_tokens=100, output_tokens=10)
COST = 100 * 3_000 + 10 * 15_000
ASKED: dict[str, Any] = {
    "model": "m",
    "max_tokens": 1_000,
    "messages": [{"role": "user", "content": "hi"}],
}
E = TypeVar("E", bound=ev.Event)
Turn = ModelReply | TryRefused | TryUnknown


def said(text: str = "hello", **fields: Any) -> ModelReply:
    body = {"content": [{"type": "text", "text": text}], "stop_reason": "end_turn", **fields}
    return ModelReply(body=body, usage=USAGE)


def limited(seconds: float | None = None) -> TryRefused:
    return TryRefused("rate_limited", "too many", status=429, retry_after_s=seconds)


def overloaded() -> TryRefused:
    return TryRefused("overloaded", "too much", status=529)


def cut() -> TryUnknown:
    return TryUnknown("cut_stream", "the connection ended early")


@dataclass
class Provider:
    """The port `Model`: one turn after the other, then `said()`."""

    clock: FakeClock
    turns: list[Turn] = field(default_factory=list)
    asked_at: list[float] = field(default_factory=list)
    """When each try arrived, in monotonic seconds."""
    gate: asyncio.Event = field(default_factory=asyncio.Event)
    """Nothing is answered while it is shut."""
    at_work: int = 0

    def __post_init__(self) -> None:
        self.gate.set()

    async def reply(self, request: Request, draw: int, heard: Heard | None = None) -> ModelReply:
        self.asked_at.append(self.clock.monotonic())
        turn = self.turns.pop(0) if self.turns else said()
        self.at_work += 1
        try:
            await self.gate.wait()
        finally:
            self.at_work -= 1
        if isinstance(turn, Exception):
            raise turn
        if heard is not None:
            heard.begun(USAGE.model_copy(update={"output_tokens": 1}))
            heard.text("hel")
        return turn


@dataclass
class Rig:
    book: Book
    journal: MemoryJournal
    clock: FakeClock
    provider: Provider
    halts: Halts
    calls: BookedCalls

    def call(self, name: str = "r1.1:0", role: Role = "task") -> Call:
        return Call(id=CallId(name), role=role, owner=name.split(".")[0], draw=7)

    async def ask(self, name: str = "r1.1:0", role: Role = "task", **changes: Any) -> ModelReply:
        return await self.calls.reply(self.call(name, role), {**ASKED, **changes})

    def events(self, kind: type[E]) -> list[E]:
        return [each.event for each in self.journal.read() if isinstance(each.event, kind)]

    @property
    def kinds(self) -> list[str]:
        return [each.event.kind for each in self.journal.read()]

    async def resume(self) -> None:
        await self.book.append(ev.RunResumed(by="operator"))

    async def raise_limit(self, name: str, value: float) -> None:
        await self.book.append(ev.LimitChanged(name=name, value=value, by="operator"))
        await self.resume()


@asynccontextmanager
async def opened(
    *turns: Turn,
    limits: dict[str, float] | None = None,
    waits: bool = True,
    price: Price = PRICE,
    simulated: bool = False,
    journal: MemoryJournal | None = None,
    shown: Callable[[str, str], None] | None = None,
) -> AsyncIterator[Rig]:
    clock = FakeClock()
    journal = journal or MemoryJournal(clock)
    provider = Provider(clock, list(turns))
    async with Book(journal, RunState().fold(journal.read())) as book:
        for name, value in (limits or {}).items():
            await book.append(ev.LimitChanged(name=name, value=value, by="operator"))
        halts = Halts(book, waits=waits)
        calls = BookedCalls(
            book=book,
            blobs=journal,
            gate=Gate(book, halts, Limiter(clock, book)),
            model=provider,
            model_id="m",
            price=price,
            clock=clock,
            simulated=simulated,
        )
        yield Rig(book, journal, clock, provider, halts, calls)


async def until(condition: Callable[[], object], seconds: float = 10.0) -> None:
    """Wait for what another task brings about."""
    async with asyncio.timeout(seconds):
        while not condition():  # noqa: ASYNC110 - what is waited for has no event of its own
            await asyncio.sleep(0)


async def at_rest() -> None:
    """Let every task go as far as it can without being told anything new."""
    for _ in range(200):
        await asyncio.sleep(0)


def usd(nanos: int) -> float:
    return nanos / NANO


def whys(events: Sequence[ev.CallRefused | ev.CallUnknown]) -> list[str]:
    return [event.why for event in events]
