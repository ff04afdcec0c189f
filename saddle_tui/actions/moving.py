"""Moving: between panes, in a pane, into what is selected and back."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from saddle_tui.actions.action import LOOKING, MOVING, Action
from saddle_tui.view import View

if TYPE_CHECKING:
    from saddle_tui.screens.main import MainScreen


def _move(id_: str, screen: MainScreen, view: View) -> None:
    screen.stand.move(id_, view)


def _tail(screen: MainScreen, view: View) -> None:
    screen.follower.log.pause()


def _moving(id_: str, title: str, help_: str) -> Action:
    return Action(id_, title, help_, MOVING, partial(_move, id_))


ACTIONS: tuple[Action, ...] = (
    _moving("next", "next pane", "go to the next pane"),
    _moving("previous", "previous pane", "go to the pane before"),
    _moving("up", "up", "one line up: the row before, or earlier text"),
    _moving("down", "down", "one line down: the next row, or later text"),
    _moving("page_up", "page up", "a page up"),
    _moving("page_down", "page down", "a page down"),
    _moving("first", "first", "the first row or line"),
    _moving("last", "last", "the last row or line; a transcript follows what is said"),
    _moving("drill", "open", "open what is selected"),
    _moving("back", "back", "show all rows, else one step back; at last, follow what is newest"),
    _moving("before", "view before", "the view before this one"),
    Action("tail", "follow", "follow the newest records; again: stay here", LOOKING,
           _tail, ("log",)),
    Action("jump", "jump", "a letter on each pane; the next key goes there", MOVING,
           lambda screen, view: screen.open_jump()),
    _moving("whole", "full size", "give the pane the whole window, or take it back"),
)  # fmt: skip
