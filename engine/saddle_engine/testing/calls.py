"""Calls that cost nothing and are tried once."""

from saddle_engine.ports import Model
from saddle_engine.types.calls import Call
from saddle_engine.types.model import ModelReply, Request
from saddle_engine.types.price import FREE, Bound, Price, bound


class FreeCalls:
    """The port `Calls` straight to a model, with what was asked in sight.

    Args:
        model: replies.
        price: what calls are said to cost; nothing is booked.
    """

    def __init__(self, model: Model, price: Price = FREE) -> None:
        self.made: list[Call] = []
        self._model = model
        self._price = price

    def bound(self, request: Request) -> Bound:
        """The most that a request can use and cost."""
        return bound(request, self._price)

    async def reply(self, call: Call, request: Request) -> ModelReply:
        """The model's reply."""
        self.made.append(call)
        with call.forgiving():
            reply = await self._model.reply(request, call.draw)
        return reply.model_copy(update={"cost": self._price.cost(reply.usage)})
