"""Answers that no recording has: the model's, the environment's, and the mediator's own."""

import json
from dataclasses import dataclass
from typing import Any

from saddle_engine.adapters.mediator.acting import carry_out
from saddle_engine.adapters.mediator.asking import Ask
from saddle_engine.adapters.mediator.elapsed import Elapsed
from saddle_engine.adapters.mediator.environment import Environment
from saddle_engine.ports import Model, Sandbox
from saddle_engine.types.draws import draw
from saddle_engine.types.model import Usage
from saddle_engine.types.rollout import RolloutOrder, Task
from saddle_engine.types.wire import Door

Reply = tuple[int, dict[str, Any], Usage]

BYTES_PER_TOKEN = 4


@dataclass(frozen=True)
class Live:
    """The live side of one rollout."""

    order: RolloutOrder
    task: Task
    workdir: str
    model: Model
    model_id: str
    run_seed: int
    environment: Environment
    elapsed: Elapsed

    async def answer(self, ask: Ask, call: int) -> Reply:
        """A fresh answer.

        Args:
            ask: checked already.
            call: how many model calls this lane has made before.

        Raises:
            ModelError: the provider gave no usable reply.
            SandboxError: the task box broke.
            BenchmarkBroken: the task's files cannot be used.
            RolloutBroken: the box cannot be rebuilt.
        """
        match ask.door:
            case Door.MODEL:
                return await self._model(ask, call)
            case Door.COUNT:
                return 200, {"input_tokens": _estimate(ask.body)}, Usage()
            case Door.TASK:
                return 200, self._described(), Usage()
            case Door.EXEC | Door.READ | Door.WRITE | Door.BATCH:
                return await self._act(ask)
            case Door.FINISH | Door.WAIT:
                return 200, {}, Usage()

    def _described(self) -> dict[str, Any]:
        return {
            "instruction": self.task.instruction,
            "model": self.model_id,
            "limits": self.task.limits.model_dump(),
            "workdir": self.workdir,
        }

    async def _model(self, ask: Ask, call: int) -> Reply:
        """Streaming is between the door and the harness; the model is asked for whole replies."""
        request = {name: value for name, value in ask.body.items() if name != "stream"}
        order = self.order
        key = draw(self.run_seed, order.tree, order.task, order.attempt, ask.lane, call)
        reply = await self.model.reply(request, key)
        return reply.status, reply.body, reply.usage

    async def _act(self, ask: Ask) -> Reply:
        async def job(box: Sandbox) -> tuple[int, dict[str, Any]]:
            self.environment.watch(ask)
            left = self.task.limits.seconds - self.elapsed.now()
            return await carry_out(box, ask.acts, ask.door is Door.BATCH, left)

        status, reply = await self.environment.do(job)
        return status, reply, Usage()


def _estimate(body: dict[str, Any]) -> int:
    """Tokens by length: good enough to decide when to shorten a context, and it costs no call."""
    counted = {name: body[name] for name in ("system", "tools", "messages") if name in body}
    return len(json.dumps(counted)) // BYTES_PER_TOKEN
