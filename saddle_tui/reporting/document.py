"""A report before anyone has said how it looks: sections of paragraphs, tables, plots and diffs."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from saddle_tui.reporting.drawings import Drawing
from saddle_tui.trace.hunks import Hunk

A_LINE = 40
"""Bytes of markup around a line of a diff."""
ESCAPED = "\"'&<>"
"""Letters that take up to six bytes in a page."""


class Foreign(str):
    """Text that others wrote: a model, a task, a file, an operator. Hostile."""

    __slots__ = ()


class Ref(str):
    """Id of a patch that has a part of its own in this report."""

    __slots__ = ()


Text = tuple[str, ...]
"""Pieces of one line; those that are `Foreign` are marked and escaped as such."""
Cell = str | Text
"""A piece alone is text too."""
Line = tuple[Cell, ...]
"""A row of a table."""


@dataclass(frozen=True)
class Paragraph:
    """A sentence or some."""

    text: Text
    kind: str = ""
    """`note` for small print, `warn` for what a reader must not miss, `lead` for what comes first."""


@dataclass(frozen=True)
class Table:
    """Rows under a head."""

    head: Line
    rows: Sequence[Line]
    numbers: frozenset[int] = frozenset()
    """Columns that are set to the right."""
    left_out: str = ""
    """What is not in it, in a sentence; empty when everything is."""
    title: str = ""


@dataclass(frozen=True)
class Plot:
    """A picture of numbers that also stand in a table."""

    title: str
    says: str
    """What it shows, in a sentence or two: for whoever cannot see it, and for whoever can."""
    drawing: Drawing
    table: Table
    spark: Text = ()
    """The same in one line of characters."""


@dataclass(frozen=True)
class Terms:
    """Names and what they stand for."""

    rows: Sequence[tuple[str, Cell]]


@dataclass(frozen=True)
class Tiles:
    """The few numbers that matter most: name, number, remark."""

    tiles: Sequence[tuple[str, str, str]]


@dataclass(frozen=True)
class Diff:
    """What a patch changes."""

    hunks: Sequence[Hunk]
    left_out: str = ""


@dataclass(frozen=True)
class Fold:
    """Something that is opened by those who want it."""

    id: str
    summary: Text
    blocks: Sequence["Block"]
    aside: str = ""
    """How it stands, in a word or two."""


Block = Paragraph | Table | Plot | Terms | Tiles | Diff | Fold


@dataclass(frozen=True)
class Section:
    """A heading and what stands below it."""

    id: str
    title: str
    blocks: list[Block] = field(default_factory=list)
    measured: bool = True
    """It has numbers that models have brought about: a mark of the report stands beside its heading."""


@dataclass(frozen=True)
class Document:
    """All of it."""

    title: Foreign
    """The run's name."""
    subtitle: Text
    status: str
    mark: str
    """What is wrong or unusual with all numbers, `SIMULATED` for one; empty for nothing."""
    marked: str
    """The same in a sentence."""
    sections: Sequence[Section]
    made: str
    """When and by which version."""


def note(*pieces: str) -> Paragraph:
    """Small print."""
    return Paragraph(pieces, "note")


def warning(*pieces: str) -> Paragraph:
    """What a reader must not miss."""
    return Paragraph(pieces, "warn")


def says(*pieces: str) -> Paragraph:
    """A plain paragraph."""
    return Paragraph(pieces)


def pieces_of(cell: Cell) -> Text:
    """Its pieces."""
    return cell if isinstance(cell, tuple) else (cell,)


def size(block: Block) -> int:
    """Bytes that its texts take in a page, at most; of a diff also those of its lines."""
    match block:
        case Fold(blocks=blocks):
            return sum(map(size, blocks))
        case Diff(hunks=hunks):
            return sum(_bytes(row.text) + A_LINE for hunk in hunks for row in hunk.rows)
        case Terms(rows=rows):
            return sum(_bytes(piece) for _, told in rows for piece in pieces_of(told))
        case Paragraph(text=text):
            return sum(map(_bytes, text))
        case _:
            return 0


def _bytes(text: str) -> int:
    return len(text.encode("utf-8", "replace")) + 5 * sum(map(text.count, ESCAPED))
