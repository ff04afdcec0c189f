"""A screen as cells, and what to write to a terminal so that it shows another one."""

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple

from rich.cells import get_character_cell_size
from rich.color import ColorSystem
from rich.segment import Segment
from rich.style import Style

from saddle_tui.text.safe import clean

SGR = re.compile(r"\x1b\[[0-9;]*m")
PLAIN = "\x1b[0m"
APART = 6
"""Equal cells between two places that are cheaper to skip than to write again."""


class Cell(NamedTuple):
    """One cell; the second one of a wide letter is empty."""

    text: str
    style: str


def cells_of(segments: Iterable[Segment]) -> list[Cell]:
    """A line of the screen; nothing in it moves the cursor or does anything else."""
    cells: list[Cell] = []
    for text, style, control in segments:
        if not control:
            _add(cells, text if text.isprintable() else clean(text), _sgr(style) if style else "")
    return cells


def changed(before: Sequence[Sequence[Cell]], now: Sequence[Sequence[Cell]]) -> str:
    """What to write to a terminal that shows `before`, so that it shows `now`."""
    rows = enumerate(zip(before, now, strict=True), 1)
    found = (_row(row, old, new) for row, (old, new) in rows if old != new)
    return "".join(found)


def _row(row: int, old: Sequence[Cell], new: Sequence[Cell]) -> str:
    told = ""
    for begin, end in _parts(old, new):
        told += f"\x1b[{row};{begin + 1}H"
        style = ""
        for cell in new[begin:end]:
            if cell.style != style:
                told += PLAIN + cell.style
                style = cell.style
            told += cell.text
        told += PLAIN if style else ""
    return told


def _parts(old: Sequence[Cell], new: Sequence[Cell]) -> Iterator[tuple[int, int]]:
    """Where they differ, from and to; never half of a wide letter."""
    last = len(new)
    differ = [at for at in range(last) if at >= len(old) or old[at] != new[at]]
    while differ:
        begin = end = differ[0]
        while differ and differ[0] - end <= APART:
            end = differ.pop(0)
        end += 1
        while begin and not (new[begin].text and (begin >= len(old) or old[begin].text)):
            begin -= 1
        while end < last and not (new[end].text and (end >= len(old) or old[end].text)):
            end += 1
        yield begin, end
        differ = [at for at in differ if at >= end]


def _add(cells: list[Cell], text: str, style: str) -> None:
    for char in text:
        width = get_character_cell_size(char)
        if width == 0 and cells:  # a mark belongs to the letter before it
            at = -1 if cells[-1].text else -2
            cells[at] = cells[at]._replace(text=cells[at].text + char)
        elif width:
            cells += [Cell(char, style), *[Cell("", style)] * (width - 1)]


@lru_cache(maxsize=4096)
def _sgr(style: Style) -> str:
    before = style.render("x", color_system=ColorSystem.TRUECOLOR).partition("x")[0]
    return "".join(SGR.findall(before))
