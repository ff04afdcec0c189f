"""The EvoDAG as lanes: the newest node first, one row each, every edge drawn exactly once.

Children that wait for one and the same parent share its lane. `├` and `┤` are places where an edge
joins such a lane, `╭` `╮` `┬` where it opens one, `┼` where it only crosses.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from saddle_engine.dag import Node
from saddle_engine.types.base import NodeId

PLACE = "o"
"""Where the node of a row stands in its cells; what is drawn there is for others to say."""


@dataclass(frozen=True)
class Row:
    """One node and the lanes beside it."""

    node: Node
    column: int
    """The node's lane, from 0."""
    cells: str
    """Two a lane: the lane, then what lies between it and the next one."""

    @property
    def id(self) -> str:
        """Of the node."""
        return self.node.id

    @property
    def holds(self) -> tuple[str, ...]:
        """Ids of everything that this line stands for."""
        return (self.node.id,)

    def between(self, first: int, last: int | None = None) -> int:
        """How many lanes there are from lane `first` on, up to and without lane `last`."""
        end = None if last is None else 2 * last
        return sum(cell not in " ─" for cell in self.cells[2 * first : end : 2])


def lanes(nodes: Sequence[Node]) -> list[Row]:
    """Rows from the newest node to the oldest; equal nodes give equal rows.

    Args:
        nodes: the oldest first, parents before their children.
    """
    drawing = _Lanes()
    return [drawing.row(node) for node in reversed(nodes)]


class _Lanes:
    def __init__(self) -> None:
        self._waits: list[NodeId | None] = []
        """By lane, the parent that it leads to."""
        self._lane: dict[NodeId, int] = {}
        """The same by parent."""
        self._ended = -1
        """The lane that the row above has left: a node right below it would look like its parent."""
        self._cells: list[str] = []
        """What a row looks like that only lets the lanes pass."""

    def row(self, node: Node) -> Row:
        column = self._lane.pop(node.id, -1)
        if column < 0:
            column = self._free(avoid=self._ended)
        self._set(column, None)
        joined, opened = self._lead(node.parents, column)
        cells = self._draw(column, joined, opened)
        self._ended = column if self._waits[column] is None else -1
        return Row(node, column, cells)

    def _lead(self, parents: Sequence[NodeId], column: int) -> tuple[set[int], set[int]]:
        """Lanes to the parents: those that are there are joined, the first new one goes straight on."""
        joined = {self._lane[parent] for parent in parents if parent in self._lane}
        opened = set()
        for parent in parents:
            if parent in self._lane:
                continue
            straight = self._waits[column] is None
            lane = column if straight else self._free()
            self._set(lane, parent)
            if not straight:
                opened.add(lane)
        return joined, opened

    def _draw(self, column: int, joined: set[int], opened: set[int]) -> str:
        ends = joined | opened
        left, right = min(ends | {column}), max(ends | {column})
        cells = self._cells.copy()
        for lane in range(left, right + 1):
            if lane < right:
                cells[2 * lane + 1] = "─"
            if lane in joined:
                cells[2 * lane] = "├" if lane < column else "┤"
            elif lane in opened:
                cells[2 * lane] = {left: "╭", right: "╮"}.get(lane, "┬")
            else:
                cells[2 * lane] = "─" if self._waits[lane] is None else "┼"
        cells[2 * column] = PLACE
        return "".join(cells).rstrip()

    def _free(self, avoid: int = -1) -> int:
        """The first lane that leads nowhere."""
        for lane, parent in enumerate(self._waits):
            if parent is None and lane != avoid:
                return lane
        self._waits.append(None)
        self._cells += [" ", " "]
        return len(self._waits) - 1

    def _set(self, lane: int, parent: NodeId | None) -> None:
        self._waits[lane] = parent
        self._cells[2 * lane] = " " if parent is None else "│"
        if parent is not None:
            self._lane[parent] = lane
