"""A transcript that is scrolled: pages are read before they are needed, and let go behind."""

from collections.abc import Callable
from dataclasses import replace
from functools import partial

from saddle_tui.text.safe import clean
from saddle_tui.trace.entry import HEADING
from saddle_tui.trace.hunt import Hunt
from saddle_tui.trace.reader import (
    NO_END,
    Page,
    Recordings,
    read_earlier,
    read_later,
    read_newest,
)
from saddle_tui.trace.rows import Row, folds
from saddle_tui.trace.transcript import Transcript

Job = Callable[[], Callable[[], None]]
"""Reads on a thread of its own; what it returns is done on the screen's."""

FAR = 1_000_000  # rows; more than a window has
ABOVE = 4
"""The share of the pane, one in so many, that stands above what was looked for."""


class Window:
    """Knows what is missing of the transcript that is looked at."""

    def __init__(self, source: Recordings) -> None:
        self.transcript = Transcript()
        self.scroll = 0
        """Rows back from the end of the transcript."""
        self.width, self.height = 80, 20
        """Of the pane that shows it."""
        self.following = True
        """What is new is shown as it comes."""
        self.unread = 0
        """Records that came since it was last followed."""
        self.hunt: Hunt | None = None
        """What is looked for, or was last."""
        self._source = source
        self._heard = 0
        self._begin = False
        """The first page is wanted, wherever one is."""

    def move(self, rows: int) -> None:
        """Back by so many rows, forward when negative; stops at both ends."""
        if rows >= FAR:
            self._begin = self.transcript.earlier
        self._place(self.scroll + rows)
        if self.scroll == 0 and rows < 0 and not self._behind:
            self.end()
        elif self.scroll:
            self.following = False

    def end(self) -> None:
        """To the newest words, and on with them."""
        self.scroll, self.following, self.unread, self._begin = 0, True, 0, False

    def pause(self) -> None:
        """Stay here, whatever is said."""
        self.following = False

    def step(self, steps: int) -> None:
        """Bring the heading of the next step to the top of the pane, or that of the one before."""
        top = self.scroll + self.height
        heads = list(self.transcript.heads(self.width))
        if steps < 0:
            before = next((place for place in heads if place > top), None)
            self.move(self.height if before is None else before - top)
        else:
            after = next((place for place in reversed(heads) if place < top), None)
            self.move(-self.height if after is None else after - top)

    def unfold(self, opened: bool) -> None:
        """Open the blocks that stand in the pane, or fold them; the first row stays where it is."""
        shown = self.transcript
        seen = shown.between(self.width, self.scroll, self.height)
        seqs = {entry.seq for entry in seen if folds(entry, self.width)}
        changed = shown.opened | seqs if opened else shown.opened - seqs
        self.transcript = replace(shown, opened=changed)
        before, after = (each.height(seen, self.width, FAR) for each in (shown, self.transcript))
        self._place(self.scroll + after - before)
        self.following = self.following and self.scroll == 0

    def search(self, words: str, ahead: bool) -> None:
        """Look for words from here on, in the whole of the transcript."""
        shown, hunt = self.transcript, self.hunt
        if not words:
            self.hunt = None
            return
        if hunt and hunt.found and hunt.subject == shown.subject and hunt.words == words:
            at = hunt.found
        elif ahead:
            at = self._top - 1
        else:
            at = NO_END if self.following else self._top
        self.hunt = Hunt(shown.subject, words, at, ahead)

    def seek(self, subject: str, step: int) -> None:
        """Go to a step of a rollout that is about to be looked at."""
        self.hunt = Hunt(subject, f"{HEADING}step {step},", 0, ahead=True)

    def hear(self, subject: str, seq: int) -> None:
        """Note that there is a record."""
        if subject == self.transcript.subject:
            self._heard = seq
            self.unread += not self.following

    def missing(self, subject: str) -> Job | None:
        """What should be read next."""
        shown, hunt = self.transcript, self.hunt
        if subject != shown.subject or (self.following and shown.later):
            return partial(self._read_newest, subject)
        if hunt and hunt.subject == subject and not hunt.found and not hunt.over:
            return partial(self._look, hunt)
        if self._begin and shown.earlier:
            return partial(self._read_first, subject)
        if self._behind and self.scroll < self.height:
            return partial(self._read_later, shown)
        wanted = self.scroll + 2 * self.height
        if shown.earlier and shown.reach(self.width, wanted) < wanted:
            return partial(self._read_earlier, shown)
        return None

    def fail(self, subject: str, reason: str) -> None:
        """Say why nothing more is shown; it is not tried again until something else is looked at."""
        kept = self.transcript if subject == self.transcript.subject else Transcript(subject)
        self.transcript = replace(kept, earlier=False, later=False, trouble=clean(reason))
        self._heard, self.hunt = 0, None

    def _place(self, scroll: int) -> None:
        """So many rows back from the end, but no further than the first row."""
        most = max(self.transcript.reach(self.width, FAR) - self.height, 0)
        self.scroll = min(max(scroll, 0), most)

    @property
    def _behind(self) -> bool:
        """There are records after those that are kept."""
        return self.transcript.later or self._heard > self.transcript.last

    @property
    def _top(self) -> int:
        """Number of the record at the top of the pane."""
        seen = self.transcript.between(self.width, self.scroll, self.height)
        return seen[-1].seq if seen else 0

    def _read_newest(self, subject: str) -> Callable[[], None]:
        page = read_newest(self._source, subject)
        return partial(self._show_newest, subject, page)

    def _show_newest(self, subject: str, page: Page) -> None:
        opened = self.transcript.opened if subject == self.transcript.subject else frozenset()
        self.transcript = Transcript(subject, page.entries, earlier=page.full, opened=opened)
        self._heard, self.unread = self.transcript.last, 0

    def _read_first(self, subject: str) -> Callable[[], None]:
        page = read_later(self._source, subject, 0)
        return partial(self._show_first, subject, page)

    def _show_first(self, subject: str, page: Page) -> None:
        if self._begin and subject == self.transcript.subject:
            opened = self.transcript.opened
            self.transcript = Transcript(subject, page.entries, later=page.full, opened=opened)
            self._begin = False
            self._place(FAR)

    def _read_later(self, shown: Transcript) -> Callable[[], None]:
        page = read_later(self._source, shown.subject, shown.last)
        return partial(self._show_later, shown, page)

    def _show_later(self, shown: Transcript, page: Page) -> None:
        if shown is self.transcript:
            self.transcript = shown.after(page)
            if not page.full:
                self._heard = self.transcript.last
            if not self.following:  # the same words stay where they are
                self.scroll += self.transcript.height(page.entries, self.width, FAR)

    def _read_earlier(self, shown: Transcript) -> Callable[[], None]:
        page = read_earlier(self._source, shown.subject, shown.first)
        return partial(self._show_earlier, shown, page)

    def _show_earlier(self, shown: Transcript, page: Page) -> None:
        if shown is self.transcript:
            self.transcript = shown.before(page)
            let_go = [entry for entry in shown.entries if entry.seq > self.transcript.last]
            self.scroll = max(self.scroll - shown.height(let_go, self.width, FAR), 0)

    def _look(self, hunt: Hunt) -> Callable[[], None]:
        after = hunt.look(self._source)
        page = None
        if after.found:
            page = read_later(self._source, hunt.subject, after.found - 1)
        return partial(self._show_match, hunt, after, page)

    def _show_match(self, hunt: Hunt, after: Hunt, page: Page | None) -> None:
        if hunt is not self.hunt:
            return
        self.hunt = after
        if page is None or not page.entries:
            return
        opened = self.transcript.opened
        self.transcript = Transcript(
            hunt.subject, page.entries, earlier=True, later=page.full, opened=opened
        )
        self.following = False
        first = page.entries[0]
        at = _row_with(after.words, self.transcript.rows_of(first, self.width))
        if at is None:
            self.transcript = replace(self.transcript, opened=opened | {first.seq})
            at = _row_with(after.words, self.transcript.rows_of(first, self.width)) or 0
        rows = self.transcript.reach(self.width, FAR)
        self._place(rows - at + self.height // ABOVE - self.height)


def _row_with(words: str, rows: tuple[Row, ...]) -> int | None:
    said = ("".join(text for text, _ in row).casefold() for row in rows)
    return next((at for at, text in enumerate(said) if words.casefold() in text), None)
