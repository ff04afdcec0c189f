"""How each harness came to be."""

from collections.abc import Iterator

from saddle_tui.reporting.document import Block, Foreign, Line, Plot, Section, Table, says
from saddle_tui.reporting.drawings import Graph, Vertex
from saddle_tui.reporting.facts.curve import Scored
from saddle_tui.reporting.facts.everything import Facts
from saddle_tui.reporting.facts.graph import Drawn
from saddle_tui.reporting.words import many, percent, points


def graph(facts: Facts) -> Section:
    """One drawing."""
    return Section("evodag", "EvoDAG", list(_blocks(facts)))


def _blocks(facts: Facts) -> Iterator[Block]:
    rows = facts.graph.rows
    if not rows:
        yield says(
            "There is no node yet."
            if facts.head.kind == "search"
            else "An evaluation has no EvoDAG."
        )
        return
    scored = {each.node: each for each in facts.curve.nodes}
    said = (
        f"{many(facts.graph.nodes, 'node')}, the newest on top; lines lead to the harness that a node was made from. "
        "★ is the best node, ◆ one that joins two, ● any other; patches that are no nodes are counted beside the node they were made for."
    )
    left = ""
    if facts.graph.left_out:
        left = (
            f"{facts.graph.left_out:,} nodes are left out: drawn are the way to the best node (of a long one both ends) and "
            "the highest nodes that hang on it. A dashed ring says that nodes are missing below it."
        )
    vertices = [_vertex(each, scored, facts.head.best_node) for each in rows]
    head = ("node", "parents", "dev", "against parent", "patch", "its patches that are no nodes")
    table = Table(
        head,
        [_row(each, scored, facts.head.best_node) for each in rows],
        frozenset({2, 3}),
        left_out=left,
    )
    yield Plot(
        "Every harness and where it comes from", f"{said} {left}".strip(), Graph(vertices), table
    )


def _vertex(drawn: Drawn, scored: dict[str, Scored], best: str | None) -> Vertex:
    node = drawn.node
    glyph = (
        "best"
        if node.id == best
        else "merge"
        if len(node.parents) > 1
        else "node"
        if node.parents
        else "seed"
    )
    label = (node.id, percent(node.dev), _gain(drawn, scored), scored[node.id].title)
    return Vertex(
        drawn.row.cells, drawn.row.column, glyph, label, _leaves(drawn), drawn.champion, drawn.cut
    )


def _gain(drawn: Drawn, scored: dict[str, Scored]) -> str:
    parents = drawn.node.parents
    return points(drawn.node.dev - scored[parents[0]].dev) if parents else ""


def _leaves(drawn: Drawn) -> str:
    return ", ".join(f"{count} {status}" for status, count in sorted(drawn.leaves.items()))


def _row(drawn: Drawn, scored: dict[str, Scored], best: str | None) -> Line:
    node = drawn.node
    star = " ★" if node.id == best else ""
    return (
        f"{node.id}{star}", " + ".join(node.parents) or "seed", percent(node.dev), _gain(drawn, scored) or "-",
        Foreign(scored[node.id].title), _leaves(drawn) or "-",
    )  # fmt: skip
