"""How an operator looks at a run: nothing in here changes the run."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

DagView = Literal["rail", "lanes", "rank", "front"]


@dataclass(frozen=True)
class Lens:
    """What the screen shows of what there is; replaced whole when a key changes it."""

    room: str = "live"
    """The screen that is shown."""
    dag: DagView = "rail"
    """How the EvoDAG is drawn."""
    task: str = ""
    """The task that is looked at; empty for that of the selected rollout, or the first."""
    marked: str = ""
    """A node, or a rollout, to compare the selected one with."""
    marks: frozenset[str] = frozenset()
    """Patches that are marked, to be decided on together."""
    unfolded: frozenset[str] = frozenset()
    """Nodes whose lost patches have their own lines; blocks of a transcript that are open."""
    filters: Mapping[str, str] = field(default_factory=dict)
    """By the id of a pane, what its rows must match; hostile text is possible."""
    split: bool = False
    """Diffs stand side by side."""
    hunk: int = 0
    """The hunk of the diff that is looked at, from 0."""
    against: str = ""
    """What the comparison compares the selection with, `n3` or `RUN:n3`; empty for none."""
    tab: Mapping[str, int] = field(default_factory=dict)
    """By the id of a pane that has several pages, the one that is shown."""
    terminal: tuple[str, ...] = ()
    """What is unusual about the terminal, for the bar, such as `MOUSE`."""
