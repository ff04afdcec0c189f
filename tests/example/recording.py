"""The example run, from its configuration to one file: who records it leaves no name in it."""

import socket
import sqlite3
import subprocess
import sys
import time
from contextlib import closing
from pathlib import Path

from saddle_benchmarks.bundled.benchmark import task_name
from saddle_benchmarks.bundled.families import split_plan
from saddle_engine.patches import Patch
from saddle_engine.types.patch import PatchStatus
from saddle_engine.types.rollout import Split
from saddle_engine.types.steering import RunStatus
from saddle_runs.folder import RunFolder, run_at
from saddle_tui.ask import ask
from saddle_tui.config import settings_of
from saddle_tui.create import create_run
from saddle_tui.engine import run_engine
from saddle_tui.liveness import engine_alive
from saddle_tui.reading import read_state

SEED = 13
HOST, OPERATOR = "example", "operator"
POLL_S = 0.1
HINT = "Some tasks seem to end before the agent is done; look at its limits."
REMARK = "More steps may only let it go in circles; its mini-batch will tell."
VETO = "Iteration 5 asked for the same, and gained nothing."
VETOED, REMARKED, HINTED = 6, 3, 2
"""Iterations."""


def record(home: Path, file: Path, seed: int) -> None:
    """Make the run in a home and its file, which must not be there."""
    _go_by_another_name()
    settings = settings_of(
        {
            "seed": seed,
            "harness": {"bundled": "react"},
            "splits": _few(),
            "policy": {"epochs": 2, "test_repeats": 1},
            "approval": {"hold": "all"},
            "sandbox": {"kind": "none"},
        }
    )
    folder = create_run(home, settings, "example", unsandboxed=False)
    words = [sys.executable, "-m", "tests.example", str(folder.path), "--engine"]
    with subprocess.Popen(words, stderr=subprocess.DEVNULL) as engine:
        try:
            _steer(folder, engine)
        except BaseException:
            engine.terminate()
            raise
    with closing(sqlite3.connect(folder.database)) as connection:
        connection.execute("VACUUM INTO ?", (str(file),))


def work(folder: Path) -> int:
    """Of the engine's process."""
    _go_by_another_name()
    return run_engine(run_at(folder), headless=False, limits={}, by=OPERATOR, ready=lambda: None)


def _few() -> dict[str, list[str]]:
    """The bundled splits, but one dev task of each kind, so that the file is small."""
    splits = {}
    for split, places in split_plan(0).items():
        chosen = dict(places).items() if split is Split.DEV else places
        splits[str(split)] = [task_name(0, family, seed) for family, seed in chosen]
    return splits


def _go_by_another_name() -> None:
    """Locks and journal name the machine; here and in the engine it is called as nobody's is."""
    socket.gethostname = lambda: HOST


def _steer(folder: RunFolder, engine: subprocess.Popen[bytes]) -> None:
    while engine.poll() is None:
        state = read_state(folder)
        for patch in state.patches.values():
            if patch.status is PatchStatus.HELD and not patch.aside and engine_alive(folder):
                _decide(folder, patch)
        time.sleep(POLL_S)
    assert read_state(folder).status is RunStatus.DONE, folder.log.read_text()


def _decide(folder: RunFolder, patch: Patch) -> None:
    about = {"patch": patch.proposed.patch}
    if patch.iteration == VETOED:
        ask(folder, "veto", about, actor=OPERATOR, reason=VETO)
        return
    if patch.iteration == HINTED:
        ask(folder, "hint", {"text": HINT}, actor=OPERATOR)
    if patch.iteration == REMARKED:
        ask(folder, "comment", {**about, "text": REMARK}, actor=OPERATOR)
    ask(folder, "approve", about, actor=OPERATOR)
