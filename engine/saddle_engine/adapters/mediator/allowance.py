"""What a rollout may still ask of the model: steps, tokens and money, by the worst that can come of a request."""

import asyncio
from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from saddle_engine.adapters.mediator.ending import Broke, OverLimit
from saddle_engine.adapters.mediator.tape import Tape
from saddle_engine.errors import RolloutBroken
from saddle_engine.types.money import nanos
from saddle_engine.types.price import Bound
from saddle_engine.types.rollout import RolloutLimits, RolloutOrder

STEPS, TOKENS, USD = OverLimit("step_limit"), OverLimit("token_limit"), OverLimit("usd_limit")
SPOILT = "tries that came to nothing leave no room within the rollout's own limits"


class Allowance:
    """Of one rollout; what its recording has taken is counted, and what it has lost."""

    def __init__(self, limits: RolloutLimits, tape: Tape, order: RolloutOrder) -> None:
        self._limits = limits
        self._tape = tape
        self._begun = tape.steps
        self._under_way: list[Bound] = []
        self._lost: list[Bound] = []
        self.lose(order.lost_tokens, order.lost_cost)
        self._settled = asyncio.Event()

    async def take(self, worst: Bound) -> OverLimit | Broke | None:
        """Count a request, which is to be set aside at once; or what it would end the rollout with.

        Requests under way may leave more than their worst does: they are waited for.
        """
        while self._begun < self._limits.steps and self._passed(worst) and self._under_way:
            self._settled.clear()
            await self._settled.wait()
        if self._begun >= self._limits.steps:
            return STEPS
        if over := self._passed(worst):
            return over
        self._begun += 1
        return None

    @contextmanager
    def aside(self, worst: Bound) -> Iterator[None]:
        """While a request is under way, its worst case is set aside."""
        self._under_way.append(worst)
        try:
            yield
        finally:
            self._under_way.remove(worst)
            self._settled.set()

    def lose(self, tokens: int, cost: int) -> bool:
        """Count what came to nothing; whether the limits leave room for another try."""
        self._lost.append(Bound(input_tokens=tokens, output_tokens=0, cost=cost))
        return self._passed() is None

    def _passed(self, *more: Bound) -> OverLimit | Broke | None:
        """What the worst of what is under way, and of more, would end the rollout with.

        What the provider spoilt is counted, but no harness is scored for it.
        """
        worst = [*more, *self._under_way]
        if over := self._limit_of(worst):
            return over
        return Broke(RolloutBroken(SPOILT)) if self._limit_of([*worst, *self._lost]) else None

    def _limit_of(self, worst: Sequence[Bound]) -> OverLimit | None:
        if self._tape.tokens + sum(each.tokens for each in worst) > self._limits.tokens:
            return TOKENS
        cost = self._tape.cost + sum(each.cost for each in worst)
        return USD if cost > nanos(self._limits.usd) else None
