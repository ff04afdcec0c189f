"""Which kinds of tasks the best node passes more often than the seed, and which less often."""

import json
from collections import defaultdict
from collections.abc import Hashable
from typing import NamedTuple

from saddle_engine.types.base import NodeId, TaskId, Tree
from saddle_engine.types.rollout import Split
from saddle_tui.marks import Mark, mark
from saddle_tui.text.safe import SafeText, clean
from saddle_tui.text.width import fit, pad
from saddle_tui.view import View
from saddle_tui.widgets.pane import Line
from saddle_tui.widgets.words import MUTED, not_yet, sentence

NAME_CELLS = 12
NO_FAMILY = "(no family)"
ALONE = "one harness is evaluated: eval --against OTHER sets another one against it"


class Family(NamedTuple):
    """One kind of task, on dev."""

    name: str
    before: Mark
    after: Mark

    @property
    def gain(self) -> float:
        """Share of the one less that of the one before, in [-1,1]."""
        return self.after.share - self.before.share


class Sides(NamedTuple):
    """Two harnesses, and the tasks that both have run."""

    before: str
    first: Tree
    after: str
    second: Tree
    split: Split


def title(view: View) -> SafeText:
    """Which node is set against the seed."""
    mark_ = "  simulated" if view.simulated else ""
    sides = _sides(view)
    other = "the seed" if sides and sides.before == "seed" else sides.before if sides else ""
    against = f"  {sides.after} against {other} on {sides.split}" if sides else ""
    return clean(f"Families{against}{mark_}")


def key(view: View) -> Hashable:
    """Changes with every score."""
    return view.tally.changes, view.recent.shape, view.node, view.shelf.version, view.status


def families(view: View, width: int, rows: int) -> list[Line]:
    """Those that gained most first, then those that lost, then all others: these give way."""
    sides = _sides(view)
    if sides is None and view.state.evaluation is not None:
        return sentence(ALONE, width)
    if sides is None:
        return sentence(not_yet(view, "no score yet: the seed runs on dev"), width)
    found = _families(view, sides)
    if found is None:
        return sentence("reading the families of the tasks ...", width)
    head = f"{'':2}{'family':<{NAME_CELLS}}{_name(sides.before)}{_name(sides.after)}   gain"
    more = len(found) - rows + 1
    lines: list[Line] = [[(fit(head, width), MUTED)]]
    lines += [_row(each, width) for each in found[: max(rows - 1 - (more > 0), 1)]]
    return [*lines, [(fit(f"and {more + 1} more families", width), MUTED)]] if more > 0 else lines


def _node(view: View) -> NodeId | None:
    """The looked-at node; the seed has nothing to be set against but the best."""
    return view.node if view.node != "n0" else view.best


def _name(of: str) -> str:
    return f" {fit(of, 7):>7}"


def _sides(view: View) -> Sides | None:
    """Of an evaluation its two harnesses, else the seed and a node."""
    if (evaluation := view.state.evaluation) is not None:
        if len(evaluation.harnesses) < 2:
            return None
        new, old = evaluation.harnesses[:2]
        return Sides(old.name, old.tree, new.name, new.tree, evaluation.split)
    node = _node(view)
    if node is None:
        return None
    return Sides("seed", view.state.seed.tree, node, view.state.dag[node].tree, Split.DEV)


def _families(view: View, sides: Sides) -> list[Family] | None:
    names = _names(view)
    if names is None:
        return None
    members: defaultdict[str, list[TaskId]] = defaultdict(list)
    split = sides.split
    for task in view.tally.tasks(split):
        members[names.get(task) or NO_FAMILY].append(task)
    found = [
        Family(name, mark(view, split, sides.first, tasks), mark(view, split, sides.second, tasks))
        for name, tasks in members.items()
    ]
    return sorted(found, key=lambda family: (not family.gain, -family.gain, family.name))


def _names(view: View) -> dict[str, str] | None:
    """By task; None while they are being read, nothing where the run does not say."""
    told = view.state.evaluation or view.state.run
    if told is None or told.families is None:
        return {}
    text = view.shelf.text(told.families)
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
    scores = f"{_share(family.before):>8}{_share(family.after):>8}"
    return [
        (fit(f"{sign} ", width), style),
        (pad(family.name, min(NAME_CELLS, max(width - 2, 0))), ""),
        (fit(scores, width - NAME_CELLS - 2), ""),
        (fit(f"  {gain:+.2f}", width - NAME_CELLS - 18), style),
    ]


def _share(found: Mark) -> str:
    return f"{found.passed}/{found.total}" if found.total else "-"
