"""Two sides of something on one screen: beside each other where there is room, else as a diff."""

from collections.abc import Iterator, Sequence
from itertools import zip_longest

from saddle_tui.text.safe import NOTHING, SafeText, clean, part
from saddle_tui.text.width import fit, pad, width_of, wrap
from saddle_tui.trace.entry import Said
from saddle_tui.trace.twins import Marks, Twin
from saddle_tui.widgets.pane import Line, Span
from saddle_tui.widgets.words import MUTED

BESIDE = 100
"""Columns from which on the two sides stand beside each other."""
TAG = 7
MOST_ROWS = 40
"""Of one line."""
GONE, NEW = "$text-error", "$text-success"
MARK = " reverse"
NO_LINE: list[Span] = []
MIDDLE: Span = (clean(" │ "), MUTED)


def heads(left: Sequence[Span], right: Sequence[Span], width: int) -> Iterator[Line]:
    """One line of either side."""
    if width < BESIDE:
        yield from (_cut(each, width) for each in (left, right))
    else:
        cells = _half(width)
        yield [*_padded(left, cells), MIDDLE, *_cut(right, cells)]


def texts(left: Sequence[SafeText], right: Sequence[SafeText], width: int) -> Iterator[Line]:
    """Some lines of either side; equal ones once."""
    if left == right:
        yield from ([(fit(f"  {line}", width), MUTED)] for line in left)
    elif width < BESIDE:
        yield from ([(fit(f"- {line}", width), GONE)] for line in left)
        yield from ([(fit(f"+ {line}", width), NEW)] for line in right)
    else:
        cells = _half(width)
        for one, other in zip_longest(left, right, fillvalue=NOTHING):
            yield [(pad(one, cells), MUTED), MIDDLE, (fit(other, cells), MUTED)]


def twin(both: Twin, width: int, rows: int = MOST_ROWS) -> Iterator[Line]:
    """A line of a transcript on either side, with the words that differ marked."""
    yield from (_below if width < BESIDE else _beside)(both, width, rows)


def _half(width: int) -> int:
    return (width - width_of(MIDDLE[0])) // 2


def _beside(both: Twin, width: int, rows: int) -> Iterator[Line]:
    cells = _half(width)
    styles = ("", "") if both.equal else (GONE, NEW)
    left = _said(both.left, cells, rows, both.marks[0], styles[0])
    right = _said(both.right, cells, rows, both.marks[1], styles[1])
    for one, other in zip_longest(left, right, fillvalue=NO_LINE):
        yield [*_padded(one, cells), MIDDLE, *other]


def _below(both: Twin, width: int, rows: int) -> Iterator[Line]:
    """As a diff: what both have once, else the parent's line over the child's."""
    if both.equal:
        yield from (
            [(clean("  "), ""), *line] for line in _said(both.left, width - 2, rows, (), "")
        )
        return
    for sign, said, marks, style in (
        ("- ", both.left, both.marks[0], GONE),
        ("+ ", both.right, both.marks[1], NEW),
    ):
        yield from (
            [(clean(sign), style), *line] for line in _said(said, width - 2, rows, marks, style)
        )


def _said(said: Said | None, cells: int, most: int, marks: Marks, style: str) -> list[list[Span]]:
    if said is None:
        return []
    wrapped = wrap(said.text, max(cells - TAG, 1), most)
    rows = list(_marked(said.text, wrapped, marks, style or said.style))
    tags = [pad(said.tag, TAG), *[pad(NOTHING, TAG)] * (len(rows) - 1)]
    return [[(tag, MUTED), *row] for tag, row in zip(tags, rows, strict=True)]


def _marked(
    text: SafeText, rows: Sequence[SafeText], marks: Marks, style: str
) -> Iterator[list[Span]]:
    """The rows of a text, with the marked places in reverse."""
    at = 0
    for row in rows:
        whole = text.find(row, at)
        begin = whole if whole >= 0 else max(text.find(row[:-1], at), at)
        yield list(_pieces(row, begin, marks, style))
        at = begin + len(row)


def _pieces(row: SafeText, begin: int, marks: Marks, style: str) -> Iterator[Span]:
    at = 0
    for first, last in marks:
        a, b = max(first - begin, at), min(last - begin, len(row))
        if a < b:
            yield part(row, at, a), style
            yield part(row, a, b), (style + MARK).strip()
            at = b
    yield part(row, at), style


def _padded(spans: Sequence[Span], cells: int) -> list[Span]:
    shown = _cut(spans, cells)
    gap = cells - sum(width_of(text) for text, _ in shown)
    return [*shown, (clean(" " * max(gap, 0)), "")]


def _cut(spans: Sequence[Span], cells: int) -> list[Span]:
    shown: list[Span] = []
    for text, style in spans:
        room = cells - sum(width_of(each) for each, _ in shown)
        if room > 0:
            shown.append((fit(text, room), style))
    return shown
