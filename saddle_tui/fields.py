"""What there is to find in the rows of each pane."""

from collections.abc import Callable, Iterable, Mapping
from itertools import islice

from saddle_engine.types.base import NodeId, PatchId, RolloutId, SessionId
from saddle_tui.drawing.kept import kept as drawn
from saddle_tui.filtering import Id, Row, kept
from saddle_tui.view import View

OLDEST = 5_000
"""Rollouts that are looked through for those that match, besides the newest ones."""
STALE = 20
"""Rollouts that may end before the older ones are looked through again."""


def rows(pane: str, view: View, ids: Iterable[Id]) -> list[Id]:
    """Those of a pane's rows that match its filter, in their order."""
    row = ROWS[pane]
    return kept(view.lens.filters.get(pane, ""), ids, lambda id_: row(view, id_))


def older(view: View, listed: Iterable[str]) -> list[str]:
    """Rollouts that match the filter, and are too old to be listed without one; the newest first."""
    words = view.lens.filters.get("rollouts", "")
    if not words:
        return []
    changes = view.tally.changes // STALE
    found = drawn(view.recent, ("older", words, changes), lambda: _older(view, words))
    known = {*listed}
    return [id_ for id_ in found if id_ not in known]


def _older(view: View, words: str) -> list[RolloutId]:
    newest = islice(reversed(view.state.rollouts), OLDEST)
    ended = (id_ for id_ in newest if view.state.rollouts[id_].result is not None)
    return kept(words, ended, lambda id_: rollout(view, id_))


def rollout(view: View, id_: str) -> Row:
    """Of a rollout, or of a session among them."""
    found = view.state.rollouts.get(RolloutId(id_))
    if found is None:
        return session(view, id_)
    who = view.recent.names.get(found.order.tree, "")
    result = found.result
    return {
        "id": id_,
        "subject": id_,
        "task": found.order.task,
        "node": who,
        "patch": who,
        "kind": f"{found.batch} {found.order.split}",
        "iteration": f"{view.state.batches[found.batch].iteration or ''}",
        "outcome": result.outcome if result else "running" if found.tries else "waiting",
        "reason": result.reason if result else view.live.get(id_, ""),
    }


def session(view: View, id_: str) -> Row:
    """Of an agent's session."""
    found = view.state.sessions.get(SessionId(id_))
    if found is None:
        return {"id": id_}
    iteration = view.state.iterations.get(found.started.iteration)
    return {
        "id": id_,
        "subject": id_,
        "kind": found.started.agent,
        "outcome": found.outcome or "running",
        "patch": (iteration.patch or "") if iteration else "",
        "iteration": f"{found.started.iteration}",
    }


def patch(view: View, id_: str) -> Row:
    """Of a patch."""
    found = view.state.patches.get(PatchId(id_))
    if found is None:
        return {"id": id_}
    proposed = found.proposed
    return {
        "id": id_,
        "patch": id_,
        "subject": proposed.session,
        "node": found.node or " ".join(proposed.parents),
        "kind": f"{proposed.subtype} {proposed.patch_class} {proposed.layer}".replace("_", " "),
        "outcome": found.status,
        "iteration": f"{proposed.iteration}",
        "title": proposed.title,
        "reason": found.reason,
    }


def harness(view: View, id_: str) -> Row:
    """Of a node or a patch in the EvoDAG."""
    if NodeId(id_) not in view.state.dag:
        return patch(view, id_)
    node = view.state.dag[NodeId(id_)]
    return {**(patch(view, node.patch) if node.patch else {}), "id": id_, "node": id_}


def task(view: View, id_: str) -> Row:
    """Of a task."""
    return {"id": id_, "task": id_}


ROWS: Mapping[str, Callable[[View, str], Row]] = {
    "rollouts": rollout,
    "diagnoses": session,
    "patches": patch,
    "queue": patch,
    "dag": harness,
    "heatmap": task,
    "compare": task,
}
"""By pane."""
FILTERED = frozenset({"rollouts", "diagnoses", "patches", "queue", "heatmap", "log"})
"""Panes that show only the rows that match; in the others one goes from match to match."""
