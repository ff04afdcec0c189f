"""One run from the seed to the test; every step looks at the state first, so that resume is replay."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial

from saddle_engine import events as ev
from saddle_engine.errors import LimitReached
from saddle_engine.stages.approval import approved, left, patch_of
from saddle_engine.stages.beginning import begin, sealed
from saddle_engine.stages.devgate import admit
from saddle_engine.stages.diagnosis import propose
from saddle_engine.stages.evolution import choose
from saddle_engine.stages.minibatch import check, passed, run_before
from saddle_engine.stages.parts import Parts
from saddle_engine.stages.reflection import reflect
from saddle_engine.stages.rollouts import Results
from saddle_engine.stages.seed import evaluate_seed
from saddle_engine.stages.shadow import shadow
from saddle_engine.stages.test import evaluate_test
from saddle_engine.state import Iteration, RunState
from saddle_engine.types.patch import PatchStatus
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
        parts = self.parts
        await evaluate_seed(parts)
        try:
            while not parts.state.sealed:
                await self._safe_point()
                await self._step()
        except _Sealing:
            why = "sealed by the operator"
            await parts.book.decide(lambda state: [sealed(parts, state, why)])

    async def _step(self) -> None:
        """An iteration, a vetoed patch that is measured, or what comes between."""
        if opened := self._open_iteration():
            await self._iterate(opened)
        elif self.parts.state.due or not await shadow(self.parts):
            await self.parts.book.decide(partial(begin, self.parts))

    async def _unpaused(self) -> None:
        await self.parts.book.until(
            lambda state: not state.still or (state.seal_asked and state.aborted is None)
        )

    async def _safe_point(self) -> None:
        """Where an operator's word takes effect: between two steps of an iteration."""
        await self._unpaused()
        if self.parts.state.seal_asked:
            raise _Sealing

    def _open_iteration(self) -> Iteration | None:
        iterations = self.parts.state.iterations
        newest = iterations.get(len(iterations))
        return newest if newest and newest.outcome is None else None

    async def _iterate(self, iteration: Iteration) -> None:
        while iteration.outcome is None:
            outcome = await self._outcome(iteration)
            await self.parts.book.decide(partial(_finished, iteration, outcome))

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
        going_on = await approved(parts, iteration)
        await self._safe_point()
        if not going_on:
            return left(parts.state, iteration) or "deferred"
        return await self._judged(iteration, before)

    async def _judged(self, iteration: Iteration, before: Results) -> ev.IterationOutcome:
        parts, patch = self.parts, patch_of(self.parts.state, iteration)
        if await check(parts, iteration, patch, before):
            await self._safe_point()
            await admit(parts, iteration, patch)
        await reflect(parts, iteration, patch, before)
        return "admitted" if patch.status is PatchStatus.ADMITTED else "declined"


def _finished(
    iteration: Iteration, outcome: ev.IterationOutcome, state: RunState
) -> Sequence[ev.AnyEvent]:
    """The end of an iteration; none when a patch that was to be left has returned meanwhile."""
    if outcome in {"vetoed", "deferred"} and left(state, iteration) != outcome:
        return []
    return [ev.IterationFinished(iteration=iteration.started.iteration, outcome=outcome)]
