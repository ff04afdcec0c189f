"""Looking at scores: which tasks the table of tasks and nodes shows."""

from __future__ import annotations

from typing import TYPE_CHECKING

from saddle_tui.actions.action import LOOKING, Action
from saddle_tui.view import View

if TYPE_CHECKING:
    from saddle_tui.screens.main import MainScreen


def _other(screen: MainScreen, view: View) -> None:
    pages = dict(view.lens.tab)
    screen.follower.look_through(tab={**pages, "heatmap": pages.get("heatmap", 0) + 1}, task="")


ACTIONS: tuple[Action, ...] = (
    Action(
        "other_tasks",
        "dev or train",
        "the other tasks: those of dev, or those of train",
        LOOKING,
        _other,
        where=("scores",),
    ),
)
