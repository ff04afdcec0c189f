"""The recording of a rollout as it grows: what was replayed and what is new, in one order."""

import asyncio
from collections.abc import Sequence
from itertools import accumulate

from saddle_engine.adapters.mediator.asking import Ask
from saddle_engine.adapters.mediator.elapsed import Elapsed
from saddle_engine.adapters.mediator.live import Reply
from saddle_engine.ports import Answered
from saddle_engine.types.wire import Door, Exchange


class Tape:
    """Appends exchanges one at a time; each is committed before anyone sees its answer."""

    def __init__(self, recording: Sequence[Exchange], answered: Answered, elapsed: Elapsed) -> None:
        self._answered = answered
        self._elapsed = elapsed
        self._times = [0.0, *accumulate(each.seconds for each in recording)]
        self._committing = asyncio.Lock()
        self.steps = sum(each.door is Door.MODEL for each in recording)
        """Model turns, those of the recording included."""
        self.tokens = sum(each.usage.total for each in recording)
        """Of all those turns."""
        self.cost = sum(each.cost for each in recording)
        """Nano-dollars of all those turns."""

    def time_of(self, exchange: Exchange) -> float:
        """The rollout's clock when this was answered: the same live and replayed."""
        return self._times[exchange.index + 1]

    def replay(self, exchange: Exchange) -> None:
        """Move the clock to a recorded answer that is served again."""
        self._elapsed.replay(self.time_of(exchange))

    async def record(self, ask: Ask, reply: Reply) -> Exchange:
        """Append a fresh answer; returns once it is committed.

        Raises:
            JournalError: it could not be committed.
        """
        async with self._committing:
            self.steps += ask.door is Door.MODEL
            self.tokens += reply.usage.total
            self.cost += reply.cost
            exchange = Exchange(
                index=len(self._times) - 1,
                door=ask.door,
                lane=ask.lane,
                key=ask.key,
                step=self.steps,
                request=ask.body,
                status=reply.status,
                reply=reply.body,
                seconds=self._elapsed.tick(),
                usage=reply.usage,
                cost=reply.cost,
                call=reply.call,
            )
            self._times.append(self._times[-1] + exchange.seconds)
            self._elapsed.replay(self._times[-1])
            await self._answered(exchange)
            return exchange
