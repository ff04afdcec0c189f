"""A transcript that is scrolled: pages are read before they are needed, and let go behind."""

from collections.abc import Callable
from dataclasses import replace
from functools import partial

from saddle_tui.text.safe import clean
from saddle_tui.trace.reader import Page, Recordings, read_earlier, read_later, read_newest
from saddle_tui.trace.transcript import Transcript, height

Job = Callable[[], Callable[[], None]]
"""Reads on a thread of its own; what it returns is done on the screen's."""

FAR = 1_000_000  # rows; more than a window has


class Window:
    """Knows what is missing of the transcript that is looked at."""

    def __init__(self, source: Recordings) -> None:
        self.transcript = Transcript()
        self.scroll = 0
        """Rows back from the end of the transcript."""
        self.width, self.height = 80, 20
        """Of the pane that shows it."""
        self._source = source
        self._following = True
        self._heard = 0

    def move(self, rows: int) -> None:
        """Back by so many rows, forward when negative; stops at both ends."""
        most = max(self.transcript.reach(self.width, FAR) - self.height, 0)
        self.scroll = min(max(self.scroll + rows, 0), most)
        self._following = self.scroll == 0 and not self.transcript.later

    def end(self) -> None:
        """To the newest words, and on with them."""
        self.scroll, self._following = 0, True

    def hear(self, subject: str, seq: int) -> None:
        """Note that there is a record."""
        if subject == self.transcript.subject:
            self._heard = seq

    def missing(self, subject: str) -> Job | None:
        """What should be read next."""
        shown = self.transcript
        if subject != shown.subject or (self._following and shown.later):
            return partial(self._read_newest, subject)
        if shown.later and self.scroll < self.height:
            return partial(self._read_later, shown)
        if not shown.later and self._heard > shown.last:
            return partial(self._read_later, shown)
        wanted = self.scroll + 2 * self.height
        if shown.earlier and shown.reach(self.width, wanted) < wanted:
            return partial(self._read_earlier, shown)
        return None

    def fail(self, subject: str, reason: str) -> None:
        """Say why nothing more is shown; it is not tried again until something else is looked at."""
        kept = self.transcript if subject == self.transcript.subject else Transcript(subject)
        self.transcript = replace(kept, earlier=False, later=False, trouble=clean(reason))
        self._heard = 0

    def _read_newest(self, subject: str) -> Callable[[], None]:
        page = read_newest(self._source, subject)
        return partial(self._show_newest, subject, page)

    def _show_newest(self, subject: str, page: Page) -> None:
        self.transcript = Transcript(subject, page.entries, earlier=page.full)
        self._heard = self.transcript.last

    def _read_later(self, shown: Transcript) -> Callable[[], None]:
        page = read_later(self._source, shown.subject, shown.last)
        return partial(self._show_later, shown, page)

    def _show_later(self, shown: Transcript, page: Page) -> None:
        if shown is self.transcript:
            self.transcript = shown.after(page)
            self._heard = self.transcript.last
            if not self._following:  # the same words stay where they are
                self.scroll += height(page.entries, self.width, FAR)

    def _read_earlier(self, shown: Transcript) -> Callable[[], None]:
        page = read_earlier(self._source, shown.subject, shown.first)
        return partial(self._show_earlier, shown, page)

    def _show_earlier(self, shown: Transcript, page: Page) -> None:
        if shown is self.transcript:
            self.transcript = shown.before(page)
            let_go = [entry for entry in shown.entries if entry.seq > self.transcript.last]
            self.scroll = max(self.scroll - height(let_go, self.width, FAR), 0)
