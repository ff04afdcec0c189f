"""Which kinds of tasks the best node passes more often than the seed, and which less often."""

import json
from collections import defaultdict
from collections.abc import Hashable
from typing import NamedTuple

from saddle_engine.types.base import NodeId, TaskId
from saddle_engine.types.rollout import Split
from saddle_tui.marks import Mark, mark
from saddle_tui.text.safe import SafeText, clean
from saddle_tui.text.width import fit, pad
from saddle_tui.view import View
from saddle_tui.widgets.evaluated import NO_SEARCH
from saddle_tui.widgets.pane import Line
from saddle_tui.widgets.words import MUTED, not_yet, sentence

NAME_CELLS = 12
NO_FAMILY = "(no family)"


class Family(NamedTuple):
    """One kind of task, on dev."""

    name: str
    seed: Mark
    node: Mark

    @property
    def gain(self) -> float:
        """Share of the node less that of the seed, in [-1,1]."""
        return self.node.share - self.seed.share


def title(view: View) -> SafeText:
    """Which node is set against the seed."""
    mark_ = "  simulated" if view.simulated else ""
    against = f"  {_node(view)} against the seed on dev" if _node(view) else ""
    return clean(f"Families{against}{mark_}")


def key(view: View) -> Hashable:
    """Changes with every score."""
    return view.tally.changes, view.recent.shape, view.node, view.shelf.version, view.status


def families(view: View, width: int, rows: int) -> list[Line]:
    """Those that gained most first."""
    if view.state.evaluation:
        return sentence(NO_SEARCH, width)
    if _node(view) is None:
        return sentence(not_yet(view, "no score yet: the seed runs on dev"), width)
    found = _families(view)
    if found is None:
        return sentence("reading the families of the tasks ...", width)
    head = f"{'':2}{'family':<{NAME_CELLS}}{'seed':>8}{_node(view):>8}   gain"
    more = len(found) - rows + 1
    lines: list[Line] = [[(fit(head, width), MUTED)]]
    lines += [_row(each, width) for each in found[: max(rows - 1 - (more > 0), 1)]]
    return [*lines, [(fit(f"and {more + 1} more families", width), MUTED)]] if more > 0 else lines


def _node(view: View) -> NodeId | None:
    """The looked-at node; the seed has nothing to be set against but the best."""
    return view.node if view.node != "n0" else view.best


def _families(view: View) -> list[Family] | None:
    names = _names(view)
    if names is None:
        return None
    node = _node(view)
    assert node is not None
    members: defaultdict[str, list[TaskId]] = defaultdict(list)
    for task in view.tally.tasks(Split.DEV):
        members[names.get(task) or NO_FAMILY].append(task)
    seed, tree = view.state.seed.tree, view.state.dag[node].tree
    found = [
        Family(name, mark(view, Split.DEV, seed, tasks), mark(view, Split.DEV, tree, tasks))
        for name, tasks in members.items()
    ]
    return sorted(found, key=lambda family: (-family.gain, family.name))


def _names(view: View) -> dict[str, str] | None:
    """By task; None while they are being read, nothing where the run does not say."""
    run = view.state.run
    if run is None or run.families is None:
        return {}
    text = view.shelf.text(run.families)
    if text is None:
        return None
    try:
        found = json.loads(text)
    except ValueError:
        return {}
    return found if isinstance(found, dict) else {}


def _row(family: Family, width: int) -> Line:
    gain = family.gain
    sign, style = (
        ("▲", "$text-success") if gain > 0 else ("▼", "$text-error") if gain < 0 else (" ", "")
    )
    scores = f"{_share(family.seed):>8}{_share(family.node):>8}"
    return [
        (fit(f"{sign} ", width), style),
        (pad(family.name, min(NAME_CELLS, max(width - 2, 0))), ""),
        (fit(scores, width - NAME_CELLS - 2), ""),
        (fit(f"  {gain:+.2f}", width - NAME_CELLS - 18), style),
    ]


def _share(found: Mark) -> str:
    return f"{found.passed}/{found.total}" if found.total else "-"
