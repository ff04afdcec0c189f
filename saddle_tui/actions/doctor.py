"""Looking at what the run needs."""

from __future__ import annotations

from typing import TYPE_CHECKING

from saddle_tui.actions.action import PROGRAM, Action
from saddle_tui.view import View

if TYPE_CHECKING:
    from saddle_tui.screens.main import MainScreen


def _doctor(screen: MainScreen, view: View) -> None:
    from saddle_tui.screens.checkup import Checkup

    assert view.state.run is not None
    screen.app.push_screen(Checkup(screen.folder, view.state.run))


def _can(view: View) -> str:
    return "" if view.state.run else "the run has not begun"


ACTIONS: tuple[Action, ...] = (
    Action(
        "doctor", "doctor", "what this run needs, and what is missing", PROGRAM, _doctor, can=_can
    ),
)
