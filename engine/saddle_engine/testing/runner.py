"""Rollouts without boxes or models."""

import asyncio
from collections import Counter
from collections.abc import Callable, Sequence

from saddle_engine.errors import RolloutBroken
from saddle_engine.ports import Answered
from saddle_engine.testing.script import says
from saddle_engine.types.base import RolloutId
from saddle_engine.types.model import Usage
from saddle_engine.types.rollout import Outcome, RolloutOrder, RolloutResult
from saddle_engine.types.wire import Door, Exchange

Scores = Callable[[RolloutOrder], float]
Trouble = Callable[[RolloutOrder, int], str]


class FakeRunner:
    """The port `HarnessRunner`: a few model turns, then a score.

    Args:
        scores: the score of an order; 1.0 passes.
        turns: model calls of every rollout.
        trouble: why a run of an order (counted from 1) breaks after its first turn; empty: it does not.
    """

    def __init__(
        self, scores: Scores, turns: int = 1, trouble: Trouble = lambda order, run: ""
    ) -> None:
        self.orders: list[RolloutOrder] = []
        """One for every run, retries and resumes included."""
        self.paid: Counter[tuple[RolloutId, int]] = Counter()
        """Live model calls by rollout and index."""
        self.at_work = 0
        self.most_at_work = 0
        self._scores = scores
        self._turns = turns
        self._trouble = trouble
        self._runs: Counter[RolloutId] = Counter()

    async def run(
        self, order: RolloutOrder, recording: Sequence[Exchange], answered: Answered
    ) -> RolloutResult:
        """One rollout.

        Raises:
            RolloutBroken: as `trouble` says, or its recording is another's.
        """
        self.orders.append(order)
        self._runs[order.rollout] += 1
        self.at_work += 1
        self.most_at_work = max(self.most_at_work, self.at_work)
        try:
            return await self._run(order, recording, answered)
        finally:
            self.at_work -= 1

    async def _run(
        self, order: RolloutOrder, recording: Sequence[Exchange], answered: Answered
    ) -> RolloutResult:
        for index in range(self._turns):
            expected = exchange(order, index)
            if index < len(recording):
                if recording[index] != expected:
                    raise RolloutBroken(f"exchange {index} differs from its recording")
            else:
                await asyncio.sleep(0)
                self.paid[order.rollout, index] += 1
                await answered(expected)
            if reason := self._trouble(order, self._runs[order.rollout]):
                raise RolloutBroken(reason)
        score = self._scores(order)
        return RolloutResult(
            outcome=Outcome.PASSED if score >= 1 else Outcome.FAILED,
            score=score,
            steps=self._turns,
            tokens=11 * self._turns,
            detail=f"scored {score:g}",
        )


def exchange(order: RolloutOrder, index: int) -> Exchange:
    """The model call `index` of a rollout; a function of the order alone."""
    said = f"{order.task} attempt {order.attempt} on {order.tree[:6]}, turn {index + 1}"
    asked = [{"role": "user", "content": f"turn {turn + 1}"} for turn in range(index + 1)]
    return Exchange(
        index=index,
        door=Door.MODEL,
        key=f"{order.tree}:{order.task}:{order.attempt}:{index}",
        step=index + 1,
        request={"model": "fake", "system": "Be brief.", "messages": asked},
        status=200,
        reply={"role": "assistant", "content": [says(said)], "stop_reason": "end_turn"},
        seconds=0.5,
        usage=Usage(input_tokens=10, output_tokens=1),
    )
