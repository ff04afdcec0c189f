"""What a rollout may still ask of the model: steps, tokens and money, by the worst that can come of a request."""

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager

from saddle_engine.adapters.mediator.ending import OverLimit
from saddle_engine.adapters.mediator.tape import Tape
from saddle_engine.types.money import nanos
from saddle_engine.types.price import Bound
from saddle_engine.types.rollout import RolloutLimits

STEPS, TOKENS, USD = OverLimit("step_limit"), OverLimit("token_limit"), OverLimit("usd_limit")


class Allowance:
    """Of one rollout; what its recording has taken is counted."""

    def __init__(self, limits: RolloutLimits, tape: Tape) -> None:
        self._limits = limits
        self._tape = tape
        self._begun = tape.steps
        self._under_way: list[Bound] = []
        self._lost_tokens = self._lost_cost = 0
        self._settled = asyncio.Event()

    async def take(self, worst: Bound) -> OverLimit | None:
        """Count a request, which is to be set aside at once; or the limit that it would pass.

        Requests under way may leave more than their worst does: they are waited for.
        """
        while self._begun < self._limits.steps and self.passed(worst) and self._under_way:
            self._settled.clear()
            await self._settled.wait()
        if self._begun >= self._limits.steps:
            return STEPS
        if over := self.passed(worst):
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
        self._lost_tokens += tokens
        self._lost_cost += cost
        return self.passed() is None

    def passed(self, *more: Bound) -> OverLimit | None:
        """The limit that the worst of what is under way, and of more, would pass."""
        worst = [*more, *self._under_way]
        tokens = self._tape.tokens + self._lost_tokens + sum(each.tokens for each in worst)
        cost = self._tape.cost + self._lost_cost + sum(each.cost for each in worst)
        if tokens > self._limits.tokens:
            return TOKENS
        return USD if cost > nanos(self._limits.usd) else None
