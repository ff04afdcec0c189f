"""Memory of what follows a run for five million events."""

import gc
import os
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

from saddle_engine import events as ev
from saddle_engine.adapters.clock import SystemClock
from saddle_engine.types.base import Digest
from saddle_runs.records import decode, encode
from saddle_runs.viewer import RunViewer
from tests.bench.measures.number import Number
from tests.synthetic.harnesses import Lineage
from tests.synthetic.plot import Plot
from tests.synthetic.shape import Shape
from tests.synthetic.words import Words
from tests.synthetic.writing import MadeUp

MILLION = 1_000_000


class Endless(RunViewer):
    """A run whose records are made up while they are read."""

    def __init__(self, run: MadeUp, shape: Shape) -> None:
        super().__init__(run.folder.database, SystemClock())
        lineage = Lineage()
        lineage.draw(shape)
        lineage.commit(run.folder.path / "made-up.git")
        self._plot = Plot(shape, lineage, Words(shape), _digest).events("abcdefgh", "endless")
        self._made = 0

    def tail(self, after: int, limit: int = 1000) -> list[ev.Record]:
        """As they would come from the disk."""
        found: list[ev.Record] = []
        while len(found) < limit and (event := next(self._plot, None)) is not None:
            self._made += 1
            found.append(decode(self._made, float(self._made), encode(event), event.kind))
        return found


def memory(home: Path, millions: int) -> Iterator[Number]:
    """Follow so many million events of few rollouts with all that the app has loaded."""
    from saddle_tui.app import SaddleApp
    from saddle_tui.follower import Follower

    shape = Shape(nodes=100, rollouts=1_000, events=int(millions * MILLION * 1.05))
    run = MadeUp(home, Shape(nodes=2, rollouts=20, events=100))
    sizes = []
    with Endless(run, shape) as viewer:
        follower = Follower(run.folder, viewer, SystemClock())
        assert SaddleApp is not None
        begun = time.process_time()
        for million in range(1, millions + 1):
            while follower.behind and follower.state.seq < million * MILLION:
                follower.pull()
            sizes.append(_resident_mb())
            print(f"     {follower.state.seq:,} events: {sizes[-1]:.0f} MB", flush=True)
        took = (time.process_time() - begun) / follower.state.seq * 1e6
        if follower.state.spent_rollouts:
            note = f"{follower.state.spent_rollouts:,} rollouts, {took:.0f} us an event with its making"
            yield Number(f"memory after {millions} million events", sizes[-1], 150, "MB", note)
    if len(sizes) > 1:
        growth = (sizes[-1] - sizes[0]) / (len(sizes) - 1)
        yield Number(
            "memory: growth for each million", growth, 2, "MB", "a rollout itself takes some 3 kB"
        )


def _resident_mb() -> float:
    gc.collect()
    with suppress(OSError):
        return (
            int(Path("/proc/self/statm").read_text("ascii").split()[1])
            * os.sysconf("SC_PAGE_SIZE")
            / 2**20
        )
    return 0.0


def _digest(content: str) -> Digest:
    return Digest("d" * 64)
