"""One rollout behind its door: recorded answers first, then live ones, within limits, to one end."""

import asyncio
from collections import Counter
from collections.abc import Callable, Sequence
from contextlib import nullcontext

from saddle_engine.adapters.mediator.allowance import Allowance
from saddle_engine.adapters.mediator.asking import Ask, Refused
from saddle_engine.adapters.mediator.elapsed import Elapsed
from saddle_engine.adapters.mediator.ending import (
    Broke,
    Ending,
    Exited,
    Finished,
    TimedOut,
)
from saddle_engine.adapters.mediator.live import Live
from saddle_engine.adapters.mediator.tape import Tape
from saddle_engine.coupling.cursor import Cursor, Miss
from saddle_engine.errors import RolloutBroken, SaddleError
from saddle_engine.types.price import Bound
from saddle_engine.types.rollout import RolloutLimits
from saddle_engine.types.wire import Door, Exchange

HOLD_S = 30.0
"""How long a recorded act waits for those before it, of other lanes; on a loaded machine too."""

Call = asyncio.Task[Exchange | Refused]


class Session:
    """Answers the requests of one rollout; `ended` says how it ended, once."""

    def __init__(
        self,
        *,
        limits: RolloutLimits,
        recording: Sequence[Exchange],
        tape: Tape,
        live: Live,
        elapsed: Elapsed,
        group: asyncio.TaskGroup,
        show: Callable[[str], None],
    ) -> None:
        self._limits = limits
        self._cursor = Cursor(recording)
        self._tape = tape
        self._live = live
        self._elapsed = elapsed
        self._group = group
        self._show = show
        self._calls: set[Call] = set()
        self._left: list[tuple[Ask, Call]] = []
        self._made: Counter[str] = Counter()
        self._allowance = Allowance(limits, tape, live.order)
        self._taken = asyncio.Event()
        self.ended: asyncio.Future[Ending] = asyncio.get_running_loop().create_future()

    async def ask(self, ask: Ask) -> Exchange:
        """The committed answer to one checked request.

        A live answer belongs to the rollout, not to the connection: when the client goes away the
        work goes on, and whoever asks the same again gets its result.

        Raises:
            Refused: 409 after `finish`, 410 when the rollout has ended otherwise.
        """
        self._check_open()
        call = self._adopt(ask)
        if call is None:
            if recorded := await self._recorded(ask):
                return recorded
            call = self._begin(ask)
        try:
            answer = await asyncio.shield(call)
        except asyncio.CancelledError:
            if call.cancelled():
                raise self._refusal() from None
            self._left.append((ask, call))
            raise
        if isinstance(answer, Refused):
            raise answer
        return answer

    def end(self, ending: Ending) -> None:
        """Close both doors; the first ending counts. What is still being answered is given up."""
        if self.ended.done():
            return
        self.ended.set_result(self._judged(ending))
        self._wake()
        for call in self._calls - {asyncio.current_task()}:
            call.cancel()

    @property
    def seconds_left(self) -> float:
        """Until the rollout's seconds are used up; 0 or less when they are."""
        return self._limits.seconds - self._elapsed.now()

    @property
    def timed_out(self) -> bool:
        """The seconds are used up, and no try is under way that may give some back."""
        return self.seconds_left <= 0 and not self._elapsed.tries

    @property
    def total(self) -> float:
        """The rollout's clock at the last answer."""
        return self._elapsed.total

    def time_of(self, exchange: Exchange) -> float:
        """The rollout's clock at an answer."""
        return self._tape.time_of(exchange)

    def _judged(self, ending: Ending) -> Ending:
        """A rollout that stops before its own recording does differs from it."""
        if isinstance(ending, Exited | TimedOut) and (left := self._cursor.unrepeated) is not None:
            return Broke(RolloutBroken(f"it ended before request {left} of its recording"))
        return ending

    def _check_open(self) -> None:
        if self.ended.done():
            raise self._refusal()

    def _refusal(self) -> Refused:
        if self.ended.done() and isinstance(self.ended.result(), Finished):
            return Refused(409, "finished", "nothing can be asked after finish")
        return Refused(410, "ended", "the rollout is being ended")

    def _adopt(self, ask: Ask) -> Call | None:
        """Work that was begun for the same request and whose client is gone."""
        for left in self._left:
            if (left[0].door, left[0].lane, left[0].key) == (ask.door, ask.lane, ask.key):
                self._left.remove(left)
                return left[1]
        return None

    async def _recorded(self, ask: Ask) -> Exchange | None:
        while (taken := self._cursor.take(ask.door, ask.lane, ask.key)) is Miss.HELD:
            await self._next_taken()
            self._check_open()
        if taken is Miss.EXHAUSTED:
            return None
        if isinstance(taken, Miss):
            self.end(Broke(RolloutBroken(f"{self._where(ask)} differs from the recording")))
            raise self._refusal()
        self._wake()
        self._tape.replay(taken)
        self._made[ask.lane] += ask.door is Door.MODEL
        if ask.door is Door.FINISH:
            self.end(Finished(ask.body.get("output")))
        return taken

    def _wake(self) -> None:
        self._taken.set()
        self._taken = asyncio.Event()

    async def _next_taken(self) -> None:
        try:
            async with asyncio.timeout(HOLD_S):
                await self._taken.wait()
        except TimeoutError:
            self.end(Broke(RolloutBroken("acts of another lane were not asked again")))

    def _where(self, ask: Ask) -> str:
        lane = f" of lane {ask.lane!r}" if ask.lane else ""
        return f"request {self._cursor.differs_at}{lane} (now {ask.door})"

    def _begin(self, ask: Ask) -> Call:
        call = self._group.create_task(self._answer(ask, self._made[ask.lane]))
        self._made[ask.lane] += ask.door is Door.MODEL
        self._calls.add(call)
        call.add_done_callback(self._calls.discard)
        return call

    async def _answer(self, ask: Ask, made: int) -> Exchange | Refused:
        """Never raises what the harness caused or machinery: that is a value, or an ending."""
        worst = self._live.bound(ask) if ask.door is Door.MODEL else None
        if over := await self._over(worst):
            self.end(over)
            return self._refusal()
        self._show(ask.line(self._tape.steps))
        try:
            with self._allowance.aside(worst) if worst else nullcontext():
                reply = await self._live.answer(ask, made, self._allowance.lose)
                exchange = await self._tape.record(ask, reply)
        except SaddleError as error:
            self.end(Broke(error))
            return self._refusal()
        if ask.door is Door.FINISH:
            self.end(Finished(ask.body.get("output")))
        return exchange

    async def _over(self, worst: Bound | None) -> Ending | None:
        """Count a live request of the model, at its worst; what the rollout ends with instead."""
        if self.seconds_left <= 0:
            return TimedOut()
        return await self._allowance.take(worst) if worst else None
