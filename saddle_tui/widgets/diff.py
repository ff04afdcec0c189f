"""A diff by hunks, with signs, line numbers and colours; no line of it can pose as another kind."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import zip_longest

from saddle_tui.keymap import key_of
from saddle_tui.text.safe import NOTHING, SafeText, clean
from saddle_tui.text.width import fit, pad, wrap
from saddle_tui.trace.hunks import Hunk, Row, hunks_of
from saddle_tui.widgets.pane import Line
from saddle_tui.widgets.words import MUTED, sentence

ROWS = 200
"""Of one long line: the whole of it, in the narrowest pane."""
SPLIT_COLUMNS = 110
"""Of a pane; a window of 120 has them."""
STYLES = {"+": "$text-success", "-": "$text-error"}
NOT_SPLIT = f"side by side needs a window of 120 columns; {key_of('split')} shows one column again"


def diff_lines(diff: Iterable[SafeText], width: int) -> Iterator[Line]:
    """All hunks of a diff, one below the other."""
    yield from hunks_lines(hunks_of(diff), width)


def hunks_lines(hunks: Sequence[Hunk], width: int) -> Iterator[Line]:
    """All hunks, each below a line that says which it is."""
    for number in range(len(hunks)):
        yield from hunk_lines(hunks, number, width)


def hunk_lines(
    hunks: Sequence[Hunk], number: int, width: int, *, split: bool = False
) -> Iterator[Line]:
    """One of them below its head; `split`: old lines on the left, new ones on the right."""
    hunk = hunks[number]
    yield hunk_head(hunks, number, width)
    for note in hunk.notes:
        for row in wrap(note, max(width - 2, 1), ROWS):
            yield [(fit(f"  {row}", width), "bold")]
    digits = len(str(max((max(row.old, row.new) for row in hunk.rows), default=0)))
    if split:
        yield from _split(hunk.rows, width, digits)
    else:
        for each in hunk.rows:
            yield from ([span] for span in _row(each, each.new or each.old, width, digits))


def hunk_head(hunks: Sequence[Hunk], number: int, width: int, mark: str = "─") -> Line:
    """Which hunk it is, of which file, and how much it changes."""
    hunk = hunks[number]
    head = f"{mark} {number + 1} of {len(hunks)}  {hunk.path}  +{hunk.added} -{hunk.removed}"
    context = f"  {hunk.context}" if hunk.context else ""
    return [(fit(f"{head}{context}", width), "bold $text-primary")]


def not_split(width: int) -> list[Line]:
    """Why old and new lines do not stand side by side; empty where there is room."""
    return [] if width >= SPLIT_COLUMNS else sentence(NOT_SPLIT, width)


def _row(row: Row, number: int, width: int, digits: int) -> Iterator[tuple[SafeText, str]]:
    """The rows that go on have the sign too, and no number."""
    style = STYLES.get(row.sign, "") if number else MUTED
    room = max(width - digits - 3, 1)
    for place, text in enumerate(wrap(row.text, room, ROWS) if row.text else [NOTHING]):
        shown = str(number) if number and not place else ""
        yield fit(f"{row.sign} {shown:>{digits}} {text}", width), style


def _split(rows: Sequence[Row], width: int, digits: int) -> Iterator[Line]:
    room = (width - 3) // 2
    for left, right in _pairs(rows):
        lefts = list(_row(left, left.old, room, digits)) if left else []
        rights = list(_row(right, right.new, room, digits)) if right else []
        for old, new in zip_longest(lefts, rights, fillvalue=(NOTHING, "")):
            yield [(pad(old[0], room), old[1]), (clean(" │ "), MUTED), new]


def _pairs(rows: Sequence[Row]) -> Iterator[tuple[Row | None, Row | None]]:
    """What is taken away beside what comes in its place; other lines beside themselves."""
    gone: list[Row] = []
    come: list[Row] = []
    for row in rows:
        if row.sign == "-" and not come:
            gone.append(row)
        elif row.sign == "+":
            come.append(row)
        else:
            yield from zip_longest(gone, come)
            gone, come = ([row], []) if row.sign == "-" else ([], [])
            if row.sign != "-":
                yield row, row
    yield from zip_longest(gone, come)
