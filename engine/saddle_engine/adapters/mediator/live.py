"""Answers that no recording has: the model's, the environment's, and the mediator's own."""

import json
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from saddle_engine.adapters.mediator.acting import carry_out
from saddle_engine.adapters.mediator.asking import Ask
from saddle_engine.adapters.mediator.elapsed import Elapsed
from saddle_engine.adapters.mediator.environment import Environment
from saddle_engine.ports import Calls, Sandbox
from saddle_engine.types.calls import Call, CallId
from saddle_engine.types.draws import draw
from saddle_engine.types.model import Request, Usage
from saddle_engine.types.price import Bound
from saddle_engine.types.rollout import RolloutOrder, Task
from saddle_engine.types.wire import Door

BYTES_PER_TOKEN = 4
NOTHING, NO_CALL = Usage(), CallId("")


@dataclass(frozen=True)
class Reply:
    """An answer, and what it took if a model gave it."""

    status: int
    body: dict[str, Any]
    usage: Usage = NOTHING
    cost: int = 0
    call: CallId = NO_CALL


@dataclass(frozen=True)
class Live:
    """The live side of one rollout."""

    order: RolloutOrder
    task: Task
    workdir: str
    calls: Calls
    model_id: str
    run_seed: int
    environment: Environment
    elapsed: Elapsed

    def bound(self, ask: Ask) -> Bound:
        """The most that a model call can use and cost."""
        return self.calls.bound(_request(ask))

    async def answer(self, ask: Ask, call: int, lost: Callable[[int, int], bool]) -> Reply:
        """A fresh answer.

        Args:
            ask: checked already.
            call: how many model calls this lane has made before.
            lost: see `Call`.

        Raises:
            OwnLimit: another try could pass a limit of the rollout.
            ModelError: the provider gave no usable reply.
            SandboxError: the task box broke.
            BenchmarkBroken: the task's files cannot be used.
            RolloutBroken: the box cannot be rebuilt.
        """
        match ask.door:
            case Door.MODEL:
                return await self._model(ask, call, lost)
            case Door.COUNT:
                return Reply(200, {"input_tokens": _estimate(ask.body)})
            case Door.TASK:
                return Reply(200, self._described())
            case Door.EXEC | Door.READ | Door.WRITE | Door.BATCH:
                return await self._act(ask)
            case Door.FINISH | Door.WAIT:
                return Reply(200, {})

    def _described(self) -> dict[str, Any]:
        return {
            "instruction": self.task.instruction,
            "model": self.model_id,
            "limits": self.task.limits.model_dump(),
            "workdir": self.workdir,
        }

    async def _model(self, ask: Ask, call: int, lost: Callable[[int, int], bool]) -> Reply:
        order = self.order
        known = Call(
            id=CallId(f"{order.rollout}.{order.tries}:{call}{':' * bool(ask.lane)}{ask.lane}"),
            role="task",
            owner=order.rollout,
            draw=draw(self.run_seed, order.tree, order.task, order.attempt, ask.lane, call),
            idle=self.elapsed.paused,
            forgiving=self.elapsed.forgiving,
            lost=lost,
        )
        reply = await self.calls.reply(known, _request(ask))
        return Reply(reply.status, reply.body, reply.usage, reply.cost, known.id)

    async def _act(self, ask: Ask) -> Reply:
        async def job(box: Sandbox) -> tuple[int, dict[str, Any]]:
            self.environment.watch(ask)
            left = self.task.limits.seconds - self.elapsed.now()
            return await carry_out(box, ask.acts, ask.door is Door.BATCH, left)

        status, reply = await self.environment.do(job)
        return Reply(status, reply)


def _request(ask: Ask) -> Request:
    """Streaming is between the door and the harness; the model is asked for whole replies."""
    body = {name: value for name, value in ask.body.items() if name != "stream"}
    return {**body, "betas": list(ask.betas)} if ask.betas else body


def _estimate(body: dict[str, Any]) -> int:
    """Tokens by length: good enough to decide when to shorten a context, and it costs no call."""
    counted = {name: body[name] for name in ("system", "tools", "messages") if name in body}
    return len(json.dumps(counted)) // BYTES_PER_TOKEN
