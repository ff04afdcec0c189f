"""Run the demo with many seeds, one after another, and say what the search comes to.

`python -m tests.bench.ten_seeds [--seeds N] [--first S] [--home DIR] [--sandbox none|docker]` prints a line
a seed and exits 1 unless the best harness beats the seed on test in at least 8 of 10 seeds, and some
node has two parents.
"""

import argparse
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path
from typing import Any

from saddle_engine.state import RunState
from tests.e2e.homes import Home

SHARE = 0.8
DEADLINE_S = 1800.0
HEADER = (
    f"{'seed':>4} {'dev':>13} {'test':>13} {'gain':>6}  {'its':>3} {'adm':>3} {'dec':>3} {'ref':>3}"
    f" {'none':>4} {'two':>3}  {'phases':<20} {'rollouts':>8} {'s':>5}"
)


def main(arguments: argparse.Namespace) -> int:
    """Print the table and the two verdicts; the exit code."""
    with tempfile.TemporaryDirectory(prefix="saddle-seeds-") as folder:
        home = Home(arguments.home or Path(folder), DEADLINE_S)
        print(HEADER, flush=True)
        seeds = range(arguments.first, arguments.first + arguments.seeds)
        rows = [_row(home, seed, arguments.sandbox) for seed in seeds]
    better = sum(gain > 0 for gain, _ in rows)
    merged = sum(two for _, two in rows)
    print(f"best beats seed on test in {better} of {len(rows)} seeds")
    print(f"nodes with two parents: {merged}")
    return 0 if better >= SHARE * len(rows) and merged else 1


def _row(home: Home, seed: int, sandbox: str) -> tuple[float, int]:
    """Gain on test and nodes with two parents of one demo."""
    begun = time.monotonic()
    home.ok("demo", "--headless", "--seed", str(seed), "--sandbox", sandbox)
    seconds = time.monotonic() - begun
    home.ok("verify")
    facts, state = home.facts(), home.state()
    first, best = facts["seed"], facts["best"]
    gain = best["test"] - first["test"]
    two = sum(len(node["parents"]) == 2 for node in facts["nodes"])
    print(
        f"{seed:>4} {_pair(first['dev'], best['dev'])} {_pair(first['test'], best['test'])}"
        f" {gain:>+6.3f}  {_counts(facts, state)} {two:>3}  {_phases(facts):<20}"
        f" {facts['spent']['rollouts']:>8} {seconds:>5.0f}",
        flush=True,
    )
    return gain, two


def _pair(seed: float, best: float) -> str:
    return f"{seed:.3f}->{best:.3f}".rjust(13)


def _counts(facts: dict[str, Any], state: RunState) -> str:
    status = Counter(patch["status"] for patch in facts["patches"])
    outcomes = Counter(each.outcome for each in state.iterations.values())
    none = outcomes["no_proposal"] + outcomes["nothing_to_learn"]
    return (
        f"{facts['iterations']:>3} {status['admitted']:>3} {status['declined']:>3}"
        f" {status['refused']:>3} {none:>4}"
    )


def _phases(facts: dict[str, Any]) -> str:
    names = ["capability", *(each["phase"] for each in facts["phases"])]
    proposed = Counter(patch["class"] for patch in facts["patches"])
    return " ".join(f"{name[:3]}:{proposed[name]}" for name in dict.fromkeys(names))


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seeds", type=int, default=10)
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--home", type=Path, help="keep the runs there")
    parser.add_argument("--sandbox", choices=["none", "docker"], default="none")
    return parser.parse_args()


if __name__ == "__main__":
    sys.exit(main(_arguments()))
