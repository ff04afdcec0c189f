"""Who passed what."""

from collections.abc import Iterator

from saddle_tui.reporting.document import Block, Foreign, Line, Plot, Section, Table, says
from saddle_tui.reporting.drawings import Grid
from saddle_tui.reporting.facts.everything import Facts
from saddle_tui.reporting.facts.grid import TaskGrid
from saddle_tui.reporting.sections.families import families
from saddle_tui.reporting.words import many

SIGNS = {"p": "✓", "f": "✗", ".": "·"}


def grid(facts: Facts) -> Section:
    """One heatmap."""
    return Section("tasks", "Tasks against nodes", list(_blocks(facts)))


def _blocks(facts: Facts) -> Iterator[Block]:
    found = facts.grid
    if found is None:
        yield says("No task has been tried yet.")
        return
    yield _plot(found)
    yield from families(facts)


def _plot(found: TaskGrid) -> Plot:
    tasks, nodes = len(found.tasks), len(found.nodes)
    said = (
        f"{many(tasks, 'task')} of {found.split} against {many(nodes, 'harness', 'harnesses')}. ✓ passed, ✗ did not, "
        "a dot in the square: some attempts did, an empty place: not run. Tasks that tell harnesses apart come first."
    )
    left = []
    if found.all_tasks > tasks:
        left.append(f"{found.all_tasks - tasks:,} tasks")
    if found.all_nodes > nodes:
        left.append(f"{found.all_nodes - nodes:,} nodes (shown are seed, best and the highest)")
    out = f"Left out: {' and '.join(left)}." if left else ""
    rows: list[Line] = [
        (Foreign(task), *(_sign(*cell) for cell in cells))
        for task, cells in zip(found.tasks, found.passed, strict=True)
    ]
    cells = ["".join(_letter(*cell) for cell in row) for row in found.passed]
    drawing = Grid(found.tasks, found.nodes, cells)
    return Plot(
        f"Who passed what on {found.split}",
        f"{said} {out}".strip(),
        drawing,
        Table(("task", *map(Foreign, found.nodes)), rows, left_out=out),
    )


def _letter(passed: int, total: int) -> str:
    return "." if not total else "p" if passed == total else "m" if passed else "f"


def _sign(passed: int, total: int) -> str:
    return SIGNS.get(_letter(passed, total), f"{passed}/{total}")
