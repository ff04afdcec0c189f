"""Seed against best node, every node with how sure its score is, and how the best one came to be."""

from collections.abc import Hashable

from saddle_engine.dag import Node
from saddle_engine.state import RunState
from saddle_engine.types.base import NodeId
from saddle_tui.text.glyphs import BEST, NODE
from saddle_tui.text.safe import SafeText, clean
from saddle_tui.text.width import fit
from saddle_tui.view import View
from saddle_tui.widgets.chart import chart
from saddle_tui.widgets.pane import Line
from saddle_tui.widgets.standing import standing
from saddle_tui.widgets.words import MUTED, not_yet, sentence

CHART_ROWS = 5  # at least, with the axis and a blank line
NODES = 8  # in the table; the rail has them all
SURE_COLUMNS = 27  # that the 95% interval needs


def title(view: View) -> SafeText:
    """Says whose numbers these are."""
    return clean("Scores  simulated" if view.simulated else "Scores")


def key(view: View) -> Hashable:
    """Changes whenever a score does."""
    return view.recent.shape, len(view.state.iterations), view.status, view.selected


def scores(view: View, width: int, rows: int) -> list[Line]:
    """Seed and best, the nodes by their dev mean, and a chart, as far as there is room."""
    best, state = view.best, view.state
    if best is None:
        return sentence(not_yet(view, "no score yet: the seed runs on dev"), width)
    lines = _summary(state, best, width)
    table = _table(view, best, width)
    left = rows - len(lines)
    if table and left >= 4:
        lines += [[], *table[: min(left - 1, NODES + 1)]]
    left = rows - len(lines) - 1
    if left >= CHART_ROWS - 1:
        lines.append([])
        lines += [[(line, "$text-primary")] for line in chart(_history(state), width, left)]
    return lines


def _summary(state: RunState, best: NodeId, width: int) -> list[Line]:
    seed = state.seed.id
    return [
        [(fit(f"{'':<5}{'node':<6}{'dev':<9}test", width), MUTED)],
        [(fit(f"seed {seed:<6}{_scores(state, seed)}", width), "")],
        [(fit(f"best {best:<6}{_scores(state, best)}", width), "bold")],
        [(fit(f"{'gain':<11}{_gains(state, seed, best)}", width), "")],
    ]


def _table(view: View, best: NodeId, width: int) -> list[Line]:
    """By dev mean, of equal ones the later first; the interval is that of the share that passes."""
    nodes = sorted(enumerate(view.state.dag), key=lambda each: (each[1].dev, each[0]), reverse=True)
    head = f"  {'node':<6}{'dev':<7}{'passed':<9}{'95% of passing'}"
    rows = [_node(view, node, best, width) for _, node in nodes[:NODES]]
    return [[(fit(head, width), MUTED)], *rows]


def _node(view: View, node: Node, best: NodeId, width: int) -> Line:
    sign = BEST if node.id == best else NODE
    found = standing(view.state, node)
    mark = "›" if node.id == view.selected else " "
    said = f"{mark}{node.id:<6}{node.dev:<7.3f}"
    if found is not None and found.total:
        low, high = found.interval
        said += f"{f'{found.passed}/{found.total}':<9}"
        said += f"{low:.2f} to {high:.2f}" if width >= SURE_COLUMNS else ""
    return [(clean(sign.glyph), sign.style), (fit(said, width - 1), "bold" if mark != " " else "")]


def _scores(state: RunState, node: NodeId) -> str:
    tested = state.tested.get(node)
    test = f"{tested.mean:.3f} ± {tested.sd:.3f}" if tested else "after the seal"
    return f"{state.dag[node].dev:<9.3f}{test}"


def _gains(state: RunState, seed: NodeId, best: NodeId) -> str:
    dev = f"{state.dag[best].dev - state.dag[seed].dev:+.3f}"
    if seed not in state.tested or best not in state.tested:
        return dev
    return f"{dev:<9}{state.tested[best].mean - state.tested[seed].mean:+.3f}"


def _history(state: RunState) -> list[float]:
    """The best dev mean so far, after the seed and after each iteration."""
    at = {0: state.seed.dev}
    for node in state.dag:
        patch = state.patches.get(node.patch) if node.patch else None
        iteration = patch.proposed.iteration if patch else 0
        at[iteration] = max(node.dev, at.get(iteration, 0.0))
    best, history = 0.0, []
    for iteration in range(len(state.iterations) + 1):
        best = max(best, at.get(iteration, 0.0))
        history.append(best)
    return history
