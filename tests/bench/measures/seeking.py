"""Going to any place of a long run: after one pass of another process, in a headless app of 120 x 40."""

import asyncio
import gc
import os
import resource
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random

from saddle_engine.adapters.clock import SystemClock
from saddle_runs.folder import RunFolder, find_run
from saddle_tui.app import SaddleApp
from saddle_tui.replaying.beginning import past_of
from saddle_tui.replaying.follower import ReplayFollower
from saddle_tui.seat import Seat
from tests.bench.measures.number import Number, part

PLACES, STEPS = 200, 100
WIDTHS = range(40, 301, 20)


def seek(home: Path, events: int, most_ms: float, most_mb: float) -> Iterator[Number]:
    """As many events as asked for, with a rollout for each hundred of them."""
    size = ["--nodes", str(events // 400), "--rollouts", str(events // 100)]
    _run("tests.synthetic", str(home), *size, "--events", str(events))
    os.environ["XDG_CACHE_HOME"] = str(home / "cache")
    run = find_run(home, None)
    begun, computed = time.monotonic(), _children_s()
    _run("saddle_tui.checkpoints", str(run.path), run.id, run.name)
    name, took = f"{events:,} events", time.monotonic() - begun
    note = f"of the processor; niced, it took {took:.0f} s"
    yield Number(f"{name}: the pass", _children_s() - computed, events / 20_000, "s", note)
    kept = sum(file.stat().st_size for file in (home / "cache").rglob("views.db")) / 2**20
    yield Number(f"{name}: kept", kept, most_mb, "MB")
    yield from asyncio.run(_looked_at(run, name, most_ms))


def _run(module: str, *words: str) -> None:
    subprocess.run([sys.executable, "-m", module, *words], check=True, stdout=subprocess.DEVNULL)


async def _looked_at(run: RunFolder, name: str, most_ms: float) -> list[Number]:
    begun = time.perf_counter()
    with past_of(run, "end", 1.0) as follower:
        while follower.behind:
            follower.pull()
        opened = (time.perf_counter() - begun) * 1000
        while follower.index.timeline.seq < follower.end_seq:
            follower.pull()
        app = SaddleApp(follower, Seat(run, SystemClock(), replay=True))
        async with app.run_test(size=(120, 40)) as pilot:
            rng, end = Random(7), follower.end_seq

            async def paint(seq: int) -> None:
                _go(follower, seq)
                app.main.draw()
                await pilot.pause()

            places = [rng.randint(1, end) for _ in range(PLACES)]
            sought = [_timed(_go, follower, seq) for seq in places]
            painted = []
            for seq in places[: PLACES // 4]:
                begun = time.perf_counter()
                await paint(seq)
                painted.append((time.perf_counter() - begun) * 1000)
            _go(follower, end // 2)
            back = [_timed(_go, follower, end // 2 - each) for each in range(1, STEPS)]
            forth = [_timed(_go, follower, end // 2 - each) for each in range(STEPS, 1, -1)]
            timeline = follower.index.timeline
            strips = [_timed(timeline.density, width) for width in WIDTHS]
    return [
        Number(f"{name}: opened at its end", opened, 20 * most_ms, "ms", "without a frame"),
        _median(f"{name}: to any place", sought, most_ms),
        _median(f"{name}: to any place, painted", painted, most_ms + 250),
        _median(f"{name}: a step back", back, most_ms),
        _median(f"{name}: a step on", forth, most_ms),
        _median(f"{name}: density of a strip", strips, 5),
        Number(f"{name}: memory", _resident_mb(), 600, "MB"),
    ]


def _go(follower: ReplayFollower, seq: int) -> None:
    follower.seek(seq)
    while follower.behind:
        follower.pull()
    assert follower.state.seq == seq


def _timed(do: Callable[..., object], *words: object) -> float:
    begun = time.perf_counter()
    do(*words)
    return (time.perf_counter() - begun) * 1000


def _median(name: str, values: list[float], most_ms: float) -> Number:
    note = f"median; p99 {part(values, 0.99):,.1f} ms of {len(values)}"
    return Number(name, part(values, 0.5), most_ms, "ms", note)


def _children_s() -> float:
    return resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime


def _resident_mb() -> float:
    gc.collect()
    pages = int(Path("/proc/self/statm").read_text("ascii").split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") / 2**20
