"""A line of 5 kB a second: keys are heard, frames are left out, and the operator is told."""

import os
import select
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Self

import pytest

from saddle_runs.folder import RunFolder
from tests.tui.attached import attached
from tests.tui.stories import Story, engine, write_run
from tests.tui.terminals import Terminal

BYTES_A_SECOND = 5_000
TICK_S = 0.05


@pytest.fixture
def run(tmp_path: Path) -> Iterator[RunFolder]:
    folder = write_run(tmp_path / "home", Story().start().seed().grow(0.75, "n0"))
    with engine(folder):
        yield folder


class Throttle:
    """Reads a terminal as a slow line would, until the end of the block."""

    def __init__(self, screen: Terminal) -> None:
        self._screen, self._over = screen, threading.Event()
        self._thread = threading.Thread(target=self._read)

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(self, *failure: object) -> None:
        self._over.set()
        self._thread.join()

    def _read(self) -> None:
        while not self._over.wait(TICK_S):
            ready, _, _ = select.select([self._screen.master], [], [], 0)
            if ready:
                try:
                    self._screen.seen += os.read(self._screen.master, int(BYTES_A_SECOND * TICK_S))
                except OSError:
                    return


def _flood(screen: Terminal, seconds: float) -> None:
    """Keys that change the whole screen."""
    until = time.monotonic() + seconds
    while time.monotonic() < until:
        for key in b"1246":
            screen.type(bytes([key]))
            time.sleep(0.1)  # as a hand would


@pytest.mark.parametrize("keys", [b"q", b"\x11"])
def test_leaving_takes_a_moment_however_slow_the_line_is(run: RunFolder, keys: bytes) -> None:
    with attached(run, columns=120, rows=40) as screen, Throttle(screen):
        _flood(screen, 3)
        screen.type(keys)
        since = time.monotonic()
        screen.wait_code()
        took = time.monotonic() - since

    assert screen.code == 0
    assert took < 4  # 1 s, 4 kB that the system holds at 5 kB/s, and room for a busy machine


def test_a_line_that_is_flooded_is_found_to_be_slow_and_painted_whole_at_last(
    run: RunFolder,
) -> None:
    with attached(run, columns=120, rows=40) as screen:
        with Throttle(screen):
            _flood(screen, 6)
        before = len(screen.seen)
        screen.wait_for(b"SLOW LINK", after=before - 20_000)
        screen.wait_for(b"frames skipped")
        screen.type(b"1")
        screen.drain(2)
        screen.type(b"q")
        screen.wait_end()

    assert screen.code == 0


def test_frames_that_were_left_out_are_painted_when_the_terminal_reads_again(
    run: RunFolder,
) -> None:
    with attached(run, columns=120, rows=40) as screen:
        screen.drain(1)
        before = len(screen.seen)
        _flood(screen, 8)  # and nobody reads
        screen.type(b"6")
        time.sleep(1)
        screen.type(b"7")
        screen.wait_for(b"EngineStarted", after=before)  # stands in the log alone
        screen.type(b"q")
        screen.wait_end()

    assert screen.code == 0


def test_a_slow_line_is_told_in_the_bar(run: RunFolder) -> None:
    with attached(run, "--slow-link") as screen:
        screen.wait_for(b"SLOW LINK")
        screen.type(b"q")
        screen.wait_end()

    assert screen.code == 0


def test_on_a_slow_line_a_clock_alone_sends_nothing(run: RunFolder) -> None:
    with attached(run, "--slow-link") as screen:
        screen.wait_for(b"SLOW LINK")
        screen.drain(3)
        before = len(screen.seen)
        screen.drain(5)
        sent = len(screen.seen) - before
        screen.type(b"q")
        screen.wait_end()

    assert sent == 0
