"""What the engine itself costs, per rollout and per iteration, at 100 and at 1,000 iterations.

`python -m tests.bench.overhead [--iterations N ...] [--repeats R]` runs whole searches with the real loop, stages,
agents and journal, where models answer at once, boxes do nothing and rollouts are one exchange. It
prints process CPU time, the median of the repeats, each in a process of its own, and exits 1 when the
longest run costs more than 1.2 times as much per iteration, or per rollout, as the shortest.
"""

import argparse
import asyncio
import multiprocessing
import sys
import tempfile
import time
from pathlib import Path
from statistics import median

from saddle_engine.adapters.clock import SystemClock
from saddle_engine.loop import Loop
from saddle_engine.stages.book import Book
from saddle_engine.state import RunState
from saddle_engine.testing import uses
from saddle_engine.types.draws import draw
from saddle_engine.types.model import ModelReply, Request, Usage
from saddle_engine.types.rollout import RolloutOrder
from saddle_runs.folder import create_run
from saddle_runs.journal import RunJournal
from tests.engine.loop_rig import CONFIG, Block, RuleOptimizer, World, proposal

ALLOWED = 1.2
TRAIN, MINIBATCH = 12, 3


class Optimizer(RuleOptimizer):
    """Answers at once: another text for one file of the harness."""

    async def reply(self, request: Request, draw: int, heard: object = None) -> ModelReply:
        reply = await super().reply(request, draw)
        self.requests.clear()
        return reply.model_copy(update={"usage": Usage()})

    def _diagnosis(self, iteration: int, first: str, turn: int) -> list[Block]:
        if "phase: capability" in first:
            args = ("tools/one.py", f"NUMBER = {iteration}\n", "tool", "new_tool", "capability")
        else:
            args = ("prompts/one.md", f"{iteration}\n", "prompt", "rule_addition", "steering")
        return [uses("propose_patch", **proposal(*args))]


class Long(World):
    """A world in which a third of all rollouts pass, whatever the harness."""

    def score(self, order: RolloutOrder) -> float:
        return float(draw(order.tree, order.task) % 3 == 0)


def measured(iterations: int) -> dict[str, float]:
    """Process CPU seconds of one run, and what it did."""
    with tempfile.TemporaryDirectory(prefix="saddle-overhead-") as folder:
        world = Long(
            Path(folder) / "private",
            train=tuple(f"train-{number}" for number in range(TRAIN)),
            dev=tuple(f"dev-{number}" for number in range(4)),
            minibatch=MINIBATCH,
            epochs=iterations * MINIBATCH // TRAIN,
            concurrency=4,
        )
        world.optimizer = Optimizer({}, {})
        run = create_run(Path(folder) / "home", "long", SystemClock())
        with RunJournal(run.database, SystemClock()) as journal:
            return asyncio.run(_run(world, journal))


async def _run(world: World, journal: RunJournal) -> dict[str, float]:
    journal.put(CONFIG)
    await journal.append(world.started())
    async with Book(journal, RunState().fold(journal.read())) as book:
        begun = time.process_time()
        await Loop(world.parts(book, journal)).run()
        seconds = time.process_time() - begun
    state = book.state
    return {
        "iterations": len(state.iterations),
        "rollouts": state.spent_rollouts,
        "nodes": len(state.dag),
        "records": state.seq,
        "seconds": seconds,
    }


def _median(iterations: int, repeats: int) -> dict[str, float]:
    processes = multiprocessing.get_context("spawn")
    with processes.Pool(1, maxtasksperchild=1) as pool:
        runs = [pool.apply(measured, (iterations,)) for _ in range(repeats)]
    return runs[0] | {"seconds": median(run["seconds"] for run in runs)}


def main(sizes: list[int], repeats: int) -> int:
    """Print a line a size and the verdict; the exit code."""
    costs: dict[str, list[float]] = {"iteration": [], "rollout": []}
    for size in sizes:
        run = _median(size, repeats)
        for unit, values in costs.items():
            values.append(1000 * run["seconds"] / run[f"{unit}s"])
        facts = ", ".join(f"{run[name]:.0f} {name}" for name in ("rollouts", "nodes", "records"))
        each = ", ".join(f"{values[-1]:.2f} ms a {unit}" for unit, values in costs.items())
        print(f"{size:>6} iterations: {each} ({facts}, {run['seconds']:.1f} s)", flush=True)
    ratios = {unit: values[-1] / values[0] for unit, values in costs.items()}
    for unit, ratio in ratios.items():
        print(f"per {unit}: {ratio:.2f} times (at most {ALLOWED})")
    return 1 if max(ratios.values()) > ALLOWED else 0


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--iterations", type=int, nargs="+", default=[100, 1000])
    parser.add_argument("--repeats", type=int, default=3)
    return parser.parse_args()


if __name__ == "__main__":
    given = _arguments()
    sys.exit(main(given.iterations, given.repeats))
