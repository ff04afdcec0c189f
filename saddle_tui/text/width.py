"""Cells of a terminal: a letter takes one, a Chinese character or an emoji two, a combining mark none."""

from collections.abc import Iterable

from rich.cells import cell_len, set_cell_size

from saddle_tui.text.safe import CUT, NOTHING, SafeText, clean

A_CELL = 4
"""Characters at most in one cell: a letter with its marks."""


def width_of(text: SafeText) -> int:
    """Cells that the text takes."""
    return cell_len(text)


def fit(text: object, cells: int) -> SafeText:
    """Clean and cut to at most so many cells."""
    shown = clean(text)
    if cell_len(shown) <= cells:
        return shown
    return SafeText(_cut(shown, cells - 1) + CUT) if cells > 0 else NOTHING


def fit_parts(parts: Iterable[str], cells: int, least: int = 0) -> SafeText:
    """As many parts as fit whole, two blanks between them; of the first one as much as fits.

    Args:
        parts: what matters most comes first.
        cells: to fit into.
        least: also the beginning of the next part, where it gets so many cells; 0 for never.
    """
    first, *more = map(clean, parts)
    said = fit(first, cells)
    for part in more:
        room = cells - cell_len(said) - 2
        if cell_len(part) > room:
            cut = least and room >= least
            return SafeText(f"{said}  {fit(part, room)}") if cut else said
        said = SafeText(f"{said}  {part}")
    return said


def pad(text: object, cells: int) -> SafeText:
    """Clean, cut and filled to exactly so many cells: a column of a table."""
    return SafeText(set_cell_size(fit(text, cells), max(cells, 0)))


def ending(text: str, cells: int) -> SafeText:
    """The last words of a text that grows, as one line."""
    shown = clean(" ".join(text[-4 * cells - 80 :].split()))
    if cell_len(shown) <= cells:
        return shown
    return fit(CUT + _cut(shown[::-1], cells - 1)[::-1], cells)


def wrap(text: SafeText, cells: int, rows: int, indent: int = 0) -> list[SafeText]:
    """Lines of at most so many cells, broken at blanks; later lines are indented, the last one is cut."""
    lines: list[SafeText] = []
    rest = str(text)
    while len(lines) < rows - 1 and cell_len(rest[: A_CELL * (cells + 1)]) > cells:
        head = _cut(rest, cells)
        blank = head.rfind(" ") if rest[len(head) : len(head) + 1] != " " else len(head)
        end = blank if blank > max(indent, cells // 2) else len(head)
        if end == 0:
            break
        lines.append(SafeText(rest[:end].rstrip()))
        rest = " " * indent + rest[end:].lstrip()
    return [*lines, fit(rest, cells)]


def _cut(text: str, cells: int) -> str:
    """The longest beginning of at most so many cells; never half of a wide character."""
    low, high = 0, min(len(text), A_CELL * max(cells, 0))
    while low < high:
        middle = (low + high + 1) // 2
        low, high = (middle, high) if cell_len(text[:middle]) <= cells else (low, middle - 1)
    return text[:low]
