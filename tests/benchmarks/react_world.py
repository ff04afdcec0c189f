"""Rollouts of a harness tree in this process: its real code, a real folder, no sockets."""

import importlib
import json
import os
import subprocess
import sys
from collections.abc import Coroutine, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from types import ModuleType
from typing import Any

from saddle_benchmarks.bundled.families import FAMILIES
from saddle_benchmarks.bundled.families.parts import TaskFiles
from saddle_benchmarks.bundled.simulated.task_agent import TaskAgent
from saddle_engine.agents.briefs import TraceOf
from saddle_engine.types.base import RolloutId, TaskId
from saddle_engine.types.draws import draw
from saddle_engine.types.rollout import Outcome
from saddle_engine.types.wire import Door, Exchange

REACT = Path(__file__).parents[2] / "benchmarks" / "saddle_benchmarks" / "harnesses" / "react"
PARTS = ("main", "middleware", "tools", "saddle_pipe")
STEPS = 60
"""Model calls of one rollout, at most."""

Files = Mapping[str, bytes]


def react() -> dict[str, bytes]:
    """The files of the reference harness."""
    paths = [path for path in sorted(REACT.rglob("*")) if path.is_file()]
    return {
        str(path.relative_to(REACT)): path.read_bytes()
        for path in paths
        if "__pycache__" not in path.parts
    }


def settle(reply: Coroutine[Any, Any, Any]) -> Any:
    """The value of a coroutine that waits for nothing."""
    try:
        reply.send(None)
    except StopIteration as done:
        return done.value
    raise AssertionError("the model waits for something")


class World:
    """One harness, ready to run at any number of tasks."""

    def __init__(self, files: Files, folder: Path) -> None:
        self.files = files
        self.folder = folder
        for path, content in files.items():
            (folder / path).parent.mkdir(parents=True, exist_ok=True)
            (folder / path).write_bytes(content)
        self._modules: dict[str, ModuleType] = {}

    def run(self, family: str, seed: int, attempt: int = 1, name: str = "r1") -> TraceOf:
        """One rollout at one generated task."""
        with TemporaryDirectory() as place:
            task = Place(FAMILIES[family].generate(seed), Path(place))
            with self._loaded() as modules:
                pipe = InProcess(task, (family, seed, attempt), modules["saddle_pipe"].PipeError)
                reason = "" if self._finishes(modules, pipe) else "no_finish"
            passed = task.passed() and not reason
        return TraceOf(
            rollout=RolloutId(name),
            task=TaskId(f"{family}-{seed}"),
            instruction=task.instruction,
            outcome=Outcome.PASSED if passed else Outcome.FAILED,
            score=float(passed),
            exchanges=pipe.exchanges,
            reason=reason,
        )

    def _finishes(self, modules: Mapping[str, ModuleType], pipe: "InProcess") -> bool:
        try:
            modules["middleware.loop" if "middleware.loop" in modules else "main"].run(pipe)
        except Exception:  # noqa: BLE001 - whatever a patched harness does is the outcome
            return pipe.finished
        return pipe.finished

    @contextmanager
    def _loaded(self) -> Iterator[dict[str, ModuleType]]:
        """The harness's modules in the place of any other harness's."""
        for name in [name for name in sys.modules if name.partition(".")[0] in PARTS]:
            del sys.modules[name]
        sys.modules.update(self._modules)
        sys.path.insert(0, str(self.folder))
        written, sys.dont_write_bytecode = sys.dont_write_bytecode, True
        try:
            if not self._modules:
                importlib.invalidate_caches()
                importlib.import_module("main")
            yield {n: m for n, m in sys.modules.items() if n.partition(".")[0] in PARTS}
        finally:
            sys.dont_write_bytecode = written
            sys.path.remove(str(self.folder))
            kept = {n: m for n, m in sys.modules.items() if n.partition(".")[0] in PARTS}
            self._modules = kept
            for name in kept:
                del sys.modules[name]


class Place:
    """A task's files on the host."""

    def __init__(self, files: TaskFiles, folder: Path) -> None:
        for path, content in files.files.items():
            target = folder / path
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_bytes(content)
            target.chmod(0o755 if path in files.executables else 0o644)
        self.instruction = files.files["instruction.md"].decode()
        self.folder = folder
        self.app = folder / "environment" / "files"
        self.app.mkdir(parents=True, exist_ok=True)

    def sh(self, command: list[str], timeout_s: float = 20.0) -> subprocess.CompletedProcess[str]:
        """Run a command in the working folder."""
        env = {
            "PATH": os.defpath,
            "SADDLE_TESTS": str(self.folder / "tests"),
            "SADDLE_LOGS": str(self.folder / "logs"),
        }
        return subprocess.run(
            command, cwd=self.app, env=env, capture_output=True, text=True, timeout=timeout_s
        )

    def passed(self) -> bool:
        """What the verifier says."""
        self.sh(["sh", str(self.folder / "tests" / "test.sh")])
        return float((self.folder / "logs" / "reward.txt").read_text()) == 1


class InProcess:
    """Answers a harness as its pipe would, and keeps the recording."""

    def __init__(self, place: Place, key: tuple[object, ...], error: type[Exception]) -> None:
        self.exchanges: list[Exchange] = []
        self.finished = False
        self._place = place
        self._key = key
        self._error = error
        self._steps = 0
        self._agent = TaskAgent()

    def task(self) -> dict[str, Any]:
        return {"instruction": self._place.instruction, "model": "simulated", "workdir": "."}

    def messages(self, body: dict[str, Any]) -> dict[str, Any]:
        if self._steps >= STEPS:
            raise self._error(410, "ended", "out of steps")
        reply = settle(self._agent.reply(body, draw(*self._key, self._steps)))
        self._steps += 1
        return self._keep(Door.MODEL, body, reply.body)

    def exec(
        self, command: str | list[str], cwd: None = None, timeout_s: float | None = None, **_: Any
    ) -> dict[str, Any]:
        line = ["sh", "-c", command] if isinstance(command, str) else command
        done = self._place.sh(line)
        reply = {"exit_code": done.returncode, "stdout": done.stdout, "stderr": done.stderr}
        reply |= {"timed_out": False, "truncated": False}
        return self._keep(Door.EXEC, {"command": command}, reply)

    def read(
        self, path: str, offset: int | None = None, limit: int | None = None
    ) -> dict[str, Any]:
        target = self._place.app / path
        if not target.is_file():
            reply = {"kind": "not_found", "message": "no such file, or not a plain file"}
            self._keep(Door.READ, {"path": path}, reply, 404)
            raise self._error(404, reply["kind"], reply["message"])
        content = target.read_bytes()
        shown = content[offset or 0 :][: limit or None].decode("utf-8", "replace")
        return self._keep(Door.READ, {"path": path}, {"content": shown, "size": len(content)})

    def write(self, path: str, content: str) -> dict[str, Any]:
        target = self._place.app / path
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(content)
        size = len(content.encode())
        return self._keep(Door.WRITE, {"path": path, "content": content}, {"size": size})

    def finish(self, output: Any = None) -> dict[str, Any]:
        if self.finished:
            raise self._error(409, "finished", "the task has ended")
        self.finished = True
        return self._keep(Door.FINISH, {"output": output}, {})

    def _keep(
        self, door: Door, request: dict[str, Any], reply: dict[str, Any], status: int = 200
    ) -> dict[str, Any]:
        if self.finished and door is not Door.FINISH:
            raise self._error(409, "finished", "the task has ended")
        number = len(self.exchanges)
        self.exchanges.append(
            Exchange(
                index=number,
                door=door,
                key=str(number),
                step=self._steps,
                request=json.loads(json.dumps(request)),
                status=status,
                reply=reply,
                seconds=0.0,
            )
        )
        return reply
