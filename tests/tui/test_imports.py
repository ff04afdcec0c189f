"""A command loads what it needs: what takes long to import is not waited for by others."""

import subprocess
import sys
from pathlib import Path

import pytest

from tests.bench.measures.watched import watched
from tests.synthetic.shape import Shape
from tests.synthetic.writing import MadeUp

SLOW = {"docker", "aiohttp", "anthropic", "networkx", "sqlite_utils"}
LATER = {
    "saddle_engine.adapters.git",
    "saddle_engine.harness.manifest",
    "saddle_tui.reporting",
    "saddle_tui.screens.taking",
    "saddle_tui.settings",
    "saddle_tui.triage.composing",
}
"""Of ours, what a screen needs only once a key asks for it."""
FRAME_S = 1.0


@pytest.mark.parametrize(
    ("modules", "unwanted"),
    [
        ("saddle_tui.cli", {*SLOW, "textual", "pydantic"}),
        ("saddle_tui.commands.runs", {*SLOW, "textual"}),
        ("saddle_tui.commands.show", {*SLOW, "textual"}),
        ("saddle_tui.commands.attach, saddle_tui.watch, saddle_tui.app", SLOW | LATER),
        (
            "saddle_tui.commands.replay, saddle_tui.replaying.beginning, saddle_tui.app",
            SLOW | LATER,
        ),
    ],
)
def test_what_is_not_needed_is_not_loaded(modules: str, unwanted: set[str]) -> None:
    said = f"import sys, {modules}; print(*sorted({unwanted!r} & set(sys.modules)))"
    done = subprocess.run(
        [sys.executable, "-c", said], capture_output=True, text=True, check=True, timeout=120
    )

    assert done.stdout.split() == []


def test_kinds_of_records_are_made_ready_when_the_first_one_comes() -> None:
    said = "import saddle_runs.records as r; print(sum(k.__pydantic_complete__ for k in r._KINDS.values()))"
    done = subprocess.run([sys.executable, "-c", said], capture_output=True, text=True, check=True)

    assert done.stdout == "0\n"


def test_a_processor_has_the_first_frame_done_in_less_than_a_second(tmp_path: Path) -> None:
    MadeUp(tmp_path, Shape()).write()
    computed = []
    for _ in range(3):  # modules that have changed are compiled by the first
        with watched(tmp_path, "attach", "--observe") as terminal:
            terminal.wait_for("EvoDAG")
            computed.append(terminal.cpu_s)

    assert min(computed) < FRAME_S
