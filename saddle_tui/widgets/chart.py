"""A staircase of characters: how a number that never falls has grown."""

from collections.abc import Sequence

from saddle_tui.text.safe import SafeText, clean

AXIS_CELLS = 6


def chart(history: Sequence[float], width: int, rows: int) -> list[SafeText]:
    """At most `rows` lines of `width` cells; the last one counts the iterations."""
    cells = width - AXIS_CELLS
    if cells < 8 or rows < 3 or not history:
        return []
    low, high = min(history), max(history)
    levels = rows - 1
    grid = [[" "] * cells for _ in range(levels)]
    before: int | None = None
    for column in range(cells):
        value = history[column * len(history) // cells]
        level = round((value - low) / (high - low) * (levels - 1)) if high > low else 0
        _step(grid, column, before, level)
        before = level
    names = [f"{high:.3f}" if high > low else ""] + [""] * (levels - 2) + [f"{low:.3f}"]
    lines = [
        f"{name:>5}┤{''.join(cells)}" for name, cells in zip(names, reversed(grid), strict=True)
    ]
    return [clean(line) for line in [*lines, _axis(len(history) - 1, cells)]]


def _step(grid: list[list[str]], column: int, before: int | None, level: int) -> None:
    if before is None or before == level:
        grid[level][column] = "─"
        return
    grid[before][column], grid[level][column] = "╯", "╭"
    for between in range(before + 1, level):
        grid[between][column] = "│"


def _axis(iterations: int, cells: int) -> str:
    last = f"it {iterations}"
    return f"{'':5} 0{last:>{cells - 1}}"
