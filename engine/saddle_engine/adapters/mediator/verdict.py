"""What came of a rollout, from how it ended."""

from dataclasses import dataclass

from saddle_engine.adapters.mediator.ending import (
    Broke,
    Ending,
    Exited,
    Finished,
    OverLimit,
    TimedOut,
)
from saddle_engine.adapters.mediator.environment import Environment
from saddle_engine.errors import BoxSpent
from saddle_engine.ports import Benchmark, Sandbox, Sandboxes
from saddle_engine.types.boxes import BoxSpec
from saddle_engine.types.rollout import Outcome, RolloutResult, Task, Verdict

DETAIL = 4_000
"""Letters of the verifier's output that are kept."""


@dataclass(frozen=True)
class Judge:
    """Verifies what a harness left in its task box."""

    benchmark: Benchmark
    boxes: Sandboxes
    task: Task
    spec: BoxSpec
    environment: Environment

    async def result(self, ending: Ending, stderr: str) -> RolloutResult:
        """Outcome, score, reason and detail; what was used is not filled in.

        A harness that ran out of time is scored by what it left, if it acted at all. One that
        stopped without a word, asked for more than its limits, or used up a box, scores 0.

        Raises:
            Exception: what `Broke` holds; or the verifier gave no verdict.
        """
        try:
            return await self._result(ending, stderr)
        except BoxSpent as why:
            return _scored(Outcome.FAILED, Verdict(score=0.0, detail=str(why)), stderr, "box_spent")

    async def _result(self, ending: Ending, stderr: str) -> RolloutResult:
        match ending:
            case Finished():
                verdict = await self._verify()
                passed = verdict.score >= self.task.pass_at
                return _scored(Outcome.PASSED if passed else Outcome.FAILED, verdict, stderr)
            case TimedOut():
                verdict = await self._verify() if self.environment.used else Verdict(score=0.0)
                return _scored(Outcome.TIMED_OUT, verdict, stderr, "time_limit")
            case OverLimit(reason):
                return _scored(Outcome.FAILED, Verdict(score=0.0), stderr, reason)
            case Exited(exit_code):
                reason = f"no_finish: exit {exit_code}" if exit_code else "no_finish"
                return _scored(Outcome.FAILED, Verdict(score=0.0), stderr, reason)
            case Broke(error):
                raise error

    async def _verify(self) -> Verdict:
        async def job(box: Sandbox) -> Verdict:
            return await self.benchmark.verify(self.task, self.spec, box, self.boxes)

        verdict: Verdict = await self.environment.do(job)
        return verdict


def _scored(outcome: Outcome, verdict: Verdict, stderr: str, reason: str = "") -> RolloutResult:
    parts = [verdict.detail[-DETAIL:]]
    if stderr:
        parts.append(f"stderr of the harness:\n{stderr}")
    return RolloutResult(
        outcome=outcome,
        score=verdict.score,
        reason=reason,
        detail="\n".join(part for part in parts if part),
    )
