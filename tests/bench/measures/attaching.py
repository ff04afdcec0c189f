"""Attaching to a run of 2,000 nodes and 200,000 events: never seen before, and seen before."""

import time
from collections.abc import Iterator
from pathlib import Path

from tests.bench.measures.number import Number, part
from tests.bench.measures.watched import Watched, watched
from tests.synthetic.shape import Shape
from tests.synthetic.writing import MadeUp

SHAPE = Shape(nodes=2_000, rollouts=12_000, events=200_000)
DONE = "the run is done"
KEPT_S = 60.0


def attach(home: Path) -> Iterator[Number]:
    """From exec to the first frame, and to the newest record."""
    run = MadeUp(home, SHAPE)
    run.write()
    with watched(home, "attach", "--observe") as terminal:
        first = (terminal.wait_for("reading the journal") - terminal.began) * 1000
        held_up = list(_keys_meanwhile(terminal))
        whole = (terminal.wait_for(DONE) - terminal.began) * 1000
        yield Number("attach, never seen: first frame", first, 1200, "ms")
        yield Number("attach, never seen: newest record", whole, 10_000, "ms")
        if held_up:
            note = f"{len(held_up)} keys, worst {max(held_up):.0f} ms"
            yield Number(
                "attach, never seen: keys meanwhile, median", part(held_up, 0.5), 150, "ms", note
            )
        yield Number("attach: memory", terminal.memory_mb, 150, "MB")
        _wait_for_checkpoint(home / "cache")
    took, computed = [], []
    for _ in range(3):
        with watched(home, "attach", "--observe") as terminal:
            took.append((terminal.wait_for(DONE) - terminal.began) * 1000)
            computed.append(terminal.cpu_s * 1000)
    yield Number("attach, seen before: newest record", part(took, 0.5), 1000, "ms", "median of 3")
    yield Number("attach, seen before: processor", part(computed, 0.5), 1000, "ms", "median of 3")


def _keys_meanwhile(terminal: Watched) -> Iterator[float]:
    for _ in range(4):
        for key, text in (("2", "EvoDAG"), ("7", "Log")):
            yield terminal.answer(key, text)
            time.sleep(0.03)


def _wait_for_checkpoint(cache: Path) -> None:
    """Until the file that the other process writes has not changed for a while."""
    until, sizes = time.monotonic() + KEPT_S, [-1, 0]
    while time.monotonic() < until and (len(set(sizes[-4:])) > 1 or not sizes[-1]):
        time.sleep(1)
        sizes.append(sum(file.stat().st_size for file in cache.rglob("views.db")))
