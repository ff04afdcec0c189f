"""Going to another run."""

from __future__ import annotations

from typing import TYPE_CHECKING

from saddle_tui.actions.action import PROGRAM, Action
from saddle_tui.view import View

if TYPE_CHECKING:
    from saddle_tui.screens.main import MainScreen


def _runs(screen: MainScreen, view: View) -> None:
    from saddle_tui.screens.picker import pick

    pick(screen.app, view.folder)


ACTIONS: tuple[Action, ...] = (
    Action("runs", "runs", "all runs: live ones first; look at another one", PROGRAM, _runs),
)
