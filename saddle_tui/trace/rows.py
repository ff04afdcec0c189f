"""Lines of a transcript wrapped to the width of a pane: a gutter for who speaks, then the words."""

from functools import lru_cache

from saddle_tui.text.safe import NOTHING, SafeText, clean
from saddle_tui.text.width import pad, width_of, wrap
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
FOLDED = {"env": 1, "count": 1, "task": 30, "model": 60, "finish": 30}
"""Rows of a folded block by its tag."""
USUAL, MANY, FEW = 12, 3, 4
"""Rows of other folded blocks; where there are so many of a kind in one record, fewer."""
FOLD = "$text-accent"


@lru_cache(maxsize=512)
def rows_of(entry: Entry, width: int, opened: bool = False) -> tuple[Row, ...]:
    """The rows of an entry, none wider than `width` cells; long blocks are folded unless it is opened."""
    blocks = list(entry.blocks())
    tags = [block[0].tag for block in blocks]
    found: list[Row] = []
    for block, tag in zip(blocks, tags, strict=True):
        rows = [row for said in block for row in wrapped(said, width)]
        most = FOLDED.get(tag, FEW if tags.count(tag) > MANY else USUAL)
        found += rows if opened else folded(rows, most, width)
    return tuple(found)


def folds(entry: Entry, width: int) -> bool:
    """Whether it has more rows when it is opened."""
    return len(rows_of(entry, width, True)) > len(rows_of(entry, width))


def folded(rows: list[Row], most: int, width: int) -> list[Row]:
    """The first rows, and how many there are more; a row is never folded away by itself."""
    left = len(rows) - most
    if left <= 0 or (left == 1 and most > 1):
        return rows
    said = clean(f"+{left} {'line' if left == 1 else 'lines'}")
    last = rows[most - 1]
    if most == 1 and sum(width_of(text) for text, _ in last) + 2 + width_of(said) <= width:
        return [(*last, (clean(f"  {said}"), FOLD))]
    return [*rows[:most], *wrapped(Said(NOTHING, said, FOLD), width)]


def wrapped(said: Said, width: int) -> list[Row]:
    """The rows of one line; at least one."""
    if width < NARROW or said.heads:
        return [((text, said.style),) for text in wrap(said.text, max(width, 1), MOST_ROWS)]
    tag, style = pad(said.tag, GUTTER), TAGS.get(said.tag, "$text-muted")
    blank = pad(NOTHING, GUTTER)
    texts = wrap(said.text, width - GUTTER, MOST_ROWS)
    return [
        ((blank if number else tag, style), (text, said.style)) for number, text in enumerate(texts)
    ]
