"""What the screen promises, measured: a table, and 0 or 1.

    python -m tests.bench.screen [paint] [idle] [busy] [flood] [attach] [memory] [stalled] [seek] [seek-long]
                                 [--millions N]

Without names all of them, which takes some fifteen minutes. Times mean little on a busy machine.
"""

import argparse
import os
import sys
import tempfile
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

from tests.bench.measures.attaching import attach
from tests.bench.measures.busy import keys
from tests.bench.measures.memory import memory
from tests.bench.measures.number import Number
from tests.bench.measures.painting import first_paint, idle
from tests.bench.measures.seeking import seek
from tests.bench.measures.stalled import stalled

Measure = Callable[[Path], Iterator[Number]]


def main() -> int:
    """Each with a home of its own; how busy the machine was stands above the table."""
    parser = argparse.ArgumentParser(prog="python -m tests.bench.screen")
    parser.add_argument("names", nargs="*", metavar="NAME")
    parser.add_argument("--millions", type=int, default=5, help="events that memory follows")
    asked = parser.parse_args()
    measures: dict[str, Measure] = {
        "paint": first_paint,
        "idle": idle,
        "busy": partial(keys, rate=1_000),
        "flood": partial(keys, rate=10_000),
        "attach": attach,
        "stalled": stalled,
        "seek": partial(seek, events=200_000, most_ms=50, most_mb=20),
        "seek-long": partial(seek, events=2_000_000, most_ms=200, most_mb=150),
        "memory": partial(memory, millions=asked.millions),
    }
    print(f"120x40, {os.cpu_count()} processors, load {os.getloadavg()[0]:.1f}", flush=True)
    good = True
    for name in asked.names or measures:
        with tempfile.TemporaryDirectory(
            prefix="saddle-bench-", ignore_cleanup_errors=True
        ) as home:
            for number in measures[name](Path(home)):
                print(number, flush=True)
                good = good and number.good
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main())
