"""An append that waits for its commit."""

import asyncio
from collections.abc import Callable, Sequence
from contextlib import suppress

from saddle_engine.errors import JournalError
from saddle_engine.events import EVENT, AnyEvent, Record
from saddle_runs.records import encode


class Append:
    """Made on the event loop, committed on the journal's thread, heard of on the event loop."""

    def __init__(self, events: Sequence[AnyEvent], at: float) -> None:
        self.bodies = [encode(event) for event in events]
        # The record is what a reader will get, so that folding now and folding later agree.
        self._events = [EVENT.validate_json(body) for body in self.bodies]
        self._at = at
        self._loop = asyncio.get_running_loop()
        self._done: asyncio.Future[list[Record]] = self._loop.create_future()

    def records(self, first: int) -> list[Record]:
        """The events in their place, the first one numbered `first`."""
        return [
            Record(seq=seq, at=self._at, event=event)
            for seq, event in enumerate(self._events, start=first)
        ]

    def succeed(self, records: list[Record]) -> None:
        """They are on disk."""
        self._tell(lambda: self._done.set_result(records))

    def fail(self, reason: str) -> None:
        """They are not, and never will be."""
        self._tell(lambda: self._done.set_exception(JournalError(reason)))

    async def outcome(self) -> list[Record]:
        """Wait for the commit, also while being cancelled: then the events' fate is settled.

        Raises:
            JournalError: they could not be committed.
        """
        cancelled: asyncio.CancelledError | None = None
        while not self._done.done():
            try:
                await asyncio.wait([self._done])
            except asyncio.CancelledError as error:
                cancelled = error
        failed = self._done.exception()
        if cancelled is not None:
            raise cancelled
        if failed is not None:
            raise failed
        return self._done.result()

    def _tell(self, news: Callable[[], None]) -> None:
        # A loop that closed meanwhile has nobody left who waits.
        with suppress(RuntimeError):
            self._loop.call_soon_threadsafe(news)
