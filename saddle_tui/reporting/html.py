"""A document as one HTML page: no script, nothing from elsewhere; whatever others wrote is text in it."""

from collections.abc import Iterator, Sequence

from saddle_tui.reporting.document import (
    Block,
    Cell,
    Diff,
    Document,
    Fold,
    Foreign,
    Paragraph,
    Plot,
    Ref,
    Section,
    Table,
    Terms,
    Tiles,
    pieces_of,
)
from saddle_tui.reporting.drawings import Grid
from saddle_tui.reporting.style import style
from saddle_tui.reporting.svg.draw import draw
from saddle_tui.reporting.svg.parts import text_of
from saddle_tui.text.glyphs import STATUS
from saddle_tui.trace.hunks import Hunk

POLICY = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'"
MADE = '<meta name="generator" content="saddle-tui report">'
"""By this a page is known as one of ours, which may be written anew."""
MOST_TITLE = 100
"""Letters of the name of a window."""
SHORT, LONG = 20, 40
"""Letters of a cell up to which it stays in one line, and from which on its column is wide."""
PATCH = "patch-"
"""Before the id of a patch, it is the id of its part."""
SIGNS = {"+": "add", "-": "del"}


def page(document: Document) -> str:
    """The whole page; ASCII and letters only, no control character but line feeds."""
    return "\n".join(_page(document)) + "\n"


def _page(document: Document) -> Iterator[str]:
    name = text_of(document.title[:MOST_TITLE])
    yield "<!doctype html>"
    yield f'<html lang="en"><head><meta charset="utf-8">{MADE}'
    yield f'<meta http-equiv="Content-Security-Policy" content="{POLICY}">'
    yield '<meta name="referrer" content="no-referrer"><meta name="viewport" content="width=device-width,initial-scale=1">'
    yield f'<link rel="icon" href="data:,"><title>{name} - saddle-tui report</title><style>{style()}</style></head><body>'
    yield '<a class="skip" href="#summary">Skip to the summary</a><div class="page">'
    yield from _header(document)
    yield f'<nav aria-label="Contents"><ol>{"".join(map(_link, document.sections))}</ol></nav><main>'
    pages = _Blocks(document.mark)
    for section in document.sections:
        yield from pages.section(section)
    yield f'</main><footer><p class="made">{text_of(document.made)}</p></footer></div></body></html>'


def _header(document: Document) -> Iterator[str]:
    yield f'<header><p class="subtitle">{_text(document.subtitle)}</p><h1><bdi>{text_of(document.title)}</bdi></h1>'
    sign = STATUS.get(document.status)
    glyph = f"{sign.glyph} " if sign else ""
    marks = f'<li class="mark">{text_of(document.mark)}</li>' if document.mark else ""
    yield f'<ul class="chips"><li>{glyph}{text_of(document.status)}</li>{marks}</ul>'
    if document.marked:
        yield f'<p class="marked">{text_of(document.marked)}</p>'
    yield "</header>"


def _link(section: Section) -> str:
    return f'<li><a href="#{section.id}">{text_of(section.title)}</a></li>'


def _text(cell: Cell) -> str:
    return "".join(map(_piece, pieces_of(cell)))


def _piece(piece: str) -> str:
    match piece:
        case Foreign():
            return f"<bdi>{text_of(piece)}</bdi>"
        case Ref():
            return f'<a href="#{PATCH}{text_of(piece)}">{text_of(piece)}</a>'
        case _:
            return text_of(piece)


class _Blocks:
    def __init__(self, mark: str) -> None:
        self._mark = f' <small class="mark">{text_of(mark)}</small>' if mark else ""
        self._plots = 0

    def section(self, section: Section) -> Iterator[str]:
        mark = self._mark if section.measured else ""
        yield f'<section id="{section.id}" aria-labelledby="{section.id}-h">'
        yield f'<h2 id="{section.id}-h">{text_of(section.title)}{mark}</h2>'
        for block in section.blocks:
            yield from self._block(block)
        yield "</section>"

    def _block(self, block: Block) -> Iterator[str]:
        match block:
            case Paragraph(text, kind):
                yield f'<p class="{kind}">{_text(text)}</p>' if kind else f"<p>{_text(text)}</p>"
            case Table():
                yield from _table(block)
            case Plot():
                yield from self._plot(block)
            case Terms(rows):
                yield (
                    "<dl>"
                    + "".join(
                        f"<dt>{text_of(name)}</dt><dd>{_text(told)}</dd>" for name, told in rows
                    )
                    + "</dl>"
                )
            case Tiles(tiles):
                yield '<ul class="tiles">' + "".join(map(_tile, tiles)) + "</ul>"
            case Diff():
                yield from _diff(block)
            case Fold(id_, summary, blocks, aside):
                beside = f'<span class="aside">{text_of(aside)}</span>' if aside else ""
                yield f'<details class="fold" id="{id_}"><summary><span>{_text(summary)}</span>{beside}</summary>'
                for each in blocks:
                    yield from self._block(each)
                yield "</details>"

    def _plot(self, plot: Plot) -> Iterator[str]:
        self._plots += 1
        own = " own" if isinstance(plot.drawing, Grid) else ""
        yield f"<figure><figcaption><b>{text_of(plot.title)}</b><span>{text_of(plot.says)}</span></figcaption>"
        yield f'<div class="plot scroll{own}" role="group" aria-label="{text_of(plot.title)}">'
        yield f"{draw(plot, f'plot{self._plots}')}</div><details><summary>The numbers</summary>"
        yield from _table(plot.table)
        yield "</details></figure>"


def _tile(tile: tuple[str, str, str]) -> str:
    name, value, remark = map(text_of, tile)
    return f'<li><span class="name">{name}</span><b>{value}</b><span>{remark}</span></li>'


def _table(table: Table) -> Iterator[str]:
    caption = f"<caption>{text_of(table.title)}</caption>" if table.title else ""
    head = "".join(
        f'<th scope="col"{_side(table, at)}>{_text(name)}</th>'
        for at, name in enumerate(table.head)
    )
    yield f'<div class="scroll" role="group" aria-label="{text_of(table.title or "table")}">'
    yield f"<table>{caption}<thead><tr>{head}</tr></thead><tbody>"
    for row in table.rows:
        yield (
            "<tr>"
            + "".join(
                f"<td{_side(table, at, cell)}>{_text(cell)}</td>" for at, cell in enumerate(row)
            )
            + "</tr>"
        )
    yield "</tbody></table></div>"
    if table.left_out:
        yield f'<p class="note">{text_of(table.left_out)}</p>'


def _side(table: Table, at: int, cell: Cell = "") -> str:
    if at in table.numbers:
        return ' class="n"'
    size = sum(map(len, pieces_of(cell)))
    return f' class="{"w" if size > LONG else "k" if size <= SHORT else "m"}"'


def _diff(diff: Diff) -> Iterator[str]:
    yield '<div class="diff">'
    path = None
    for hunk in diff.hunks:
        if hunk.path != path:
            notes = "".join(f" ({text_of(note)})" for note in hunk.notes)
            yield f"<h4><bdi>{text_of(hunk.path)}</bdi>{notes}</h4>"
            path = hunk.path
        yield f"<pre>{''.join(_rows(hunk))}</pre>"
    if diff.left_out:
        yield f'<h4 class="at">{text_of(diff.left_out)}</h4>'
    yield "</div>"


def _rows(hunk: Hunk) -> Sequence[str]:
    place = next(((row.old, row.new) for row in hunk.rows), None)
    head = f'<span class="at">@@ line {max(place)} {text_of(hunk.context)}</span>' if place else ""
    return [
        head,
        *(
            f'<span class="{SIGNS.get(row.sign, "same")}">{row.sign} {text_of(row.text)}</span>'
            for row in hunk.rows
        ),
    ]
