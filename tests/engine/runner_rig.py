"""A `BoxRunner` for tests: real processes in host folders, harnesses written by the test."""

import shutil
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from textwrap import dedent
from typing import Any

from saddle_engine.adapters.clock import SystemClock
from saddle_engine.adapters.none import HostFolders
from saddle_engine.adapters.runner import BoxRunner
from saddle_engine.testing import FreeCalls
from saddle_engine.types.base import Tree
from saddle_engine.types.rollout import RolloutResult
from saddle_engine.types.wire import Exchange
from tests.engine.mediator_rig import MODEL, ORDER, AnswerFile, Scripted, task

PIPE = Path(__file__).parents[2] / "benchmarks/saddle_benchmarks/harnesses/react/saddle_pipe.py"
MANIFEST = """
name = "test"
start = ["python3", "-s", "main.py"]
[[surface]]
layer = "middleware"
files = ["main.py"]
"""
HEAD = """
import os, sys, threading, time
from saddle_pipe import Pipe, PipeError
pipe = Pipe()
def say(text, pipe=pipe):
    turn = {"role": "user", "content": text}
    return pipe.messages({"model": "test-model", "max_tokens": 9, "messages": [turn]})
"""


@dataclass
class RunnerRig:
    """What a test can touch."""

    runner: BoxRunner
    model: Scripted
    benchmark: AnswerFile
    folder: Path
    recorded: list[Exchange] = field(default_factory=list)

    async def answered(self, exchange: Exchange) -> None:
        self.recorded.append(exchange)

    async def run(self, recording: Sequence[Exchange] = ()) -> RolloutResult:
        return await self.runner.run(ORDER, recording, self.answered)

    def left(self) -> list[str]:
        """Boxes and sockets that are still there."""
        places = [self.folder / "boxes", self.folder / "s"]
        return [each.name for place in places if place.exists() for each in place.iterdir()]


@contextmanager
def rigged(main: str, **limits: Any) -> Iterator[RunnerRig]:
    """A runner whose only harness is `main` after the usual imports."""
    model, benchmark = Scripted(), AnswerFile()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        tree = folder / "tree"
        tree.mkdir()
        (tree / "harness.toml").write_text(MANIFEST)
        (tree / "main.py").write_text(HEAD + dedent(main))
        shutil.copy(PIPE, tree)

        async def stage(_: Tree) -> Path:
            return tree

        runner = BoxRunner(
            boxes=HostFolders(folder / "boxes"),
            benchmark=benchmark,
            calls=FreeCalls(model),
            model_id=MODEL,
            tasks={ORDER.task: task(**limits)},
            stage=stage,
            sockets=folder / "s",
            run_seed=5,
            clock=SystemClock(),
            show=lambda subject, line: None,
        )
        yield RunnerRig(runner, model, benchmark, folder)
