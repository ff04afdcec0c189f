"""One try of a call: how it stands in the books, and what is heard of it meanwhile."""

from dataclasses import dataclass
from typing import Any

from saddle_engine import events as ev
from saddle_engine.stages.book import Book
from saddle_engine.types.base import Digest
from saddle_engine.types.calls import Call, outcome_of
from saddle_engine.types.model import ModelReply, Usage
from saddle_engine.types.price import Bound, Price


@dataclass
class Try:
    """A request that is being sent."""

    call: Call
    model: str
    key: str
    """Digest of the request."""
    bound: Bound
    price: Price
    number: int = 0
    """Of the tries of the call, from 1; 0 before it is booked."""
    usage: Usage | None = None
    """Of its input, once the reply has begun."""

    def reserved(self) -> ev.CallReserved:
        """Its worst case, set aside."""
        worst = {"tokens": self.bound.tokens, "cost": self.bound.cost}
        return ev.CallReserved(**self._same(), model=self.model[:200], key=self.key, **worst)

    def settled(self, reply: ModelReply, body: Digest) -> ev.CallSettled:
        """A whole reply came."""
        return ev.CallSettled(
            **self._same(),
            key=self.key,
            status=reply.status,
            outcome=outcome_of(reply.status, reply.body),
            usage=reply.usage,
            cost=self.price.cost(reply.usage),
            reply=body,
        )

    def refused(self, why: str, reason: str) -> ev.CallRefused:
        """It cost nothing."""
        return ev.CallRefused(**self._same(), why=why[:40], reason=reason)

    def unknown(self, why: str, reason: str) -> ev.CallUnknown:
        """Charged at its worst."""
        tokens, cost = self.worst
        return ev.CallUnknown(**self._same(), why=why[:40], reason=reason, tokens=tokens, cost=cost)

    @property
    def worst(self) -> tuple[int, int]:
        """Tokens and nano-dollars; what its input took is known once the reply has begun."""
        if self.usage is None:
            return self.bound.tokens, self.bound.cost
        usage = self.usage.model_copy(update={"output_tokens": self.bound.output_tokens})
        tokens, cost = usage.total, self.price.cost(usage)
        return min(tokens, self.bound.tokens), min(cost, self.bound.cost)

    def _same(self) -> dict[str, Any]:
        call = self.call
        return {"call": call.id, "tries": self.number, "role": call.role, "owner": call.owner}


def abandoned(reserved: ev.CallReserved) -> ev.CallUnknown:
    """A try that was under way when its engine died."""
    same = reserved.model_dump(include={"call", "tries", "role", "owner", "tokens", "cost"})
    return ev.CallUnknown(**same, why="engine_died", reason="the engine that asked died")


@dataclass(frozen=True)
class Listener:
    """The port `Heard`: shows words as they come, and keeps what the input has cost."""

    book: Book
    owner: str
    one: Try | None = None

    def begun(self, usage: Usage) -> None:
        """The input is charged; the output is not known yet."""
        if self.one is not None:
            self.one.usage = usage

    def text(self, words: str) -> None:
        """Overwrite the live line."""
        self.book.show(self.owner, words)
