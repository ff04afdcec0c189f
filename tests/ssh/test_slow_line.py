"""A line of 5 kB a second, far away: SSH takes all that it is given, and the screen waits for the terminal instead."""

import time
from collections.abc import Iterator

import pytest

from tests.bench.measures.watched import live
from tests.e2e.homes import wait
from tests.ssh.client import ssh
from tests.ssh.line import Line
from tests.ssh.processes import screens
from tests.ssh.reader import Reader
from tests.ssh.server import Server
from tests.tui.terminals import Terminal

pytestmark = pytest.mark.ssh

BYTES_A_SECOND, DELAY_S = 5_000, 0.15
"""And as long back: 300 ms from a key to the first byte of its answer."""
HEARD_S = 5.0
"""1 s and the way there and back, and room for a busy machine."""
MUCH = ("--nodes", "200", "--rollouts", "10000", "--events", "150000", "--begun", "3000")
LETTERS = "øþßæðł"
"""They stand nowhere else on the screen."""


@pytest.fixture
def slow(patient: Server) -> Iterator[tuple[Reader, Terminal]]:
    """The screen of a busy run, at the other end of a slow line."""
    with (
        live(patient.home, 300, 120, *MUCH),
        Line(patient.port, bytes_a_second=BYTES_A_SECOND, delay_s=DELAY_S) as line,
        ssh(patient, "saddle-tui", "attach", port=line.port) as terminal,
        Reader(terminal) as reader,
    ):
        reader.wait_for(b"DRIVER")
        yield reader, terminal


def test_keys_are_heard_on_a_slow_line_and_it_is_told_that_it_is_slow(
    slow: tuple[Reader, Terminal], patient: Server
) -> None:
    reader, terminal = slow
    reader.wait_for(b"SLOW LINK")
    time.sleep(3)
    reader.answer(b":", b"Tab completes")
    took = [reader.answer(letter.encode(), letter.encode()) for letter in LETTERS]
    assert sorted(took)[len(took) // 2] < HEARD_S, took
    terminal.type(b"\x1b")
    time.sleep(1)
    assert reader.answer(b"\x03", b"again") < 2 * HEARD_S
    terminal.type(b"q")
    since = time.monotonic()
    wait(lambda: screens(patient.home) == [])
    gone = time.monotonic() - since
    print(f"letters {sorted(took)}, q {gone:.2f}")
    assert gone < HEARD_S
    reader.wait_for(b"come back with")
