"""Lines as cells of a terminal, and what of them is to be sent again."""

from collections.abc import Iterator, Sequence
from itertools import zip_longest

from rich.segment import Segment
from textual.geometry import Region
from textual.strip import Strip
from textual.style import Style

from saddle_tui.text.safe import SafeText
from saddle_tui.text.width import width_of

Span = tuple[SafeText, str]
"""A piece of text and the name of its style; empty for plain."""
Line = Sequence[Span]


def strip_of(line: Line, width: int, base: Style) -> Strip:
    """The line in exactly so many cells; names of styles mean what they mean in the app's theme now."""
    plain = base.rich_style
    segments = [
        Segment(text, (base + Style.parse(name)).rich_style if name else plain)
        for text, name in line
        if text
    ]
    return Strip(segments).adjust_cell_length(width, plain)


def changes(before: Sequence[Line], after: Sequence[Line], width: int) -> Iterator[Region]:
    """Where what is shown differs, row by row and between the spans that are equal on both sides."""
    for row, (old, new) in enumerate(zip_longest(before, after, fillvalue=())):
        if old != new:
            left = _equal(old, new)
            right = 0
            if line_width(old) == line_width(new):
                right = _equal(old[::-1], new[::-1])
            yield Region(left, row, max(width - left - right, 1), 1)


def line_width(line: Line) -> int:
    """Cells."""
    return sum(width_of(text) for text, _ in line)


def _equal(one: Line, other: Line) -> int:
    """Cells of the spans with which both begin."""
    cells = 0
    for span, twin in zip(one, other, strict=False):
        if span != twin:
            break
        cells += width_of(span[0])
    return cells
