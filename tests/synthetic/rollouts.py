"""Rollouts of a made-up run, several at a time, each with its recording and its bill."""

import json
from collections.abc import Callable, Iterator, Sequence
from random import Random

from saddle_engine import events as ev
from saddle_engine.types.base import Digest, RolloutId, TaskId, Tree
from saddle_engine.types.calls import CallId, ReplyOutcome
from saddle_engine.types.model import Usage
from saddle_engine.types.rollout import Outcome, Split
from saddle_engine.types.wire import Door
from tests.synthetic.shape import Shape
from tests.synthetic.words import Words

AT_ONCE = 8
KINDS = 32
"""Different texts of a kind; a run of any length has no more."""
COST = 3_000_000
"""Nano-dollars of a call."""


class Recordings:
    """Makes the records of rollouts."""

    def __init__(self, shape: Shape, words: Words, put: Callable[[str], Digest]) -> None:
        self._shape, self._words = shape, words
        self._random = Random(f"rollouts {shape.seed}")
        self._pages = [put(words.page()) for _ in range(KINDS)]
        self._requests = [
            put(json.dumps({"rest": {"command": words.phrase()}})) for _ in range(KINDS)
        ]
        self._replies = [put(json.dumps(_says(words))) for _ in range(KINDS)]
        self._came = put(json.dumps({"exit_code": 0, "stdout": words.page(), "stderr": ""}))
        self._task = put(json.dumps({"instruction": words.page(4), "limits": {}}))
        self._usages = [Usage(input_tokens=900 + n, output_tokens=40 + n) for n in range(KINDS)]

    def page(self) -> Digest:
        """A text of several lines."""
        return self._random.choice(self._pages)

    def request(self) -> Digest:
        """A request body."""
        return self._random.choice(self._requests)

    def reply(self) -> Digest:
        """A model's reply."""
        return self._random.choice(self._replies)

    def usage(self) -> Usage:
        """Tokens of a call."""
        return self._random.choice(self._usages)

    def wrong(self) -> Outcome:
        """An outcome with a score of 0."""
        return Outcome.TIMED_OUT if self._random.random() < 0.1 else Outcome.FAILED

    def plan(
        self, number: int, batch: str, tree: Tree, split: Split, task: TaskId, attempt: int
    ) -> ev.RolloutPlanned:
        """The order of a rollout."""
        return ev.RolloutPlanned(
            batch=batch, rollout=RolloutId(f"r{number}"), tree=tree, task=task, split=split,
            attempt=attempt,
        )  # fmt: skip

    def play(self, numbers: Sequence[int], ends: Sequence[Outcome]) -> Iterator[ev.AnyEvent]:
        """A batch: its rollouts take turns, a few at a time."""
        waiting = [self._rollout(*each) for each in zip(numbers, ends, strict=True)][::-1]
        at_work: list[Iterator[ev.AnyEvent]] = []
        while waiting or at_work:
            while waiting and len(at_work) < AT_ONCE:
                at_work.append(waiting.pop())
            for each in [*at_work]:
                if (event := next(each, None)) is None:
                    at_work.remove(each)
                else:
                    yield event

    def _rollout(self, number: int, outcome: Outcome) -> Iterator[ev.AnyEvent]:
        rollout = RolloutId(f"r{number}")
        yield ev.RolloutStarted(rollout=rollout, tries=1)
        yield self._exchange(rollout, 0, Door.TASK, 0, self._task)
        tokens = 0
        for step in range(1, self._shape.steps + 1):
            usage = self.usage()
            tokens += usage.total
            yield from self._call(rollout, step, usage)
            yield self._exchange(rollout, 2 * step, Door.EXEC, step, self._came)
        index = 2 * self._shape.steps + 1
        yield self._exchange(rollout, index, Door.FINISH, self._shape.steps, self._came)
        yield ev.RolloutFinished(
            rollout=rollout, outcome=outcome, score=float(outcome is Outcome.PASSED),
            reason="" if outcome is Outcome.PASSED else self._words.phrase(), steps=self._shape.steps,
            seconds=1.5 * self._shape.steps, tokens=tokens, cost=COST * self._shape.steps,
            detail=self.page(),
        )  # fmt: skip

    def _call(self, rollout: RolloutId, step: int, usage: Usage) -> Iterator[ev.AnyEvent]:
        call, reply = CallId(f"{rollout}.1:{step}"), self.reply()
        yield ev.CallReserved(
            call=call, tries=1, role="task", owner=rollout, model="made-up", key="k", tokens=2_000,
            cost=2 * COST,
        )  # fmt: skip
        yield ev.CallSettled(
            call=call, tries=1, role="task", owner=rollout, key="k", status=200, usage=usage, cost=COST,
            outcome=ReplyOutcome.COMPLETE, reply=reply,
        )  # fmt: skip
        yield ev.RequestAnswered(
            rollout=rollout, tries=1, index=2 * step - 1, door=Door.MODEL, key="k", step=step,
            request=self.request(), status=200, reply=reply, seconds=1.25, usage=usage, cost=COST,
            call=call,
        )  # fmt: skip

    def _exchange(
        self, rollout: RolloutId, index: int, door: Door, step: int, reply: Digest
    ) -> ev.RequestAnswered:
        return ev.RequestAnswered(
            rollout=rollout, tries=1, index=index, door=door, key="k", step=step,
            request=self.request(), status=200, reply=reply, seconds=0.25,
        )  # fmt: skip


def _says(words: Words) -> dict[str, object]:
    call = {"type": "tool_use", "id": "t", "name": "shell", "input": {"command": words.phrase()}}
    return {"content": [{"type": "text", "text": words.page(3)}, call], "stop_reason": "tool_use"}
