"""The panes of the live screen, in the order of their keys."""

from collections.abc import Callable

from saddle_tui.screens.section import Content
from saddle_tui.view import View
from saddle_tui.widgets import budget, dag, diagnosis, events, patch, rollouts, scores, trace

CONTENTS = (
    Content("rollouts", rollouts.rollouts, rollouts.title),
    Content("dag", dag.dag, dag.title, dag.key),
    Content("trace", trace.trace, trace.title, trace.key, foot=True),
    Content("diagnosis", diagnosis.diagnosis, diagnosis.title, diagnosis.key),
    Content("patch", patch.patch, patch.title, patch.key),
    Content("scores", scores.scores, scores.title, scores.key, fills=True),
    Content("budget", budget.budget, budget.title, budget.key),
    Content("events", events.events, events.title, foot=True),
)

PICKS: dict[str, Callable[[View], list[str]]] = {"rollouts": rollouts.order, "dag": dag.order}
"""What moving selects, in panes that are lists."""
