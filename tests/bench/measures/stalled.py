"""A real engine while the terminal of its screen does not read."""

import sqlite3
import subprocess
import sys
import time
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

from saddle_runs.folder import find_run
from tests.bench.measures.number import Number
from tests.bench.measures.watched import watched

CALM_S, STALL_S = 12.0, 60.0
BEAT_MS = 1000.0
"""An idle engine beats so often; one at work beats with every commit too."""


def stalled(home: Path) -> Iterator[Number]:
    """How much later than due its heartbeats come."""
    try:
        with watched(home, "demo", "--rollouts", "2000") as terminal:
            terminal.wait_for("EvoDAG")
            database = find_run(home, None).database
            time.sleep(2)
            calm = _longest_gap_ms(database, CALM_S)
            terminal.stall(stalled=True)
            stalled_ms = _longest_gap_ms(database, STALL_S)
            terminal.stall(stalled=False)
    finally:
        stop = [sys.executable, "-m", "saddle_tui", "--home", str(home), "stop"]
        subprocess.run(stop, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=False)
    note = f"longest gap {stalled_ms:.0f} ms, {calm:.0f} ms while it reads; one is due each {BEAT_MS:.0f} ms"
    yield Number(
        "terminal does not read: heartbeat late by", max(stalled_ms - BEAT_MS, 0.0), 200, "ms", note
    )


def _longest_gap_ms(database: Path, seconds: float) -> float:
    """Between two beats that are different, seen for a while."""
    connection = sqlite3.connect(f"{database.absolute().as_uri()}?mode=ro", uri=True)
    beats: list[float] = []
    until = time.monotonic() + seconds
    while time.monotonic() < until:
        (beat,) = connection.execute("SELECT beat FROM engine").fetchone()
        if beat is not None and (not beats or beat != beats[-1]):
            beats.append(beat)
        time.sleep(0.005)
    connection.close()
    return 1000 * max((b - a for a, b in pairwise(beats)), default=seconds)
