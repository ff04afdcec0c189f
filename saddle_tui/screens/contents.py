"""The panes of the live screen, in the order of their keys."""

from collections.abc import Callable
from itertools import chain

from saddle_tui.rail import rail
from saddle_tui.screens.section import Content
from saddle_tui.view import View
from saddle_tui.widgets import budget, dag, diagnosis, events, patch, rollouts, scores, trace

CONTENTS = (
    Content("rollouts", rollouts.rollouts, rollouts.title),
    Content("dag", dag.dag, dag.title, dag.key),
    Content("trace", trace.trace, trace.title, trace.key, foot=True),
    Content("diagnosis", diagnosis.diagnosis, diagnosis.title, diagnosis.key),
    Content("patch", patch.patch, patch.title, patch.key),
    Content("scores", scores.scores, scores.title, scores.key),
    Content("budget", budget.budget, budget.title, budget.key),
    Content("events", events.events, events.title, foot=True),
)


def rollout_ids(view: View) -> list[str]:
    """Rollouts as their pane lists them."""
    return list(chain(view.recent.open, reversed(view.recent.finished)))


def dag_ids(view: View) -> list[str]:
    """Nodes and patches as the rail lists them."""
    rows = rail(view.state, view.best)
    found = (
        (row.node.id if row.node else row.patch.proposed.patch if row.patch else "") for row in rows
    )
    return [id_ for id_ in found if id_]


PICKS: dict[str, Callable[[View], list[str]]] = {"rollouts": rollout_ids, "dag": dag_ids}
"""What moving selects, in panes that are lists."""
