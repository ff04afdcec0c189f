"""A made-up run as a folder on disk: at once, or as an engine would write it."""

import asyncio
import itertools
import time
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

from saddle_engine import events as ev
from saddle_engine.adapters.clock import SystemClock
from saddle_engine.types.base import Digest
from saddle_runs.blobs import digest_of, write_blob
from saddle_runs.database import open_writer
from saddle_runs.folder import RunFolder, create_run, free_name
from saddle_runs.journal import RunJournal
from saddle_runs.lock import hold
from saddle_runs.records import encode, text
from saddle_runs.schemas import RUN
from tests.synthetic.harnesses import Lineage
from tests.synthetic.plot import Plot
from tests.synthetic.shape import Shape
from tests.synthetic.words import Words

AT_ONCE = 10_000
PACE = 20.0
"""Events in a second of a run's past."""
TICKS = 20
"""Appends in a second of a live run, as its engine groups them."""


class MadeUp:
    """A run whose events are written bit by bit."""

    def __init__(self, home: Path, shape: Shape, name: str = "made-up") -> None:
        """Make its folder and its harnesses; the journal is still empty."""
        self.folder: RunFolder = create_run(home, free_name(home, name), SystemClock())
        lineage = Lineage()
        lineage.draw(shape)
        lineage.commit(self.folder.store)
        self._blobs: dict[Digest, bytes] = {}
        plot = Plot(shape, lineage, Words(shape), self._put)
        self._events = plot.events(self.folder.id, self.folder.name)
        self._seq = 0

    def write(self, events: int | None = None) -> int:
        """Write so many more events at once, or all; how many there are now."""
        wanted = itertools.islice(self._events, events)
        began = SystemClock().now() - (events or 0) / PACE
        with closing(open_writer(self.folder.database, RUN)) as connection:
            connection.execute("PRAGMA synchronous=OFF")
            while some := list(itertools.islice(wanted, AT_ONCE)):
                connection.execute("BEGIN")
                for digest, content in self._blobs.items():
                    write_blob(connection, digest, content)
                connection.executemany(
                    "INSERT INTO journal VALUES (?, ?, ?, ?, ?)", self._rows(some, began)
                )
                connection.execute("COMMIT")
                self._blobs.clear()
        return self._seq

    def live(self, events_per_second: float, seconds: float) -> int:
        """Append as an engine at work, with heartbeats and live lines; how many were appended."""
        with (
            hold(self.folder.lock, SystemClock()),
            RunJournal(self.folder.database, SystemClock()) as journal,
        ):
            return asyncio.run(self._append(journal, events_per_second, seconds))

    async def _append(self, journal: RunJournal, rate: float, seconds: float) -> int:
        began, done = time.monotonic(), 0
        while (now := time.monotonic() - began) < seconds:
            some = list(itertools.islice(self._events, max(0, int(now * rate) - done)))
            if not some and rate * now - done >= 1:
                break  # the run is at its end
            for content in self._blobs.values():
                journal.put(content)
            self._blobs.clear()
            if some:
                await journal.append(*some)
            for subject in {event.subject for event in some} - {""}:
                journal.show(subject, f"thinks about event {done} and goes on reading ")
            done += len(some)
            await asyncio.sleep(1 / TICKS)
        return done

    def _rows(
        self, events: list[ev.AnyEvent], began: float
    ) -> Iterator[tuple[int, float, str, str, str]]:
        for event in events:
            self._seq += 1
            at = began + self._seq / PACE
            yield self._seq, at, event.kind, text(event.subject), encode(event)

    def _put(self, content: str) -> Digest:
        data = content.encode("utf-8", "replace")
        digest = digest_of(data)
        self._blobs[digest] = data
        return digest
