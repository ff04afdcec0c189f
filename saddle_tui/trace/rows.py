"""Lines of a transcript wrapped to the width of a pane: a gutter for who speaks, then the words."""

from functools import lru_cache

from saddle_tui.text.safe import NOTHING, SafeText
from saddle_tui.text.width import pad, wrap
from saddle_tui.trace.entry import Entry, Said

Row = tuple[tuple[SafeText, str], ...]
"""Styled pieces."""

GUTTER = 7  # cells of the tag and the blank behind it
NARROW = 30  # columns; in fewer the tag is left out
MOST_ROWS = 200  # of one line
TAGS = {
    "model": "bold $text-success",
    "call": "bold $text-primary",
    "task": "bold",
    "end": "bold",
    "✗": "bold $text-warning",
}


@lru_cache(maxsize=1024)
def rows_of(entry: Entry, width: int) -> tuple[Row, ...]:
    """The rows of an entry, none wider than `width` cells."""
    return tuple(row for said in entry.lines for row in wrapped(said, width))


def wrapped(said: Said, width: int) -> list[Row]:
    """The rows of one line; at least one."""
    if width < NARROW or (not said.tag and said.text.startswith("── ")):
        return [((text, said.style),) for text in wrap(said.text, max(width, 1), MOST_ROWS)]
    tag, style = pad(said.tag, GUTTER), TAGS.get(said.tag, "$text-muted")
    blank = pad(NOTHING, GUTTER)
    texts = wrap(said.text, width - GUTTER, MOST_ROWS)
    return [
        ((blank if number else tag, style), (text, said.style)) for number, text in enumerate(texts)
    ]
