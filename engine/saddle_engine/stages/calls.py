"""Paid calls: booked before they are sent, tried again as needed, never beyond a limit."""

import asyncio
import hashlib
import json
from dataclasses import dataclass, field

from saddle_engine.bodies import get_json, put_json
from saddle_engine.errors import TryRefused, TryUnknown
from saddle_engine.ledger import refusal
from saddle_engine.ports import Blobs, Clock, Model
from saddle_engine.stages.book import Book
from saddle_engine.stages.halting import Halts, halted
from saddle_engine.stages.limiter import Limiter
from saddle_engine.stages.retrying import Patience
from saddle_engine.stages.tries import Listener, Try
from saddle_engine.types.calls import Call
from saddle_engine.types.draws import rng
from saddle_engine.types.model import ModelReply, Request
from saddle_engine.types.price import FREE, Bound, Price, bound

GIVEN_UP = "nobody waits for the reply any more"


@dataclass(frozen=True, kw_only=True)
class BookedCalls:
    """The port `Calls` over one model. An engine has one `Limiter` and one lock for them all."""

    book: Book
    blobs: Blobs
    halts: Halts
    model: Model
    model_id: str
    price: Price
    clock: Clock
    limiter: Limiter
    admitting: asyncio.Lock = field(default_factory=asyncio.Lock)
    """Held while room is looked for and taken, so that nobody takes another's."""

    def bound(self, request: Request) -> Bound:
        """The most that a request can use and cost."""
        return bound(request, self.price)

    async def reply(self, call: Call, request: Request) -> ModelReply:
        """A reply that is paid for; a call that is paid already costs nothing.

        Raises:
            ModelError: the model cannot be used at all.
            LimitStop: the run is paused, and nobody waits.
        """
        if not self._booked:
            return await self.model.reply(request, call.draw, Listener(self.book, call.owner))
        key = _key(request)
        patience = self._patience(call)
        while (reply := self._paid(call, key)) is None:
            try:
                return await self._try(call, key, request)
            except (TryRefused, TryUnknown) as trouble:
                if not await self._wait(call, trouble, patience):
                    patience = self._patience(call)
        return reply

    @property
    def _booked(self) -> bool:
        """What is free need not be booked, unless its tokens are limited."""
        return self.price != FREE or "tokens" in self.book.state.limits

    def _patience(self, call: Call) -> Patience:
        return Patience(self.clock.monotonic(), rng(call.id, call.draw))

    def _paid(self, call: Call, key: str) -> ModelReply | None:
        """What an engine that died has paid for and could not hand over."""
        known = self.book.state.books.unclaimed.get(call.id)
        if known is None or known.key != key:
            return None
        if known.status != 200 and call.role != "task":  # an agent's own mistake is not repeated
            return None
        body = get_json(self.blobs, known.reply)
        return ModelReply(status=known.status, body=body, usage=known.usage, cost=known.cost)

    async def _try(self, call: Call, key: str, request: Request) -> ModelReply:
        one = Try(call, 0, key, self.bound(request), self.price)
        try:
            await self._reserve(one)
            one.sent = True
            reply = await self.model.reply(request, call.draw, Listener(self.book, call.owner, one))
        except TryRefused as trouble:
            await self.book.append(one.refused(trouble.kind, str(trouble)))
            raise
        except TryUnknown as trouble:
            await self.book.append(one.unknown(trouble.kind, str(trouble)))
            raise
        except BaseException as trouble:
            await self._give_up(one, trouble)
            raise
        settled = one.settled(reply, put_json(self.blobs, reply.body))
        await self.book.append(settled)
        return reply.model_copy(update={"cost": settled.cost})

    async def _give_up(self, one: Try, trouble: BaseException) -> None:
        """A reservation never stays open; what was not sent costs nothing."""
        cancelled = isinstance(trouble, asyncio.CancelledError)
        why = ("given_up", GIVEN_UP) if cancelled else ("broken", repr(trouble))
        if one.sent:
            await self.book.append(one.unknown(*why))
        elif one.number:
            await self.book.append(one.refused(*why))

    async def _reserve(self, one: Try) -> None:
        """Wait for the provider and for room, and take it."""
        with one.call.idle():
            await self.book.until(lambda state: not halted(state))
            await self.limiter.passed(lambda line: self.book.show(one.call.owner, line))
            async with self.admitting:
                while over := refusal(self.book.state, one.bound):
                    await self._make_room(*over)
                one.number = self.book.state.books.tries[one.call.id] + 1
                await self.book.append(one.reserved(self.model_id))

    async def _make_room(self, limit: str, reason: str) -> None:
        """What is under way may settle for less than its worst; else a person has to decide."""
        if waited := len(self.book.state.books.reserved):
            await self.book.until(lambda state: len(state.books.reserved) < waited)
        else:
            await self.halts.halt(limit, reason)

    async def _wait(self, call: Call, trouble: TryRefused | TryUnknown, patience: Patience) -> bool:
        """Before the next try. False when the run was paused meanwhile: patience begins anew."""
        wait_s = patience.wait_s(trouble, self.clock.monotonic())
        with call.idle():
            if wait_s is None:
                await self.halts.halt("provider", f"the provider does not serve: {trouble}")
                return False
            if isinstance(trouble, TryRefused) and trouble.kind == "rate_limited":
                self.limiter.hold(wait_s, str(trouble))
            else:
                await self.limiter.sleep(
                    wait_s, str(trouble), lambda line: self.book.show(call.owner, line)
                )
        return True


def _key(request: Request) -> str:
    return hashlib.sha256(json.dumps(request, sort_keys=True).encode()).hexdigest()
