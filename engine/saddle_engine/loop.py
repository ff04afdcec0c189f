"""One run from the seed to the test; every step looks at the state first, so that resume is replay."""

from dataclasses import dataclass

from saddle_engine import events as ev
from saddle_engine.errors import LimitReached
from saddle_engine.stages.approval import approved
from saddle_engine.stages.devgate import admit
from saddle_engine.stages.diagnosis import propose
from saddle_engine.stages.evolution import choose
from saddle_engine.stages.minibatch import check, passed, run_before
from saddle_engine.stages.parts import Parts
from saddle_engine.stages.reflection import reflect
from saddle_engine.stages.seed import evaluate_seed
from saddle_engine.stages.test import evaluate_test
from saddle_engine.state import Iteration
from saddle_engine.types.rollout import Split
from saddle_engine.types.steering import RunStatus


class _Sealing(Exception):
    """The operator asked to seal: leave the iteration."""


@dataclass(frozen=True)
class Loop:
    """The search and what follows it."""

    parts: Parts

    async def run(self) -> None:
        """Go on from wherever the state is, to `RunFinished`.

        Raises:
            LimitStop: a limit was reached, the run is paused, and nobody waits.
            ExceptionGroup: of `RolloutBroken`; machinery stayed broken after all tries.
            ModelError, JournalError, SandboxError: an agent, the journal or a check box failed.
        """
        if self.parts.state.status is RunStatus.DONE:
            return
        while not self.parts.state.sealed:
            try:
                await self._search()
            except LimitReached as reached:
                await self.parts.halts.halt(reached.limit, str(reached))
        await evaluate_test(self.parts)
        await self.parts.book.append(ev.RunFinished())

    async def _search(self) -> None:
        await evaluate_seed(self.parts)
        try:
            while not (reason := self._stopping()):
                await self._iterate(await self._begin())
        except _Sealing:
            reason = "sealed by the operator"
        by = "operator" if self.parts.state.seal_asked else "policy"
        best = self.parts.policy.ranking.best(self.parts.state.dag)
        await self.parts.book.append(ev.RunSealed(by=by, reason=reason, best=best))

    async def _unpaused(self) -> None:
        await self.parts.book.until(
            lambda state: state.status is not RunStatus.PAUSED or state.seal_asked
        )

    async def _safe_point(self) -> None:
        """Where an operator's word takes effect: between two steps of an iteration."""
        await self._unpaused()
        if self.parts.state.seal_asked:
            raise _Sealing

    def _stopping(self) -> str:
        """Why the policy ends the search; it has a say between two iterations only."""
        if self._open_iteration():
            return ""
        return self.parts.policy.stopping.reason(self.parts.state) or ""

    def _open_iteration(self) -> Iteration | None:
        iterations = self.parts.state.iterations
        newest = iterations.get(len(iterations))
        return newest if newest and newest.outcome is None else None

    async def _begin(self) -> Iteration:
        await self._safe_point()
        if opened := self._open_iteration():
            return opened
        state, parts = self.parts.state, self.parts
        number = len(state.iterations)
        train = [task.id for task in parts.split(Split.TRAIN)]
        batch = parts.policy.sampling.draw(train, number + 1, parts.seed)
        events: list[ev.AnyEvent] = []
        if phase := parts.policy.phases.next(state, batch.epoch):
            why = f"epoch {batch.epoch} begins"
            events.append(ev.PhaseSwitched(phase=phase, by="policy", reason=why))
        started = ev.IterationStarted(iteration=number + 1, epoch=batch.epoch, tasks=batch.tasks)
        await parts.book.append(*events, started)
        return state.iterations[number + 1]

    async def _iterate(self, iteration: Iteration) -> None:
        outcome = await self._outcome(iteration)
        number = iteration.started.iteration
        await self.parts.book.append(ev.IterationFinished(iteration=number, outcome=outcome))

    async def _outcome(self, iteration: Iteration) -> ev.IterationOutcome:
        parts = self.parts
        await choose(parts, iteration)
        await self._safe_point()
        before = await run_before(parts, iteration)
        if passed(before):
            return "nothing_to_learn"
        await self._safe_point()
        patch = await propose(parts, iteration, before)
        if patch is None:
            return "no_proposal"
        if patch.proposed.commit is None:
            return "refused"
        if not await approved(parts, patch):
            await self._safe_point()
            return "vetoed"
        await self._safe_point()
        better = await check(parts, iteration, patch, before)
        if better:
            await self._safe_point()
            await admit(parts, iteration, patch)
        await reflect(parts, iteration, patch, before)
        return "admitted" if better else "declined"
