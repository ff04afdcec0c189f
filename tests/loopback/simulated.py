"""The project's own simulated models as the brain; the only module here that knows the project."""

import hashlib
import json
from collections import Counter
from dataclasses import dataclass, field
from typing import Any

from saddle_benchmarks.bundled.simulated.optimizer import Optimizer
from saddle_benchmarks.bundled.simulated.task_agent import TaskAgent
from tests.loopback.brain import Reply


@dataclass
class Simulated:
    """The task agent, or the optimizer where the model's name says so."""

    seed: int = 0
    _asked: Counter[str] = field(default_factory=Counter)

    async def reply(self, request: dict[str, Any], number: int) -> Reply:
        """See `Brain`. Chance depends on the request and on how often it was asked, not on order."""
        key = json.dumps([request["model"], request.get("system"), request["messages"]])
        self._asked[key] += 1
        parts = f"{self.seed} {self._asked[key]} {key}".encode()
        draw = int.from_bytes(hashlib.sha256(parts).digest()[:8], "big")
        model = Optimizer() if "optimizer" in request["model"] else TaskAgent()
        said = await model.reply(request, draw)
        return Reply(said.body["content"], said.body["stop_reason"])
