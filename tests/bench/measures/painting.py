"""First paint, and what a screen costs that nothing happens on."""

import time
from collections.abc import Iterator
from pathlib import Path

from tests.bench.measures.number import Number, part
from tests.bench.measures.watched import live, watched
from tests.synthetic.shape import Shape
from tests.synthetic.writing import MadeUp

TIMES = 5
SETTLED_S, IDLE_S = 4.0, 10.0


def first_paint(home: Path) -> Iterator[Number]:
    """From exec to the first frame with the run on it; the first time modules may be compiled."""
    MadeUp(home, Shape()).write()
    took, computed = [], []
    for _ in range(TIMES + 1):
        with watched(home, "attach", "--observe") as terminal:
            took.append((terminal.wait_for("EvoDAG") - terminal.began) * 1000)
            computed.append(terminal.cpu_s * 1000)
    note = f"median of {TIMES}"
    yield Number("first paint", part(took[1:], 0.5), 1000, "ms", note)
    yield Number("first paint: processor", part(computed[1:], 0.5), 700, "ms", note)


def idle(home: Path) -> Iterator[Number]:
    """A run at work in which nothing happens for a while."""
    with live(home, 0.001, 60, "--begun", "3000"), watched(home, "attach") as terminal:
        terminal.wait_for("EvoDAG")
        time.sleep(SETTLED_S)
        before, cpu = terminal.taken, terminal.cpu_s
        time.sleep(IDLE_S)
        yield Number("idle: bytes on the wire", (terminal.taken - before) / IDLE_S, 200, "B/s")
        yield Number("idle: processor", 100 * (terminal.cpu_s - cpu) / IDLE_S, 25, "%")
