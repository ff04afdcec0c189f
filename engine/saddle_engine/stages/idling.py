"""An engine that can do nothing and that nobody watches ends by itself: on a shared machine it takes room."""

from collections.abc import Callable

from saddle_engine.ports import Clock
from saddle_engine.stages.book import Book
from saddle_engine.state import RunState
from saddle_engine.types.patch import PatchStatus
from saddle_engine.types.steering import RunStatus

LOOK_S = 1.0
STEP_S = 5.0
"""At most so much counts between two looks: an engine that stood still itself could be reached by nobody."""
IDLE = "idle: "
"""So begins what such an engine says when it leaves."""


class IdleStop(Exception):
    """Nothing can be done before somebody comes; whoever does resumes the run."""


async def watch_idleness(
    book: Book, hours: float, watched: Callable[[], bool], clock: Clock
) -> None:
    """End the engine once it has waited for a person for so long, alone; until cancelled.

    Args:
        book: the run's.
        hours: 0 waits for ever.
        watched: whether anybody looks at the run.
        clock: on which the hours are counted.

    Raises:
        IdleStop: the time is over.
    """
    seen, idle_s, before = -1, 0.0, clock.monotonic()
    while hours:
        now = clock.monotonic()
        idle = seen == book.state.seq and rests(book) and not watched()
        idle_s = idle_s + min(now - before, STEP_S) if idle else 0.0
        seen, before = book.state.seq, now
        if idle_s >= hours * 3600:
            waits = awaits(book.state)
            raise IdleStop(f"{IDLE}{waits}, and nobody watched for {_span(hours)}")
        await clock.sleep(LOOK_S)


def rests(book: Book) -> bool:
    """Nothing is under way, and nothing will be before a person has done something."""
    wishes, state = book.state.wishes, book.state
    asked = wishes.edits or wishes.rollouts or state.books.reserved
    return bool(awaits(state)) and not asked and book.hands.free


def awaits(state: RunState) -> str:
    """What a run waits for that only a person can do; empty while it goes on by itself."""
    if state.status is RunStatus.PAUSED and state.paused is not None:
        by = state.paused.by
        return "the run is paused" if by == "operator" else state.paused.reason
    newest = state.iterations.get(len(state.iterations))
    if newest is None or newest.outcome is not None or newest.patch is None or state.seal_asked:
        return ""
    patch = state.patches[newest.patch]
    waits = patch.status is PatchStatus.HELD and not patch.aside
    return f"{newest.patch} waits for the operator" if waits else ""


def _span(hours: float) -> str:
    return f"{hours:g} h" if hours >= 1 else f"{hours * 60:.2g} min"
