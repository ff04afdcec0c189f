"""Tasks against nodes: who passed what, attempt by attempt."""

from collections.abc import Hashable, Sequence

from saddle_engine.dag import Node
from saddle_engine.events import EvaluatedHarness
from saddle_engine.types.base import NodeId, TaskId
from saddle_engine.types.rollout import Split
from saddle_tui import fields
from saddle_tui.marks import attempts
from saddle_tui.text.safe import SafeText, clean
from saddle_tui.text.width import fit, fit_parts, pad
from saddle_tui.view import View
from saddle_tui.widgets.pane import Line, Span
from saddle_tui.widgets.words import MUTED, not_yet, sentence

TASK_CELLS = 18
COLUMN = 4
SPLITS = (Split.DEV, Split.TRAIN)
FEW = 3  # rows beside the tasks
LEGEND = ("✓ passed", "✗ failed", "· not run", "2/3 attempts passed", "w dev or train")


def split_of(view: View) -> Split:
    """Which tasks are shown; the test's are nobody's business before they are run, and few after."""
    if view.state.evaluation is not None:
        return view.state.evaluation.split
    return SPLITS[view.lens.tab.get("heatmap", 0) % len(SPLITS)]


def title(view: View) -> SafeText:
    """Which tasks, and how many."""
    split = split_of(view)
    count = len(view.tally.tasks(split))
    mark = "  simulated" if view.simulated else ""
    whose = "harnesses" if view.state.evaluation else "nodes"
    return clean(f"Tasks x {whose}  {split}, {count} {'task' if count == 1 else 'tasks'}{mark}")


def key(view: View) -> Hashable:
    """Changes with every score, and with what is looked at."""
    look = view.lens.task, view.selected, split_of(view), view.lens.filters.get("heatmap")
    return view.tally.changes, view.recent.shape, view.status, look


def order(view: View) -> list[str]:
    """Tasks as they are listed: those that some node passes and another does not come first."""
    solved = view.tally.solved[split_of(view)]
    names = fields.rows("heatmap", view, solved)
    telling = {task for task in names if 0 < solved[task].passed < solved[task].total}
    return [*sorted(names, key=lambda task: task not in telling)]


def heatmap(view: View, width: int, rows: int) -> list[Line]:
    """A line a task and a column a node: the seed, the best, the looked-at one and the newest."""
    tasks = order(view)
    if not tasks:
        return sentence(not_yet(view, "no task has been tried yet: the seed runs on dev"), width)
    names = min(TASK_CELLS, max(width // 3, 8))
    nodes = _nodes(view, max((width - names - 1) // COLUMN, 1))
    head = [(pad("", names + 1), ""), *(_heading(view, node) for node in nodes)]
    shown = _window(tasks, view.lens.task, rows - FEW)
    lines: list[Line] = [head, *(_row(view, TaskId(task), nodes, names) for task in shown)]
    return [*lines, [], [(fit_parts(LEGEND, width), MUTED)]]


def _nodes(view: View, room: int) -> Sequence[Node]:
    """The most telling ones, in the order of their admission."""
    if view.state.evaluation is not None:
        return [*map(_column, view.state.evaluation.harnesses)][:room]
    nodes = list(view.state.dag)
    first = [node for node in nodes if node.id in {"n0", view.best, view.node}]
    newest = [node for node in reversed(nodes) if node not in first]
    chosen = [*first, *newest][:room]
    return [node for node in nodes if node in chosen]


def _column(harness: EvaluatedHarness) -> Node:
    """What is evaluated stands where the nodes of a search do."""
    return Node(NodeId(harness.name), None, (), harness.commit, harness.tree, 0.0)


def _heading(view: View, node: Node) -> Span:
    style = "bold" if node.id in {view.best, view.node} else MUTED
    return pad(fit(node.id, COLUMN - 1), COLUMN), style


def _window(tasks: list[str], chosen: str, rows: int) -> list[str]:
    at = tasks.index(chosen) if chosen in tasks else 0
    first = max(at - max(rows, 1) + 1, 0)
    return tasks[first : first + max(rows, 1)]


def _row(view: View, task: TaskId, nodes: Sequence[Node], names: int) -> Line:
    chosen = task == view.lens.task
    head = (pad(fit(f"{'›' if chosen else ' '}{task}", names), names + 1), "bold" if chosen else "")
    return [head, *(_cell(attempts(view, split_of(view), node.tree, task)) for node in nodes)]


def _cell(found: list[bool]) -> Span:
    passed, total = sum(found), len(found)
    if not total:
        return pad("·", COLUMN), MUTED
    if total == 1 or passed in {0, total}:
        return pad("✓" if passed else "✗", COLUMN), "$text-success" if passed else "$text-error"
    return pad(f"{passed}/{total}", COLUMN), "$text-warning"
