"""Keys, processor and wire while events come."""

import time
from collections.abc import Iterator
from pathlib import Path

from tests.bench.measures.number import Number, part
from tests.bench.measures.watched import Watched, live, watched

KEYS = 60
ECHOES = "øþßæðłŋħ"
"""Letters that stand nowhere else on the screen."""
BUSY_S = 10.0
LONG = ("--nodes", "4000", "--rollouts", "200000", "--events", "3000000")


def keys(home: Path, rate: float) -> Iterator[Number]:
    """A letter that is typed on the command line above panes that change."""
    with live(home, rate, 300, *LONG), watched(home, "attach") as terminal:
        terminal.wait_for("EvoDAG")
        time.sleep(3)
        before, cpu, begun = terminal.taken, terminal.cpu_s, time.monotonic()
        time.sleep(BUSY_S)
        took = time.monotonic() - begun
        name = f"{rate:,.0f} events/s"
        used, sent = terminal.cpu_s - cpu, terminal.taken - before
        yield Number(f"{name}: processor", 100 * used / took, 25, "%")
        yield Number(f"{name}: bytes on the wire", sent / took / 1000, 60, "kB/s")
        yield from _latencies(name, "screen", list(_screens(terminal)))
        yield from _latencies(name, "letter", list(_letters(terminal)))


def _latencies(name: str, what: str, took: list[float]) -> Iterator[Number]:
    worst = f"worst {max(took):.0f} ms of {len(took)}"
    yield Number(f"{name}: {what} to screen, median", part(took, 0.5), 40, "ms", worst)
    yield Number(f"{name}: {what} to screen, p99", part(took, 0.99), 150, "ms", worst)


def _letters(terminal: Watched) -> Iterator[float]:
    terminal.type(":")
    time.sleep(0.5)
    for number in range(KEYS):
        letter = ECHOES[number % len(ECHOES)]
        yield terminal.answer(letter, letter)
        time.sleep(0.05 + 0.013 * (number % 7))
    terminal.type("\x1b")
    time.sleep(0.5)


def _screens(terminal: Watched) -> Iterator[float]:
    """Another of the screens: all of it is drawn."""
    for number in range(KEYS // 2):
        for key, text in (("2", "EvoDAG"), ("7", "Log")):
            yield terminal.answer(key, text)
            time.sleep(0.1 + 0.013 * (number % 7))
    terminal.type("1")
    time.sleep(0.5)
