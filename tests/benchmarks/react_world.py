"""Rollouts of a harness tree in this process, with the recordings that agents read."""

import importlib
import json
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, redirect_stderr
from dataclasses import dataclass, field
from io import StringIO
from pathlib import Path
from tempfile import TemporaryDirectory
from types import ModuleType
from typing import Any

from saddle_benchmarks.bundled.benchmark import write_task
from saddle_benchmarks.bundled.families import FAMILIES
from saddle_engine.agents.briefs import TraceOf
from saddle_engine.types.base import RolloutId, TaskId
from saddle_engine.types.rollout import Outcome
from saddle_engine.types.wire import Door, Exchange
from tests.benchmarks.rollouts import OWN_MODULES, REACT, FakePipe, reward

Files = Mapping[str, bytes]


def react() -> dict[str, bytes]:
    """The files of the reference harness."""
    paths = [path for path in sorted(REACT.rglob("*")) if path.is_file()]
    return {
        str(path.relative_to(REACT)): path.read_bytes()
        for path in paths
        if "__pycache__" not in path.parts
    }


class World:
    """One harness, ready to run at any number of tasks."""

    def __init__(self, files: Files, folder: Path) -> None:
        self.files = files
        self._folder = folder
        self._modules: dict[str, ModuleType] = {}
        for path, content in files.items():
            (folder / path).parent.mkdir(parents=True, exist_ok=True)
            (folder / path).write_bytes(content)

    def run(self, family: str, seed: int, attempt: int = 1, name: str = "r1") -> TraceOf:
        """One rollout at one generated task."""
        task = FAMILIES[family].generate(seed)
        instruction = task.files["instruction.md"].decode().strip()
        with TemporaryDirectory() as folder, self._loaded() as modules:
            write_task(task, Path(folder))
            app = Path(folder) / "environment" / "files"
            error = modules["saddle_pipe"].PipeError
            pipe = RecordingPipe(app, instruction, error, (family, seed, attempt))
            _run_main(modules["main"], pipe)
            passed = pipe.finished and reward(Path(folder), app) == 1
        return TraceOf(
            rollout=RolloutId(name),
            task=TaskId(f"{family}-{seed}"),
            instruction=instruction,
            outcome=Outcome.PASSED if passed else Outcome.FAILED,
            score=float(passed),
            exchanges=pipe.exchanges,
            reason="" if pipe.finished else "no_finish",
        )

    @contextmanager
    def _loaded(self) -> Iterator[dict[str, ModuleType]]:
        """The harness's modules, in the place of any other harness's."""
        _take_out()
        sys.modules.update(self._modules)
        sys.path.insert(0, str(self._folder))
        before = sys.dont_write_bytecode, sys.argv
        sys.dont_write_bytecode, sys.argv = True, ["main.py"]
        try:
            importlib.invalidate_caches()
            importlib.import_module("main")
            yield {name: sys.modules[name] for name in _own()}
        finally:
            sys.dont_write_bytecode, sys.argv = before
            sys.path.remove(str(self._folder))
            self._modules = _take_out()


@dataclass
class RecordingPipe(FakePipe):
    """Keeps every request and its answer."""

    exchanges: list[Exchange] = field(default_factory=list)

    def messages(self, body: dict[str, Any]) -> dict[str, Any]:
        return self._keep(Door.MODEL, body, super().messages(body))

    def exec(self, command: str | list[str], *rest: Any, **named: Any) -> dict[str, Any]:
        return self._keep(Door.EXEC, {"command": command}, super().exec(command, *rest, **named))

    def read(self, path: str, *rest: Any, **named: Any) -> dict[str, Any]:
        try:
            reply = super().read(path, *rest, **named)
        except self.error as why:
            self._keep(Door.READ, {"path": path}, {"message": str(why)}, status=404)
            raise
        return self._keep(Door.READ, {"path": path}, reply)

    def write(self, path: str, content: str) -> dict[str, Any]:
        reply = super().write(path, content)
        return self._keep(Door.WRITE, {"path": path, "content": content}, reply)

    def finish(self, output: Any = None) -> dict[str, Any]:
        return self._keep(Door.FINISH, {"output": output}, super().finish(output))

    def _keep(
        self, door: Door, request: dict[str, Any], reply: dict[str, Any], status: int = 200
    ) -> dict[str, Any]:
        self.exchanges.append(
            Exchange(
                index=len(self.exchanges),
                door=door,
                key=str(len(self.exchanges)),
                step=len(self.asked),
                request=json.loads(json.dumps(request)),
                status=status,
                reply=reply,
                seconds=0.0,
            )
        )
        return reply


def _run_main(main: ModuleType, pipe: RecordingPipe) -> None:
    """Whatever a patched harness does, an exception included, is the rollout's outcome."""
    main.__dict__["Pipe"] = lambda: pipe
    try:
        with redirect_stderr(StringIO()):
            main.main()
    except Exception:  # noqa: BLE001
        return


def _own() -> list[str]:
    return [name for name in sys.modules if name.partition(".")[0] in OWN_MODULES]


def _take_out() -> dict[str, ModuleType]:
    return {name: sys.modules.pop(name) for name in _own()}
