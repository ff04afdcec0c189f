"""How many events a second the journal takes: one appender, then 32 at once. For people to read.

python tests/bench/journal.py [SECONDS]
"""

import asyncio
import sys
import tempfile
import time
from pathlib import Path

from saddle_engine.events import RequestAnswered
from saddle_engine.testing import FakeClock
from saddle_engine.types.base import Digest, RolloutId
from saddle_engine.types.wire import Door
from saddle_runs.folder import create_run
from saddle_runs.journal import RunJournal

REPLY = bytes(range(256)) * 8


async def append_until(journal: RunJournal, deadline: float, took: list[float]) -> None:
    while (begun := time.perf_counter()) < deadline:
        # Every reply differs, as a model's replies do.
        reply = journal.put(REPLY + str(begun).encode())
        await journal.append(answered(reply))
        took.append(time.perf_counter() - begun)


def answered(reply: Digest) -> RequestAnswered:
    return RequestAnswered(
        rollout=RolloutId("r1"),
        tries=1,
        index=0,
        door=Door.MODEL,
        key="0" * 64,
        step=1,
        request=reply,
        status=200,
        reply=reply,
        seconds=0.5,
    )


async def measure(folder: Path, appenders: int, seconds: float) -> str:
    took: list[float] = []
    run = create_run(folder, f"bench-{appenders}", FakeClock())
    with RunJournal(run.database, FakeClock()) as journal:
        deadline = time.perf_counter() + seconds
        async with asyncio.TaskGroup() as group:
            for _ in range(appenders):
                group.create_task(append_until(journal, deadline, took))
    took.sort()
    middle, tail = took[len(took) // 2], took[len(took) * 99 // 100]
    return (
        f"{appenders:3} appenders: {len(took) / seconds:8.0f} appends/s,"
        f" p50 {middle * 1000:.1f} ms, p99 {tail * 1000:.1f} ms"
    )


def main() -> None:
    seconds = float(sys.argv[1]) if len(sys.argv) > 1 else 3.0
    with tempfile.TemporaryDirectory() as folder:
        for appenders in (1, 32):
            print(asyncio.run(measure(Path(folder), appenders, seconds)))


if __name__ == "__main__":
    main()
