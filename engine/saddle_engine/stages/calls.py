"""Paid calls: booked before they are sent, tried again as needed, never beyond a limit."""

import asyncio
from dataclasses import dataclass

from saddle_engine.bodies import get_json, put_json
from saddle_engine.errors import OwnLimit, TryRefused, TryUnknown
from saddle_engine.events import CallSettled
from saddle_engine.ports import Blobs, Clock, Model
from saddle_engine.stages.admitting import Gate
from saddle_engine.stages.book import Book
from saddle_engine.stages.retrying import Patience
from saddle_engine.stages.tries import Listener, Try
from saddle_engine.types.calls import Call
from saddle_engine.types.draws import rng
from saddle_engine.types.model import ModelReply, Request, request_digest
from saddle_engine.types.money import dollars
from saddle_engine.types.price import Bound, Price, bound

GIVEN_UP = "nobody waits for the reply any more"


@dataclass(frozen=True, kw_only=True)
class BookedCalls:
    """The port `Calls` over one model. An engine has one `Gate` for them all."""

    book: Book
    blobs: Blobs
    gate: Gate
    model: Model
    model_id: str
    price: Price
    clock: Clock
    simulated: bool = False
    """It is free and never fails: its calls are booked only where tokens are limited."""

    def bound(self, request: Request) -> Bound:
        """The most that a request can use and cost."""
        return bound(request, self.price)

    async def reply(self, call: Call, request: Request) -> ModelReply:
        """A reply that is paid for; a call that is paid already costs nothing.

        Raises:
            OwnLimit: another try could pass a limit of the caller.
            ModelError: the model cannot be used at all.
            LimitStop: the run is paused, and nobody waits.
        """
        if not self._booked:
            with call.idle():
                await self.gate.opened(call.owner)
            return await self.model.reply(request, call.draw, Listener(self.book, call.owner))
        key, chance = request_digest(request), rng(call.id, call.draw)
        patience = Patience(chance)
        while (reply := self._paid(call, key)) is None:
            one = Try(call, self.model_id, key, self.bound(request), self.price)
            await self.gate.admit(one, chance)
            try:
                with call.forgiving():
                    return await self._send(one, request)
            except (TryRefused, TryUnknown) as trouble:
                if isinstance(trouble, TryUnknown) and not call.lost(*one.worst):
                    raise OwnLimit(
                        f"{call.owner} has no room for another try: {trouble}"
                    ) from trouble
                if not await self._wait(call, trouble, patience):
                    patience = Patience(chance)
        return reply

    @property
    def _booked(self) -> bool:
        return not self.simulated or "tokens" in self.book.state.limits

    def _paid(self, call: Call, key: str) -> ModelReply | None:
        """What an engine that died has paid for and could not hand over."""
        known = self.book.state.books.unclaimed.get(call.id)
        if known is None or known.key != key:
            return None
        body = get_json(self.blobs, known.reply)
        return ModelReply(status=known.status, body=body, usage=known.usage, cost=known.cost)

    async def _send(self, one: Try, request: Request) -> ModelReply:
        """The reply to a try that is admitted. However it ends, its reservation is closed."""
        if one.number > 1:
            self.book.show(one.call.owner, f"asks the model again, try {one.number}")
        try:
            reply = await self.model.reply(
                request, one.call.draw, Listener(self.book, one.call.owner, one)
            )
        except TryRefused as trouble:
            await self.book.append(one.refused(trouble.kind, str(trouble)))
            raise
        except TryUnknown as trouble:
            await self.book.append(one.unknown(trouble.kind, str(trouble)))
            raise
        except BaseException as trouble:
            given_up = isinstance(trouble, asyncio.CancelledError)
            why = ("given_up", GIVEN_UP) if given_up else ("broken", repr(trouble))
            await self.book.append(one.unknown(*why))
            raise
        settled = one.settled(reply, put_json(self.blobs, reply.body))
        await self.book.append(settled)
        if settled.cost > one.bound.cost or settled.usage.total > one.bound.tokens:
            await self._doubt(one, settled)
        return reply.model_copy(update={"cost": settled.cost})

    async def _doubt(self, one: Try, settled: CallSettled) -> None:
        """Limits hold because no call takes more than its worst case; one that did needs a person."""
        reason = (
            f"the provider counts {settled.usage.total:,} tokens, {dollars(settled.cost)}, for a call "
            f"that can take {one.bound.tokens:,}, {dollars(one.bound.cost)}, at most; look at its own bill"
        )
        with one.call.idle():
            await self.gate.halt(one.call.owner, "provider", reason)

    async def _wait(self, call: Call, trouble: TryRefused | TryUnknown, patience: Patience) -> bool:
        """Before the next try. False when the run was paused meanwhile: patience begins anew."""
        wait_s = patience.wait_s(trouble, self.clock.monotonic())
        with call.idle():
            if wait_s is None:
                reason = f"the provider does not serve: {trouble}"
                await self.gate.halt(call.owner, "provider", reason)
                return False
            if isinstance(trouble, TryRefused) and trouble.kind == "rate_limited":
                self.gate.limiter.hold(wait_s, str(trouble))
            else:
                await self.gate.limiter.sleep(wait_s, str(trouble), call.owner)
        return True
