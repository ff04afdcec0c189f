"""The limit of hours: only time in which an engine works and is not paused is counted."""

from saddle_engine.ledger import HOUR_S
from saddle_engine.ports import Clock
from saddle_engine.stages.book import Book
from saddle_engine.stages.halting import Halts

LOOK_S = 1.0


async def watch_hours(book: Book, halts: Halts, clock: Clock) -> None:
    """Pause the run when its hours are used up; until cancelled.

    Raises:
        LimitStop: nobody waits.
    """
    while True:
        hours = book.state.limits.get("hours")
        if hours is not None and worked_s(book, clock) >= hours * HOUR_S:
            await halts.halt("hours", f"the limit of {hours:g} hours is used up")
        await clock.sleep(LOOK_S)


def worked_s(book: Book, clock: Clock) -> float:
    """Seconds so far, those since the last record included."""
    since = max(0.0, clock.now() - book.state.at) if book.state.working else 0.0
    return book.state.worked_s + since
