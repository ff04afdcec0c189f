"""Tasks against nodes: who passed what."""

from dataclasses import dataclass

from saddle_engine.dag import Node
from saddle_engine.types.base import TaskId, Tree
from saddle_engine.types.rollout import Split
from saddle_tui.marks import attempts
from saddle_tui.reporting.facts.standing import sides
from saddle_tui.reporting.material import Material

MOST_TASKS, MOST_NODES = 60, 40


@dataclass(frozen=True)
class TaskGrid:
    """Of a split."""

    split: str
    nodes: tuple[str, ...]
    tasks: tuple[str, ...]
    """Those that tell nodes apart come first. Hostile."""
    passed: tuple[tuple[tuple[int, int], ...], ...]
    """By task and node: attempts that passed, of how many."""
    all_tasks: int
    all_nodes: int


def grid(material: Material) -> TaskGrid | None:
    """Of dev, or of the split that is evaluated; None before there is any score."""
    view = material.view
    split = view.state.evaluation.split if view.state.evaluation else Split.DEV
    solved = view.tally.solved[split]
    if not solved:
        return None
    columns, count = _columns(material)
    tasks = sorted(solved, key=lambda task: not 0 < solved[task].passed < solved[task].total)
    shown = tasks[:MOST_TASKS]
    rows = tuple(tuple(_cell(material, split, tree, task) for _, tree in columns) for task in shown)
    return TaskGrid(
        split, tuple(name for name, _ in columns), tuple(shown), rows, len(solved), count
    )


def _cell(material: Material, split: Split, tree: Tree, task: TaskId) -> tuple[int, int]:
    found = attempts(material.view, split, tree, task)
    return sum(found), len(found)


def _columns(material: Material) -> tuple[list[tuple[str, Tree]], int]:
    """Seed, best and the highest others, in the order of their admission."""
    state, best = material.view.state, material.view.best
    if state.evaluation:
        return list(sides(material)), len(state.evaluation.harnesses)
    nodes = list(state.dag)

    def rank(node: Node) -> tuple[bool, float, int]:
        return node.id not in {"n0", best}, -node.dev, -int(node.id[1:])

    chosen = {node.id for node in sorted(nodes, key=rank)[:MOST_NODES]}
    return [(node.id, node.tree) for node in nodes if node.id in chosen], len(nodes)
