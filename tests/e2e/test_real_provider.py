"""A whole run with the provider of real models, in Docker, against a server on this machine."""

import json
import subprocess
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from saddle_engine import events as ev
from saddle_engine.state import RunState
from saddle_tui.reading import open_viewer
from tests.e2e.homes import Home
from tests.engine.boxes_rig import docker_problem
from tests.loopback.configs import write_user_config
from tests.loopback.server import Loopback
from tests.loopback.thread import in_thread
from tests.loopback.worker import Worker

pytestmark = [
    pytest.mark.docker,
    pytest.mark.e2e,
    pytest.mark.skipif(bool(docker_problem()), reason=docker_problem() or "Docker answers"),
]

KEY = "sk-ant-canary-8c21"
NANO = 1e9


def test_user_tasks_in_docker_are_solved_better_and_paid_to_the_cent(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    loopback = Loopback(Worker(), key=KEY)
    monkeypatch.setenv("ANTHROPIC_API_KEY", KEY)
    home = Home(tmp_path / "home", deadline_s=600)

    with in_thread(loopback) as url, watched_boxes() as boxes:
        config = write_user_config(tmp_path / "user.toml", url, sandbox="docker")
        home.ok("run", config, "--headless")

    facts = home.facts()
    assert [round(node["dev"], 2) for node in facts["nodes"]] == [0.33, 0.67, 1.0]
    assert facts["best"]["test"] > facts["seed"]["test"]
    assert round(facts["spent"]["usd"] * NANO) == loopback.ledger.nanos
    assert sum(facts["spent"]["tries"]["sent"].values()) == len(loopback.ledger.lines)
    assert {event.kind for event in events_of(home)} >= EVERY_STEP
    home.here("verify")
    assert boxes, "no box was seen"
    for box in boxes.values():
        assert box["HostConfig"]["NetworkMode"] == "none"
        assert KEY not in json.dumps(box)
    assert not [path for path in files_of(home) if KEY.encode() in path.read_bytes()]


EVERY_STEP = {
    *("RunStarted", "IterationStarted", "ParentChosen", "SessionStarted", "ToolCalled", "FileRead"),
    *("DiagnosisMade", "PatchProposed", "MiniBatchChecked", "DevGateChecked", "NodeAdmitted"),
    *("Reflected", "LessonLearned", "RunSealed", "TestEvaluated", "RunFinished"),
    *("CallReserved", "CallSettled"),
}


def events_of(home: Home) -> list[ev.AnyEvent]:
    found: list[ev.AnyEvent] = []
    with open_viewer(home.folder()) as viewer:
        state = RunState()
        while records := viewer.tail(state.seq):
            state.fold(records)
            found += [record.event for record in records]
    return found


def files_of(home: Home) -> list[Path]:
    return [path for path in home.path.rglob("*") if path.is_file()]


@contextmanager
def watched_boxes() -> Iterator[dict[str, dict[str, Any]]]:
    """What Docker says of every box that is open at some look, by id."""
    seen: dict[str, dict[str, Any]] = {}
    over = threading.Event()

    def watch() -> None:
        while not over.wait(0.2):
            for one in _inspect(_docker("ps", "-q", "--filter", "label=saddle.run").split()):
                seen[one["Id"]] = one

    watching = threading.Thread(target=watch)
    watching.start()
    try:
        yield seen
    finally:
        over.set()
        watching.join()


def _inspect(ids: list[str]) -> list[dict[str, Any]]:
    """Those that are still there."""
    found: list[dict[str, Any]] = json.loads(_docker("inspect", *ids) or "[]") if ids else []
    return found


def _docker(*words: str) -> str:
    return subprocess.run(["docker", *words], capture_output=True, text=True, check=False).stdout
