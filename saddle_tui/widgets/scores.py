"""Seed against best node, every node with how sure its score is, and how the best one came to be."""

from collections.abc import Hashable

from saddle_engine.dag import Node
from saddle_engine.state import RunState
from saddle_engine.types.base import NodeId
from saddle_tui.tested import score_of
from saddle_tui.text.glyphs import BEST, NODE
from saddle_tui.text.safe import SafeText, clean
from saddle_tui.text.width import fit
from saddle_tui.view import View
from saddle_tui.widgets.chart import chart
from saddle_tui.widgets.evaluated import evaluated
from saddle_tui.widgets.pane import Line
from saddle_tui.widgets.standing import Standing, standing
from saddle_tui.widgets.words import MUTED, not_yet, sentence

CHART_ROWS = 5  # at least, with the axis and a blank line
NODES = 8  # in the table; the rail has them all
SURE_COLUMNS, ROOMY = 34, 42  # for intervals; for whole sentences beside them


def title(view: View) -> SafeText:
    """Says whose numbers these are, and of how many tasks."""
    mark = "  simulated" if view.simulated else ""
    found = standing(view.state, view.state.dag[view.best]) if view.best else None
    return clean(f"Scores{mark}" + (f"  n={found.total} on dev" if found else ""))


def key(view: View) -> Hashable:
    """Changes whenever a score does."""
    done = view.state.finished if view.state.evaluation else 0
    return view.recent.shape, len(view.state.iterations), view.status, view.selected, done


def scores(view: View, width: int, rows: int) -> list[Line]:
    """Seed and best, the nodes by their dev mean, and a chart, as far as there is room."""
    best, state = view.best, view.state
    if state.evaluation:
        return evaluated(view, width, rows)
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
    seed, sure, roomy = state.seed.id, width >= SURE_COLUMNS, width >= ROOMY
    passing = f"{'pass 95%':<11}" if sure else ""
    head = f"{'':<5}{'node':<6}{'dev':<7}{passing}test"
    gain = f"{state.dag[best].dev - state.dag[seed].dev:+.3f}"
    if seed in state.tested and best in state.tested:
        after = state.tested[best].mean - state.tested[seed].mean
        gain = f"{gain:<{18 if sure else 7}}{after:+.3f}"
    nodes = [("seed", seed, ""), ("best", best, "bold")]
    return [
        [(fit(head, width), MUTED)],
        *(
            [(fit(f"{name} {id_:<6}{_scores(state, id_, sure, roomy)}", width), style)]
            for name, id_, style in nodes
        ),
        [(fit(f"{'gain':<11}{gain}", width), "")],
    ]


def _scores(state: RunState, node: NodeId, sure: bool, roomy: bool) -> str:
    tested = state.tested.get(node)
    test = "after the seal" if roomy else "later"
    if tested:
        test = score_of(tested) if roomy else f"{tested.mean:.3f}"
    passing = f"{_interval(standing(state, state.dag[node])):<11}" if sure else ""
    return f"{state.dag[node].dev:<7.3f}{passing}{test}"


def _interval(found: Standing | None) -> str:
    if found is None or not found.total:
        return "unknown"
    return f"{found.interval.low:.2f}-{found.interval.high:.2f}"


def _table(view: View, best: NodeId, width: int) -> list[Line]:
    """By dev mean, of equal ones the later first; the interval is that of the share that passes."""
    nodes = sorted(enumerate(view.state.dag), key=lambda each: (each[1].dev, each[0]), reverse=True)
    head = f"  {'node':<6}{'dev':<7}{'passed':<9}{'pass 95%'}"
    rows = [_node(view, node, best, width) for _, node in nodes[:NODES]]
    return [[(fit(head, width), MUTED)], *rows]


def _node(view: View, node: Node, best: NodeId, width: int) -> Line:
    sign = BEST if node.id == best else NODE
    found = standing(view.state, node)
    mark = "›" if node.id == view.selected else " "
    said = f"{mark}{node.id:<6}{node.dev:<7.3f}"
    if found is not None and found.total:
        said += f"{f'{found.passed}/{found.total}':<9}{_interval(found)}"
    return [(clean(sign.glyph), sign.style), (fit(said, width - 1), "bold" if mark != " " else "")]


def _history(state: RunState) -> list[float]:
    """The best dev mean so far, after the seed and after each iteration."""
    at = {0: state.seed.dev}
    for node in state.dag:
        patch = state.patches.get(node.patch) if node.patch else None
        iteration = patch.iteration if patch else 0
        at[iteration] = max(node.dev, at.get(iteration, 0.0))
    best, history = 0.0, []
    for iteration in range(len(state.iterations) + 1):
        best = max(best, at.get(iteration, 0.0))
        history.append(best)
    return history
