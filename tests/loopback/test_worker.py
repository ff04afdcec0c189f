"""The worker solves the user's tasks as well as the harness lets it, and knows what would help."""

import re
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest

from saddle_engine.types.patch import Edit, ReplaceText
from tests.benchmarks.rollouts import ENVIRONMENT, Loaded, patched
from tests.loopback.brain import Reply
from tests.loopback.conversation import check_messages
from tests.loopback.worker import Worker
from tests.loopback.worker.weaknesses import CUT, ROUNDING, Weakness

TASKS = Path(__file__).parents[1] / "e2e" / "user_tasks" / "tasks"
NAMES = sorted(path.name for path in TASKS.iterdir())
SOLVED_BY: dict[str, tuple[Weakness, ...]] = {"mend": (), "logs": (CUT,), "conf": (ROUNDING,)}
"""Weaknesses that must be gone before a kind of task can be solved."""


class Pipe:
    """A task's files, and the worker as the model."""

    def __init__(self, app: Path, instruction: str) -> None:
        self.app, self.instruction = app, instruction
        self.worker = Worker()
        self.finished = False

    def task(self) -> dict[str, Any]:
        return {"instruction": self.instruction, "model": "worker"}

    def messages(self, body: dict[str, Any]) -> dict[str, Any]:
        check_messages(body["messages"])
        waiting = self.worker.reply(body, 1)
        try:
            waiting.send(None)
        except StopIteration as ended:
            said: Reply = ended.value
            return {"content": said.content, "stop_reason": said.stop_reason}
        raise AssertionError("the worker waited for something")

    def exec(self, command: str, timeout_s: float) -> dict[str, Any]:
        done = subprocess.run(
            command, shell=True, cwd=self.app, env=ENVIRONMENT, capture_output=True
        )
        return {"exit_code": done.returncode, "stdout": done.stdout.decode(), "timed_out": False}

    def read(self, path: str) -> dict[str, Any]:
        return {"content": (self.app / path).read_text()}

    def write(self, path: str, content: str) -> None:
        (self.app / path).write_text(content)

    def finish(self, output: str) -> None:
        self.finished = True


def environment(name: str, folder: Path) -> Path:
    """The working folder of a task, as its Dockerfile makes it."""
    app = folder / "app"
    app.mkdir()
    source = TASKS / name / "environment"
    for copied in re.findall(r"^COPY (\S+) \.$", (source / "Dockerfile").read_text(), re.MULTILINE):
        shutil.copy(source / copied, app / copied)
    return app


def reward(name: str, app: Path) -> str:
    """What the task's own tests say."""
    logs = app.parent / "logs"
    logs.mkdir()
    places = {"SADDLE_TESTS": str(TASKS / name / "tests"), "SADDLE_LOGS": str(logs)}
    subprocess.run(
        ["sh", str(TASKS / name / "tests" / "test.sh")], cwd=app, env=ENVIRONMENT | places
    )
    return (logs / "reward.txt").read_text().strip()


def attempt(harness: Loaded, name: str, folder: Path) -> str:
    app = environment(name, folder)
    pipe = Pipe(app, (TASKS / name / "instruction.md").read_text())
    assert harness.loop.run(pipe) == "finished"
    assert pipe.finished
    return reward(name, app)


def without(*weaknesses: Weakness) -> list[list[Edit]]:
    """The worker's own patches as edits."""
    return [
        [ReplaceText(path=each.file, old=old, new=new) for old, new in each.edits]
        for each in weaknesses
    ]


@pytest.mark.parametrize("name", NAMES)
def test_a_task_is_solved_by_its_solution_and_not_by_doing_nothing(
    name: str, tmp_path: Path
) -> None:
    for kind in ("idle", "solved"):
        (tmp_path / kind).mkdir()
    idle, solved = (environment(name, tmp_path / kind) for kind in ("idle", "solved"))

    subprocess.run(["sh", str(TASKS / name / "solution" / "solve.sh")], cwd=solved, check=True)

    assert reward(name, idle) == "0"
    assert reward(name, solved) == "1"


@pytest.mark.parametrize("gone", [(), (CUT,), (CUT, ROUNDING)], ids=["seed", "read on", "both"])
@pytest.mark.parametrize("name", NAMES)
def test_the_worker_solves_what_its_harness_lets_it(
    name: str, gone: tuple[Weakness, ...], tmp_path: Path
) -> None:
    needed = SOLVED_BY[name.partition("-")[0]]

    with patched(*without(*gone)) as harness:
        score = attempt(harness, name, tmp_path)

    assert score == ("1" if set(needed) <= set(gone) else "0")
