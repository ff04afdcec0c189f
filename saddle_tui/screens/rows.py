"""A pane that is a list: moving in it selects."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from saddle_tui.follower import Follower
from saddle_tui.view import View


def selected(view: View) -> str:
    """What is selected, or shown for want of a selection."""
    return view.selected or view.subject


def select(follower: Follower, id_: str) -> None:
    """Look at a rollout, session, patch or node."""
    follower.select(id_)


@dataclass(frozen=True)
class Rows:
    """What moving in a pane does."""

    ids: Callable[[View], Sequence[str]]
    """All rows, as they are listed."""
    now: Callable[[View], str] = selected
    """The row where one is."""
    choose: Callable[[Follower, str], None] = select
