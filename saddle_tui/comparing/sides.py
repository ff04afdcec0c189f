"""Which two nodes are compared: the selected one, and one of this run or of another."""

import re
from dataclasses import dataclass

from saddle_engine.dag import Node
from saddle_engine.errors import ConfigError
from saddle_engine.state import RunState
from saddle_engine.types.base import NodeId
from saddle_tui.comparing.known import Known
from saddle_tui.nodes import BEST, SEED, node_named
from saddle_tui.tally import Tally
from saddle_tui.view import View

OF_THIS_RUN = re.compile(rf"n\d+|{BEST}|{SEED}")
"""What can only be a node of the run that is shown."""


@dataclass(frozen=True)
class Side:
    """A node and what is known of it."""

    name: str
    """`n3`, or `demo-2:n3` of another run. Hostile text is possible."""
    node: Node
    state: RunState
    tally: Tally


def baseline(view: View) -> str:
    """What the selected node is compared with if nothing else is said; empty when there is nothing.

    The marked node, else its main parent; the seed is compared with the best node.
    """
    node = view.node
    if node is None:
        return ""
    if NodeId(view.lens.marked) in view.state.dag and view.lens.marked != node:
        return view.lens.marked
    if parents := view.state.dag[node].parents:
        return parents[0]
    return view.best if view.best and view.best != node else ""


def sides(view: View) -> tuple[Side, Side] | str:
    """The one that is compared with, and the selected one; a sentence while or where there are not both."""
    what = view.lens.against or baseline(view)
    if view.node is None or not what:
        return "there is nothing to compare yet"
    own = Side(view.node, view.state.dag[view.node], view.state, view.tally)
    run, _, name = what.rpartition(":")
    if not run and not OF_THIS_RUN.fullmatch(what):
        run, name = what, BEST  # a run alone stands for its best node
    found = view.others.run(run) if run else Known(view.folder, view.state, view.tally)
    if found is None:
        return f"reading {run} ..."
    if isinstance(found, str):
        return found
    if found.folder.id == view.folder.id:  # as it is shown, which may be its past
        found = Known(view.folder, view.state, view.tally)
    try:
        return _side(found, name, f"{found.folder.name}:{name}" if run else name), own
    except ConfigError as error:
        return str(error)


def _side(known: Known, wanted: str, shown: str) -> Side:
    node = node_named(known.state, wanted, shown)
    name = f"{shown.rpartition(':')[0]}:{node.id}".lstrip(":")
    return Side(name, node, known.state, known.tally)
