"""A document as Markdown: whatever others wrote stands in code spans, where nothing of it is a link, a mention or HTML."""

import re
from collections.abc import Iterator

from saddle_tui.reporting.document import (
    Block,
    Cell,
    Diff,
    Document,
    Fold,
    Foreign,
    Paragraph,
    Plot,
    Section,
    Table,
    Terms,
    Tiles,
    pieces_of,
)
from saddle_tui.text.safe import clean

MADE = "<!-- saddle-tui report -->"
"""By this a file is known as one of ours, which may be written anew."""
MOST_ROWS = 100
"""Of a table; a page has more."""
SPECIAL = re.compile(r"([\\`*_\[\]<>|~#])")
FOREIGN = re.compile(r"(?<!Pass)@|://|www\.|&")
"""What would be a mention, a link or a letter in disguise."""
TICKS = re.compile("`+")
BAR = "¦"
"""In a code span of a table nothing else keeps a bar from ending its cell in every reader of Markdown."""


def markdown(document: Document) -> str:
    """The whole of it; no control character but line feeds."""
    return "\n".join(_lines(document)) + "\n"


def _lines(document: Document) -> Iterator[str]:
    yield from (MADE, "", f"# {_text(document.title)}", "")
    mark = f", **{document.mark}**" if document.mark else ""
    yield from (f"{_text(document.subtitle)}. Status: {_own(document.status)}{mark}.", "")
    if document.marked:
        yield from (f"> {_own(document.marked)}", "")
    for section in document.sections:
        yield from _section(section, document.mark if section.measured else "")
    yield _own(document.made)


def _section(section: Section, mark: str) -> Iterator[str]:
    yield from (f"## {_own(section.title)}{f' ({mark})' if mark else ''}", "")
    for block in section.blocks:
        yield from _block(block)


def _block(block: Block) -> Iterator[str]:
    match block:
        case Paragraph(text, kind):
            yield from (f"> **!** {_text(text)}" if kind == "warn" else _text(text), "")
        case Table():
            yield from _table(block)
        case Plot():
            spark = f" {_text(block.spark)}" if any(block.spark) else ""
            yield from (f"### {_own(block.title)}", "", f"{_own(block.says)}{spark}", "")
            yield from _table(block.table)
        case Terms(rows):
            yield from (f"- **{_own(name)}**: {_text(told)}" for name, told in rows)
            yield ""
        case Tiles(tiles):
            yield from (
                f"- **{_own(name)}**: {_own(value)} ({_own(remark)})"
                for name, value, remark in tiles
            )
            yield ""
        case Diff():
            yield from _diff(block)
        case Fold(_, summary, blocks, aside):
            yield from (f"### {_text(summary)}{f' ({_own(aside)})' if aside else ''}", "")
            for each in blocks:
                yield from _block(each)


def _table(table: Table) -> Iterator[str]:
    if table.title:
        yield from (f"**{_own(table.title)}**", "")
    yield _row(table.head)
    yield (
        "|"
        + "|".join(" ---: " if at in table.numbers else " --- " for at in range(len(table.head)))
        + "|"
    )
    yield from map(_row, table.rows[:MOST_ROWS])
    yield ""
    if len(table.rows) > MOST_ROWS:
        yield from (f"{len(table.rows) - MOST_ROWS:,} more rows are in the HTML report.", "")
    if table.left_out:
        yield from (_own(table.left_out), "")


def _row(cells: tuple[Cell, ...]) -> str:
    return "| " + " | ".join(_text(cell, table=True) for cell in cells) + " |"


def _text(cell: Cell, *, table: bool = False) -> str:
    said = ""
    for piece in pieces_of(cell):
        shown = _code(piece, table=table) if isinstance(piece, Foreign) else _own(piece)
        glued = said.endswith("`") and shown.startswith("`")  # two spans would become another one
        said += f" {shown}" if glued else shown
    return said


def _own(text: str) -> str:
    """Our own words: only what Markdown would take for more than a letter is escaped."""
    if FOREIGN.search(text):  # no words of ours: an id in a journal that somebody has forged
        return _code(text, table=True)
    return SPECIAL.sub(r"\\\1", clean(text))


def _code(text: str, *, table: bool) -> str:
    shown = clean(text)
    if table:
        shown = clean(shown.replace("|", BAR))
    if not shown.strip():
        return "(nothing)"
    fence = "`" * (_longest(shown) + 1)
    room = " " if shown[0] in "` " or shown[-1] in "` " else ""
    return f"{fence}{room}{shown}{room}{fence}"


def _longest(text: str) -> int:
    return max((len(run) for run in TICKS.findall(text)), default=0)


def _diff(diff: Diff) -> Iterator[str]:
    lines = []
    path = None
    for hunk in diff.hunks:
        if hunk.path != path:
            path = hunk.path
            lines.append(clean(f"# {path} {' '.join(hunk.notes)}".strip()))
        if hunk.rows:
            lines.append(clean(f"@@ {hunk.context}".strip()))
        lines += [clean(f"{row.sign}{row.text}") for row in hunk.rows]
    fence = "`" * max(3, max(map(_longest, lines), default=0) + 1)
    yield from (f"{fence}diff", *lines, fence, "")
    if diff.left_out:
        yield from (_own(diff.left_out), "")
