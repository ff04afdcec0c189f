"""Write a made-up run, for tests and measurements.

    python -m tests.synthetic HOME [--nodes N] [--rollouts N] [--events N] [--seed N] [--hostile] [--cjk]
                                   [--live EVENTS_PER_SECOND] [--seconds S] [--begun EVENTS]

HOME is what `saddle-tui --home` takes. With --live it first writes --begun events at once and then
goes on as an engine would, for --seconds at most.
"""

import argparse
import time
from pathlib import Path

from tests.synthetic.shape import Shape
from tests.synthetic.writing import MadeUp


def main() -> None:
    asked = _arguments()
    shape = Shape(
        asked.nodes,
        asked.rollouts,
        asked.events,
        hostile=asked.hostile,
        cjk=asked.cjk,
        seed=asked.seed,
    )
    begun = time.perf_counter()
    run = MadeUp(asked.home, shape)
    print(run.folder.path, flush=True)
    events = run.write(asked.begun if asked.live else None)
    print(f"{events} events in {time.perf_counter() - begun:.1f} s", flush=True)
    if asked.live:
        print(f"{run.live(asked.live, asked.seconds)} events appended")


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m tests.synthetic")
    parser.add_argument("home", type=Path)
    parser.add_argument("--nodes", type=int, default=20)
    parser.add_argument("--rollouts", type=int, default=400)
    parser.add_argument("--events", type=int, default=10_000)
    parser.add_argument("--hostile", action="store_true")
    parser.add_argument("--cjk", action="store_true")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--live", "--events-per-second", type=float, default=0.0)
    parser.add_argument("--seconds", type=float, default=3600.0)
    parser.add_argument("--begun", type=int, default=1000)
    return parser.parse_args()


if __name__ == "__main__":
    main()
