"""The react harness played with a model that says what it is told to."""

import json
from pathlib import Path
from typing import Any

from tests.benchmarks.rollouts import FakePipe, Loaded


class ScriptedPipe(FakePipe):
    """A pipe whose model says what it is told to."""

    script: list[list[dict[str, Any]]]

    def messages(self, body: dict[str, Any]) -> dict[str, Any]:
        self.asked.append(json.loads(json.dumps(body)))
        return {"content": self.script[len(self.asked) - 1]}


def use(tool: str, /, **arguments: Any) -> list[dict[str, Any]]:
    return [{"type": "tool_use", "id": "t1", "name": tool, "input": arguments}]


def play(harness: Loaded, app: Path, *script: list[dict[str, Any]]) -> tuple[str, list[str]]:
    """How the loop ended, and the results that the model saw."""
    pipe = ScriptedPipe(app, "a task", harness.error, ())
    pipe.script = list(script)
    how = harness.loop.run(pipe)
    assert pipe.finished
    results = [m["content"] for m in pipe.asked[-1]["messages"][2::2]]
    return how, [block["content"] for blocks in results for block in blocks]
