"""An evaluation: one or two harnesses, every task of a split, some attempts at each; no search."""

from dataclasses import dataclass

from saddle_engine import events as ev
from saddle_engine.errors import LimitReached
from saddle_engine.stages.parts import Parts
from saddle_engine.types.base import Tree
from saddle_engine.types.rollout import Purpose, Task
from saddle_engine.types.steering import RunStatus

BATCH = "eval"


@dataclass(frozen=True)
class Evaluation:
    """What an engine does on a run that began with `EvaluationStarted`."""

    parts: Parts

    async def run(self) -> None:
        """Go on from wherever the state is, to `RunFinished`; no attempt is made twice.

        Raises:
            LimitStop: a limit was reached, the run is paused, and nobody waits.
            ExceptionGroup: of `RolloutBroken`; machinery stayed broken after all tries.
            JournalError: an event could not be committed.
        """
        while self.parts.state.status is not RunStatus.DONE:
            try:
                await self.parts.rollouts.run(BATCH, Purpose.EVAL, _pairs(self.parts))
            except LimitReached as reached:
                await self.parts.halts.halt(reached.limit, str(reached))
            else:
                await self.parts.book.append(ev.RunFinished())
                return


def _pairs(parts: Parts) -> list[tuple[Tree, Task]]:
    """Repeat by repeat and task by task, so that drift of the machine meets both harnesses alike."""
    evaluation = parts.state.evaluation
    assert evaluation is not None
    tasks, trees = parts.split(evaluation.split), [each.tree for each in evaluation.harnesses]
    return [(tree, task) for _ in range(evaluation.repeats) for task in tasks for tree in trees]
