"""All panes, by what they show; screens are made of them."""

from saddle_tui.follower import Follower
from saddle_tui.screens.rows import Rows
from saddle_tui.screens.section import Content
from saddle_tui.widgets import (
    buckets,
    budget,
    compare,
    composed,
    curves,
    dag,
    diagnoses,
    diagnosis,
    difference,
    events,
    evidence,
    families,
    files,
    heatmap,
    log,
    node,
    patch,
    patches,
    queue,
    rollouts,
    scores,
    task_table,
    trace,
)

CONTENTS = {
    content.id: content
    for content in (
        Content("rollouts", rollouts.rollouts, rollouts.title),
        Content("dag", dag.dag, dag.title, dag.key),
        Content("node", node.node, node.title, node.key),
        Content("compare", compare.compare, compare.title, compare.key, fills=True),
        Content("trace", trace.trace, trace.title, trace.key, foot=True),
        Content("diagnoses", diagnoses.diagnoses, diagnoses.title, diagnoses.key),
        Content("diagnosis", diagnosis.diagnosis, diagnosis.title, diagnosis.key),
        Content("files", files.files, files.title, files.key),
        Content("patches", patches.patches, patches.title, patches.key),
        Content("patch", patch.patch, patch.title, patch.key),
        Content("difference", difference.difference, difference.title, difference.key),
        Content("scores", scores.scores, scores.title, scores.key, fills=True),
        Content("curves", curves.curves, curves.title, curves.key, fills=True),
        Content("heatmap", heatmap.heatmap, heatmap.title, heatmap.key),
        Content("buckets", buckets.buckets, buckets.title, buckets.key),
        Content("families", families.families, families.title, families.key),
        Content("tasks", task_table.tasks, task_table.title, task_table.key),
        Content("budget", budget.budget, budget.title, budget.key),
        Content("events", events.events, events.title, foot=True),
        Content("log", log.log, log.title, log.key),
        Content("queue", queue.queue, queue.title, queue.key),
        Content("evidence", evidence.evidence, evidence.title, evidence.key),
        Content("composed", composed.composed, composed.title, composed.key),
    )
}


def _task(follower: Follower, task: str) -> None:
    follower.look_through(task=task)


LISTS = {
    "rollouts": Rows(rollouts.order),
    "dag": Rows(dag.order, dag.row_of),
    "compare": Rows(compare.order, lambda view: view.lens.task, _task),
    "diagnoses": Rows(diagnoses.order, lambda view: view.session or ""),
    "heatmap": Rows(heatmap.order, lambda view: view.lens.task, _task),
    "patches": Rows(patches.order, lambda view: view.patch or ""),
    "queue": Rows(queue.order, lambda view: view.patch or ""),
}
"""What moving selects, in panes that are lists."""
