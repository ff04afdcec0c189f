"""Kill engines at random places and resume, until the run is done; compare with an undisturbed run.

`python -m tests.bench.kill_resume [--rounds N] [--seed S]` kills with SIGKILL when the journal has reached
a random record; a third of the kills fall into the test. It prints where each kill fell and exits 1
when winner, scores, patches, lessons or the number of rollouts differ from those of a run of the same
seed that nobody disturbed, or when `verify` finds anything after a resume.
"""

import argparse
import os
import random
import signal
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

from saddle_engine.events import RunSealed
from saddle_engine.state import RunState
from saddle_tui.reading import open_viewer
from tests.e2e.homes import Home, write_config

DEADLINE_S = 1800.0
UNDISTURBED, DISTURBED = "undisturbed", "disturbed"


def main(rounds: int, seed: int) -> int:
    """Print the kills and the verdict; the exit code."""
    with tempfile.TemporaryDirectory(prefix="saddle-kill-") as folder:
        home = Home(Path(folder) / "home", DEADLINE_S)
        config = write_config(Path(folder) / "config.toml", seed=seed, epochs=3, dev=6, test=6)
        home.ok("run", config, "--headless", "--name", UNDISTURBED)
        for number, where in enumerate(disturb(home, config, rounds, random.Random(seed)), 1):
            print(f"kill {number:>2}: {where}", flush=True)
        differing = differences(home)
    print("\n".join(differing) or f"{rounds} kills changed nothing")
    return 1 if differing else 0


def disturb(home: Home, config: Path, rounds: int, dice: random.Random) -> Iterator[str]:
    """Run `config` again as `disturbed` and kill its engine so many times; where each kill fell."""
    home.ok("run", config, "--detach", "--name", DISTURBED)
    follower: subprocess.Popen[str] | None = None
    for place in places(home, rounds, dice):
        state = home.until(reached(place), DISTURBED)
        os.kill(home.owner(DISTURBED).pid, signal.SIGKILL)
        home.wait_idle(DISTURBED)
        if follower is not None:
            assert follower.wait(60) == 1, "the follower of a killed engine says so"
        yield f"after record {state.seq}, {_stage(state)}"
        home.here("verify", DISTURBED)
        follower = home.begin("resume", DISTURBED, "--headless")
        home.owner(DISTURBED)
    assert follower is not None
    assert follower.wait(300) == 0, "the last engine finishes the run"


def reached(place: int) -> Callable[[RunState], bool]:
    """Whether the journal has so many records."""
    return lambda state: state.seq >= place


def places(home: Home, rounds: int, dice: random.Random) -> list[int]:
    """Records after which to kill; the last third of them in the test."""
    first, last, sealed = 2, home.state(UNDISTURBED).seq, _sealed_at(home)
    in_test = max(1, rounds // 3)
    search = [dice.randrange(first, sealed) for _ in range(rounds - in_test)]
    # In the first half of the test, so that no engine is done before its turn comes.
    test = [dice.randrange(sealed + 1, (sealed + last) // 2) for _ in range(in_test)]
    return sorted(search) + sorted(test)


def differences(home: Home) -> list[str]:
    """What the two runs do not have in common; empty when a kill changes nothing."""
    one, other = result(home, UNDISTURBED), result(home, DISTURBED)
    found = [f"{key}: {one[key]} became {other[key]}" for key in one if one[key] != other[key]]
    verified = home.saddle("verify", DISTURBED)
    return found if verified.returncode == 0 else [*found, verified.stdout]


def result(home: Home, run: str) -> dict[str, Any]:
    """Everything that a run comes to, its name and its costs in time and tokens aside."""
    facts, state = home.facts(run), home.state(run)
    named = ("status", "phases", "iterations", "seed", "best", "nodes", "patches", "lessons")
    return {key: facts[key] for key in named} | {
        "rollouts": facts["spent"]["rollouts"],
        "trees": [node.tree for node in state.dag],
        "test means": [each.means for each in state.tested.values()],
        "results": [
            (each.order, each.result and each.result.outcome, each.result and each.result.score)
            for each in state.rollouts.values()
        ],
    }


def _sealed_at(home: Home) -> int:
    """The record of the seal."""
    with open_viewer(home.folder(UNDISTURBED)) as viewer:
        records = viewer.tail(0, 1_000_000)
    return next(record.seq for record in records if isinstance(record.event, RunSealed))


def _stage(state: RunState) -> str:
    if state.sealed:
        return "in the test"
    return f"in iteration {len(state.iterations)}" if state.iterations else "before the search"


def _arguments(words: Sequence[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=10)
    parser.add_argument("--seed", type=int, default=0)
    return parser.parse_args(words)


if __name__ == "__main__":
    given = _arguments(sys.argv[1:])
    sys.exit(main(given.rounds, given.seed))
