"""A minute of terminals that do not read, while the engine writes: it never waits for them, and they come back at once."""

import sqlite3
import time
from contextlib import closing
from itertools import pairwise
from pathlib import Path

import pytest

from saddle_runs.folder import find_run
from tests.bench.measures.watched import live, watched
from tests.ssh.client import ssh
from tests.ssh.processes import memory_mb, screens
from tests.ssh.reader import Reader
from tests.ssh.server import Server

pytestmark = pytest.mark.ssh

STALL_S, LOOK_S = 60.0, 0.01
RATE = 1_000
MUCH = ("--nodes", "2000", "--rollouts", "80000", "--events", "1200000", "--begun", "2000")
GAP_S, MOST_GAP_S = 0.2, 2.0
"""Between heartbeats: what is promised, and what a machine that has other things to do may make of a single one."""
BACK_S = 4.0
"""1 s, and room for a busy machine."""
GROWTH_MB = 40


def test_a_minute_of_terminals_that_do_not_read_holds_up_nobody(patient: Server) -> None:
    with (
        live(patient.home, RATE, 180, *MUCH),
        watched(patient.home, "attach") as near,
        ssh(patient, "saddle-tui", "attach", columns=120, rows=40) as far,
    ):
        near.wait_for("EvoDAG")
        far.wait_for(b"EvoDAG")
        far.drain(2)
        before = {pid: memory_mb(pid) for pid in [*screens(patient.home), near.process.pid]}
        near.stall(stalled=True)
        gaps = _gaps(find_run(patient.home, None).database)
        grown = {pid: memory_mb(pid) - size for pid, size in before.items()}

        near.stall(stalled=False)
        near_s = near.answer("6", "Scores") / 1000
        with Reader(far) as reader:
            far_s = reader.answer(b"6", b"Scores")

    print(
        f"gaps: {len(gaps)}, most {max(gaps):.3f} s; back: {near_s:.2f} s, {far_s:.2f} s; {grown}"
    )
    assert sorted(gaps)[len(gaps) * 9 // 10] < GAP_S
    assert max(gaps) < MOST_GAP_S
    assert near_s < BACK_S
    assert far_s < BACK_S
    assert max(grown.values()) < GROWTH_MB


def _gaps(database: Path) -> list[float]:
    """Seconds between the heartbeats of the next minute."""
    beats: list[float] = []
    until = time.monotonic() + STALL_S
    address = f"{database.absolute().as_uri()}?mode=ro"
    with closing(sqlite3.connect(address, uri=True)) as connection:
        while time.monotonic() < until:
            (beat,) = connection.execute("SELECT beat FROM engine").fetchone()
            if not beats or beat != beats[-1]:
                beats.append(beat)
            time.sleep(LOOK_S)
    return [later - earlier for earlier, later in pairwise(beats)]
