"""Seed against best node, and how the best one came to be."""

from collections.abc import Hashable

from saddle_engine.state import RunState
from saddle_engine.types.base import NodeId
from saddle_tui.text.safe import SafeText, clean
from saddle_tui.text.width import fit
from saddle_tui.view import View
from saddle_tui.widgets.chart import chart
from saddle_tui.widgets.pane import Line


def title(view: View) -> SafeText:
    """Says whose numbers these are."""
    return clean("Scores  simulated" if view.simulated else "Scores")


def key(view: View) -> Hashable:
    """Changes whenever a score does."""
    return view.recent.shape, len(view.state.iterations)


def scores(view: View, width: int, rows: int) -> list[Line]:
    """A table of four lines, then a chart where there is room."""
    best, state = view.best, view.state
    if best is None:
        return [[(fit("no score yet: the seed runs on dev", width), "$text-muted")]]
    seed = state.seed.id
    lines: list[Line] = [
        [(fit(f"{'':<5}{'node':<6}{'dev':<9}test", width), "$text-muted")],
        [(fit(f"seed {seed:<6}{_scores(state, seed)}", width), "")],
        [(fit(f"best {best:<6}{_scores(state, best)}", width), "bold")],
        [(fit(f"{'gain':<11}{_gains(state, seed, best)}", width), "")],
    ]
    left = rows - len(lines) - 1
    if left >= 3:
        lines.append([])
        lines += [[(line, "$text-primary")] for line in chart(_history(state), width, left)]
    return lines


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
