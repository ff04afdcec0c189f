"""The whole of a transcript, nothing left out: read as it is asked for, for a pager or a search."""

from collections.abc import Iterator

from saddle_tui.text.safe import SafeText, clean
from saddle_tui.text.width import pad
from saddle_tui.trace.reader import PAGE, Recordings, lines_of
from saddle_tui.trace.rows import GUTTER
from saddle_tui.trace.texts import Texts


def whole(source: Recordings, subject: str) -> Iterator[SafeText]:
    """Line by line; a page of records is in memory at a time.

    Raises:
        JournalError: a record or a text cannot be read.
    """
    texts, last = Texts(source, None), 0
    while records := source.records(subject, last, PAGE):
        for record in records:
            for said in lines_of(record, texts):
                yield said.text if said.heads else clean(f"{pad(said.tag, GUTTER)}{said.text}")
        last = records[-1].seq
