"""The log of a run: its records, read by pages on a thread of its own."""

import time
from collections.abc import Callable
from functools import partial
from typing import Protocol

from saddle_engine.errors import JournalError
from saddle_engine.events import Record
from saddle_tui.filtering import matcher
from saddle_tui.text.safe import NOTHING, clean
from saddle_tui.trace.background import Background
from saddle_tui.trace.happened import About, Fields, Happened, happened
from saddle_tui.trace.log_window import LogWindow, Rows

PAGE = 250
"""Records that are read at once; others who read wait no longer than for these."""
SLICE_S = 0.2
"""How long one job reads on while nothing matches."""
BLINK_S = 0.005  # most reading takes less; nobody should see that it was going on
BEHIND = 2_000
"""Records that a window may lie behind the end before it is read anew from there."""


class Records(Protocol):
    """Where records are read; `RunViewer` is one."""

    def tail(self, after: int, limit: int) -> list[Record]:
        """At most so many records that follow record `after`."""
        ...


class Log:
    """Knows what is missing of the window that is looked at."""

    def __init__(self, source: Records, about: About = lambda id_: {}) -> None:
        """A log.

        Args:
            source: of the records.
            about: what is known of a rollout; asked from another thread.
        """
        self.window = LogWindow()
        self._source, self._about = source, about
        self._reader = Background[Callable[[], None]]()
        self._words = ""
        self._newest = 0
        """Number of the run's newest record that is known."""
        self._trouble = NOTHING
        self._time: float | None = None
        """When that was which is looked for."""

    def close(self) -> None:
        """Read nothing more."""
        self._reader.close()

    def shown(self) -> Rows:
        """What there is to see."""
        window = self.window
        searching = bool(self._words) and window.low > 0 and window.bottom < window.height
        return Rows(
            window.shown(), window.cursor, window.tail, window.low, window.high, searching,
            self._trouble,
        )  # fmt: skip

    def move(self, rows: int) -> str:
        """Go so many rows down, or up when negative; whom the record there is about, empty for the run."""
        window = self.window
        if not window.rows:
            return ""
        if window.tail and rows > 0:
            return window.rows[-1].subject
        row = window.move(rows)
        if rows > 0 and row is window.rows[-1] and window.high >= self._newest:
            window.end()
        return row.subject

    def pause(self) -> None:
        """Stay with the records that are shown, or go on with the newest."""
        if not self.window.tail:
            self.window.end()
        elif self.window.rows:
            self.window.move(0)

    def go(self, seq: int) -> None:
        """Go to a record; beyond the last one, to that."""
        window = self.window
        window.tail, window.cursor = False, min(seq, self._newest)
        if window.low < window.cursor <= window.high and window.rows:
            window.stand(window.place())
        else:
            self._begin(max(window.cursor - 1, 0))

    def go_to_time(self, at: float) -> None:
        """Go to the first record that was written at this time or later, in seconds since the epoch."""
        self.window.tail, self._time = False, at

    def refresh(self, newest: int, words: str) -> bool:
        """Take what was read, begin to read what is missing; whether anything looks different.

        Args:
            newest: number of the run's newest record that is known.
            words: what rows must match.
        """
        window = self.window
        changed, self._newest = self._take(), newest
        if words != self._words:
            self._words, changed = words, True
            self._begin(newest if window.tail else max(window.cursor - 1, 0))
        if window.tail and newest - window.high > BEHIND:
            self._begin(newest)
        if self._reader.idle and (job := self._missing()) is not None:
            self._reader.start(job)
            self._reader.wait(BLINK_S)
            changed = self._take() or changed
        return changed

    def settle(self, newest: int, words: str = "") -> None:
        """Read until nothing is missing; for tests and pictures."""
        while self.refresh(newest, words) or not self._reader.idle:
            self._reader.wait()

    def _begin(self, at: int) -> None:
        self.window.begin(at)
        self._trouble = NOTHING

    def _missing(self) -> Callable[[], Callable[[], None]] | None:
        """What should be read next: rows below those that are shown, then a page or two above them."""
        window = self.window
        ahead = len(window.rows) - window.bottom
        if self._trouble:
            return None
        if self._time is not None:
            return partial(self._look_for, self._time, self._newest)
        if window.high < self._newest and (window.tail or ahead < window.height):
            return partial(self._read_later, window.high, self._words)
        if window.low > 0 and window.bottom < 2 * window.height:
            return partial(self._read_earlier, window.low, self._words)
        return None

    def _look_for(self, at: float, last: int) -> Callable[[], None]:
        low, high = 0, max(last - 1, 0)
        while low < high:
            middle = (low + high) // 2
            (record,) = self._source.tail(middle, 1)
            low, high = (middle + 1, high) if record.at < at else (low, middle)
        return partial(self._found, low + 1)

    def _found(self, seq: int) -> None:
        self._time = None
        self.go(seq)

    def _read_later(self, high: int, words: str) -> Callable[[], None]:
        at, found, until = high, list[Happened](), time.monotonic() + SLICE_S
        while records := self._source.tail(at, PAGE):
            found += self._matching(records, words)
            at = records[-1].seq
            if len(found) >= self.window.height or time.monotonic() > until:
                break
        return partial(self._add_later, high, words, found, at)

    def _add_later(self, high: int, words: str, found: list[Happened], at: int) -> None:
        if (high, words) == (self.window.high, self._words):
            self.window.add_later(found, at)

    def _read_earlier(self, low: int, words: str) -> Callable[[], None]:
        at, found, until = low, list[Happened](), time.monotonic() + SLICE_S
        while at > 0:
            begin = max(at - PAGE, 0)
            found[:0] = self._matching(self._source.tail(begin, at - begin), words)
            at = begin
            if len(found) >= 2 * self.window.height or time.monotonic() > until:
                break
        return partial(self._add_earlier, low, words, found, at)

    def _add_earlier(self, low: int, words: str, found: list[Happened], at: int) -> None:
        if (low, words) == (self.window.low, self._words):
            self.window.add_earlier(found, at)

    def _matching(self, records: list[Record], words: str) -> list[Happened]:
        matches = matcher(words)
        found = (each for each in records if not words or matches(Fields(each, self._about)))
        return [happened(each, self._about) for each in found]

    def _take(self) -> bool:
        match self._reader.take():
            case None:
                return False
            case JournalError() as error:
                self._trouble = clean(f"the journal cannot be read: {error}")
            case done:
                done()
        return True
