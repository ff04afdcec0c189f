"""Batches of rollouts: planned whole or not at all, run a few at a time, never scored when broken."""

import asyncio
from collections import Counter
from collections.abc import Sequence

from saddle_engine import events as ev
from saddle_engine.errors import RolloutBroken
from saddle_engine.ledger import require
from saddle_engine.ports import Blobs, HarnessRunner
from saddle_engine.stages.book import Book
from saddle_engine.stages.granting import Heeding, grant, wished
from saddle_engine.stages.recording import lost, recording, to_event
from saddle_engine.state import Rollout, RunState
from saddle_engine.types.base import RolloutId, TaskId, Tree
from saddle_engine.types.rollout import Outcome, Purpose, RolloutOrder, RolloutResult, Task
from saddle_engine.types.wire import Exchange

MAX_TRIES = 3

Results = list[tuple[RolloutOrder, RolloutResult]]


class Rollouts:
    """Runs batches through a `HarnessRunner`, at most `concurrency` rollouts at a time."""

    def __init__(self, book: Book, blobs: Blobs, runner: HarnessRunner, concurrency: int) -> None:
        self._book = book
        self._blobs = blobs
        self._runner = runner
        self._slots = asyncio.Semaphore(concurrency)

    async def run(
        self,
        batch: str,
        purpose: Purpose,
        pairs: Sequence[tuple[Tree, Task]],
        iteration: int = 0,
    ) -> Results:
        """All results of a batch in plan order; what an earlier engine finished is not run again.

        Raises:
            LimitReached: the batch does not fit and was not begun.
            ExceptionGroup: of `RolloutBroken`; a rollout stayed broken after all tries.
        """
        async with self._book.deciding:
            if batch not in self._book.state.batches:
                await self.plan(batch, purpose, pairs, iteration)
        while left := self._left(batch):
            await self._finish_all(left)
            await self._book.append()  # what was asked for until now stands in the state then
        results = self._book.state.batch_results(batch)
        assert results is not None
        return results

    async def plan(
        self, batch: str, purpose: Purpose, pairs: Sequence[tuple[Tree, Task]], iteration: int
    ) -> None:
        """Journal a new batch; `Book.deciding` is held, so that no word of an operator crosses it.

        Raises:
            LimitReached: it does not fit.
        """
        state = self._book.state
        require(state, purpose, len(pairs))
        ahead: Counter[tuple[Tree, TaskId]] = Counter()
        planned: list[ev.RolloutPlanned] = []
        for number, (tree, task) in enumerate(pairs, start=state.spent_rollouts + 1):
            ahead[tree, task.id] += 1
            planned.append(
                ev.RolloutPlanned(
                    batch=batch,
                    rollout=RolloutId(f"r{number}"),
                    tree=tree,
                    task=task.id,
                    split=task.split,
                    attempt=state.attempts[tree, task.id] + ahead[tree, task.id],
                )
            )
        head = ev.BatchPlanned(
            batch=batch, purpose=purpose, iteration=iteration, rollouts=len(planned)
        )
        await self._book.append(head, *planned)

    def _left(self, batch: str) -> list[RolloutId]:
        """Those that have no outcome, or are to be run anew."""
        state = self._book.state
        return [each for each in state.batches[batch].rollouts if _due(state, each)]

    async def _finish_all(self, rollouts: Sequence[RolloutId]) -> None:
        heeding = Heeding(self._book)
        async with asyncio.TaskGroup() as group:
            watch = group.create_task(heeding.watch())
            work = [group.create_task(self._finish(each, heeding), name=each) for each in rollouts]
            await asyncio.wait(work)
            watch.cancel()

    async def _finish(self, rollout: RolloutId, heeding: Heeding) -> None:
        """To its outcome. One that was cancelled may be asked for again while others are at work."""
        state = self._book.state.rollouts[rollout]
        while _due(self._book.state, rollout):
            if state.result is None:
                await heeding.unless_wished(rollout, lambda: self._work(state))
            await grant(self._book, rollout)
            await self._book.until(lambda run: _due(run, rollout) or _over(run, rollout))

    async def _work(self, state: Rollout) -> None:
        async with self._slots:
            for left in reversed(range(MAX_TRIES)):
                await self._book.until(lambda run: not run.still)
                if wished(self._book.state, state.order.rollout):
                    return
                try:
                    await self._try(state)
                    break
                except RolloutBroken as trouble:
                    await self._note_broken(state, trouble, left)

    async def _note_broken(self, state: Rollout, trouble: RolloutBroken, left: int) -> None:
        """Journal it; give up when no try is left (another engine has all its tries again)."""
        rollout, reason = state.order.rollout, str(trouble)
        await self._book.append(ev.RolloutBroke(rollout=rollout, tries=state.tries, reason=reason))
        if not left and not wished(self._book.state, rollout):
            raise RolloutBroken(
                f"{rollout} (task {state.order.task}) was broken {state.broke} times: {reason}"
            ) from trouble

    async def _try(self, state: Rollout) -> None:
        rollout = state.order.rollout
        if state.tries == state.broke:
            await self._book.append(ev.RolloutStarted(rollout=rollout, tries=state.tries + 1))
        try:
            with self._book.hands.at_work(rollout):
                result = await self._run_once(state.order, state.tries)
        finally:
            self._book.hide(rollout)
        detail = self._blobs.put(result.detail.encode(errors="replace")) if result.detail else None
        fields = result.model_dump(exclude={"detail"})
        async with self._book.deciding:  # what has an outcome cannot be asked for any more
            await self._book.append(ev.RolloutFinished(rollout=rollout, detail=detail, **fields))

    async def _run_once(self, order: RolloutOrder, tries: int) -> RolloutResult:
        async def answered(exchange: Exchange) -> None:
            await self._book.append(to_event(order.rollout, tries, exchange, self._blobs))

        records = self._book.read(subject=order.rollout)
        earlier = recording(records, tries, self._blobs)
        now = order.model_copy(update={"tries": tries, **lost(records, order.rollout, tries)})
        return await self._runner.run(now, earlier, answered)


def _due(state: RunState, rollout: RolloutId) -> bool:
    """It has no outcome, or is to be run anew."""
    return state.rollouts[rollout].result is None or wished(state, rollout)


def _over(state: RunState, rollout: RolloutId) -> bool:
    """Nothing can come of it any more: it has a result, or its whole batch has ended."""
    known = state.rollouts[rollout]
    scored = known.result is not None and known.result.outcome is not Outcome.CANCELLED
    return scored or state.batch_results(known.batch) is not None
