"""The program itself: help, the seat, leaving."""

from __future__ import annotations

from typing import TYPE_CHECKING

from saddle_tui.actions.action import PROGRAM, Action
from saddle_tui.screens.messages import Detach
from saddle_tui.view import View

if TYPE_CHECKING:
    from saddle_tui.screens.main import MainScreen


def _take(screen: MainScreen, view: View) -> None:
    screen.take()


def _help(screen: MainScreen, view: View) -> None:
    screen.open_help(view)


def _detach(screen: MainScreen, view: View) -> None:
    screen.post_message(Detach())


ACTIONS: tuple[Action, ...] = (
    Action(
        "take",
        "take over",
        "get the keys that steer from another screen",
        PROGRAM,
        _take,
        only="live",
    ),
    Action("help", "help", "the keys that work here", PROGRAM, _help),
    Action(
        "detach",
        "detach",
        "leave; the run goes on without its screen",
        PROGRAM,
        _detach,
        only="live",
    ),
    Action("leave", "leave", "leave the replay", PROGRAM, _detach, only="replay"),
)
