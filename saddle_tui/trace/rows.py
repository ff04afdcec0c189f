"""Lines of a transcript wrapped to the width of a pane: a gutter for who speaks, then the words."""

from functools import lru_cache

from saddle_tui.text.safe import NOTHING, SafeText, clean
from saddle_tui.text.width import fit, pad, width_of, wrap
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
        return [((text, said.style),) for text in _wrap(said.text, max(width, 1))]
    tag, style = pad(said.tag, GUTTER), TAGS.get(said.tag, "$text-muted")
    blank = pad(NOTHING, GUTTER)
    texts = _wrap(said.text, width - GUTTER)
    return [
        ((blank if number else tag, style), (text, said.style)) for number, text in enumerate(texts)
    ]


def _wrap(text: SafeText, cells: int) -> list[SafeText]:
    if width_of(text) <= cells:
        return [text]
    if not text.isascii():
        return wrap(text, cells, MOST_ROWS)
    return _wrap_ascii(text, cells)


def _wrap_ascii(text: str, cells: int) -> list[SafeText]:
    """As `wrap` does it, without counting cells again and again: an ASCII letter takes one."""
    lines, start = list[SafeText](), 0
    while len(text) - start > cells and len(lines) < MOST_ROWS - 1:
        blank = text.rfind(" ", start, start + cells + 1)
        end = blank if blank > start + cells // 2 else start + cells
        lines.append(clean(text[start:end].rstrip()))
        start = end
        while text[start : start + 1] == " ":
            start += 1
    return [*lines, fit(text[start:], cells)]
