"""Rollouts of a harness folder in this process: a fake pipe over a temporary working folder.

Only the harness, the simulated agent and the task's own programs are real here; what the engine adds
(boxes, mediator, recording) has its own tests.
"""

import importlib
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Coroutine, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from types import ModuleType
from typing import Any

from saddle_benchmarks.bundled.benchmark import write_task
from saddle_benchmarks.bundled.families import FAMILIES, TaskFiles
from saddle_benchmarks.bundled.simulated.task_agent import TaskAgent
from saddle_engine.types.draws import draw
from saddle_engine.types.model import ModelReply
from saddle_engine.types.patch import DeleteFile, Edit, ReplaceText, WriteFile

REACT = Path(importlib.import_module("saddle_benchmarks").__path__[0]) / "harnesses" / "react"
OWN_MODULES = ("main", "middleware", "tools", "saddle_pipe")
ENVIRONMENT = {"PATH": os.environ["PATH"], "LANG": "C"}


@dataclass
class Rollout:
    """What came of one attempt."""

    score: float
    how: str
    messages: list[dict[str, Any]]

    @property
    def calls(self) -> list[tuple[str, dict[str, Any]]]:
        """Tools that the agent used, with their arguments."""
        blocks = [block for message in self.messages for block in message["content"]]
        uses = [b for b in blocks if isinstance(b, dict) and b.get("type") == "tool_use"]
        return [(block["name"], block["input"]) for block in uses]

    @property
    def shown(self) -> list[str]:
        """What tools returned, as far as the agent had a turn after it."""
        blocks = [block for message in self.messages for block in message["content"]]
        return [str(b["content"]) for b in blocks if isinstance(b, dict) and "tool_use_id" in b]


@dataclass
class FakePipe:
    """The mediator's side of a harness, without a socket."""

    app: Path
    instruction: str
    error: type[Exception]
    key: tuple[object, ...]
    agent: TaskAgent = field(default_factory=TaskAgent)
    asked: list[dict[str, Any]] = field(default_factory=list)
    finished: bool = False

    def task(self) -> dict[str, Any]:
        limits = {"seconds": 120.0, "steps": 60, "tokens": 2_000_000, "usd": 10.0}
        return {
            "instruction": self.instruction,
            "model": "simulated-task-agent",
            "limits": limits,
            "workdir": "/app",
        }

    def messages(self, body: dict[str, Any]) -> dict[str, Any]:
        reply = answer(self.agent.reply(body, draw(*self.key, len(self.asked))))
        self.asked.append({**body, "messages": list(body["messages"])})
        return reply.body

    def exec(
        self,
        command: str | list[str],
        cwd: str | None = None,
        timeout_s: float | None = None,
        stdin: str | None = None,
    ) -> dict[str, Any]:
        line = ["sh", "-c", command] if isinstance(command, str) else command
        done = subprocess.run(
            line, cwd=self.app / (cwd or ""), env=ENVIRONMENT, input=stdin or "", text=True,
            capture_output=True, timeout=20,
        )  # fmt: skip
        return {
            "exit_code": done.returncode,
            "stdout": done.stdout,
            "stderr": done.stderr,
            "timed_out": False,
            "truncated": False,
        }

    def read(
        self, path: str, offset: int | None = None, limit: int | None = None
    ) -> dict[str, Any]:
        target = self.app / path
        if not target.is_file():
            raise self.error(404, "not_found", f"no such file: {path}")
        content = target.read_bytes()
        shown = content[offset or 0 :][: limit or len(content)]
        return {"content": shown.decode(), "size": len(content)}

    def write(self, path: str, content: str) -> dict[str, Any]:
        target = self.app / path
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(content)
        return {"size": len(content.encode())}

    def finish(self, output: Any = None) -> dict[str, Any]:
        assert not self.finished, "finish was called twice"
        self.finished = True
        return {}


@dataclass(frozen=True)
class Loaded:
    """A harness whose modules are in this process."""

    loop: ModuleType
    error: type[Exception]

    def roll(self, task: TaskFiles, *key: object) -> Rollout:
        """One attempt at a task; the key makes its randomness."""
        with tempfile.TemporaryDirectory() as folder:
            write_task(task, Path(folder))
            app = Path(folder) / "environment" / "files"
            instruction = task.files["instruction.md"].decode().strip()
            pipe = FakePipe(app, instruction, self.error, key)
            how = str(self.loop.run(pipe))
            messages = pipe.asked[-1]["messages"] if pipe.asked else []
            return Rollout(reward(Path(folder), app), how, messages)


def answer(waiting: Coroutine[Any, Any, ModelReply]) -> ModelReply:
    """The result of a coroutine that waits for nothing."""
    try:
        waiting.send(None)
    except StopIteration as ended:
        reply: ModelReply = ended.value
        return reply
    raise AssertionError("the simulated agent waited for something")


def reward(folder: Path, app: Path) -> float:
    """What the task's own tests say about the working folder."""
    places = {"SADDLE_TESTS": str(folder / "tests"), "SADDLE_LOGS": str(folder / "logs")}
    test = str(folder / "tests" / "test.sh")
    subprocess.run(["sh", test], cwd=app, env=ENVIRONMENT | places, capture_output=True)
    return float((folder / "logs" / "reward.txt").read_text())


@contextmanager
def loaded(folder: Path) -> Iterator[Loaded]:
    """The harness of a folder, imported afresh and forgotten afterwards."""
    _forget()
    sys.path.insert(0, str(folder))
    importlib.invalidate_caches()
    writes, sys.dont_write_bytecode = sys.dont_write_bytecode, True
    try:
        loop = importlib.import_module("middleware.loop")
        yield Loaded(loop, importlib.import_module("saddle_pipe").PipeError)
    finally:
        sys.dont_write_bytecode = writes
        sys.path.remove(str(folder))
        _forget()


def _forget() -> None:
    for name in [name for name in sys.modules if name.split(".")[0] in OWN_MODULES]:
        del sys.modules[name]


@contextmanager
def patched(*patches: Sequence[Edit]) -> Iterator[Loaded]:
    """The react harness with edits applied."""
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder) / "react"
        shutil.copytree(REACT, copy, ignore=shutil.ignore_patterns("__pycache__"))
        for edits in patches:
            for edit in edits:
                apply(copy, edit)
        with loaded(copy) as harness:
            yield harness


def apply(folder: Path, edit: Edit) -> None:
    """Apply one edit as the harness store does."""
    path = folder / edit.path
    match edit:
        case ReplaceText(old=old, new=new):
            text = path.read_text()
            assert text.count(old) == 1, f"{edit.path}: {text.count(old)} times {old!r}"
            path.write_text(text.replace(old, new))
        case WriteFile(text=text):
            path.write_text(text)
        case DeleteFile():
            path.unlink()


def rate(harness: Loaded, family: str, seeds: Sequence[int], *key: object) -> float:
    """Share of tasks passed, one attempt at each seed's task."""
    generate = FAMILIES[family].generate
    scores = [harness.roll(generate(seed), *key, family, seed).score for seed in seeds]
    return sum(scores) / len(scores)
