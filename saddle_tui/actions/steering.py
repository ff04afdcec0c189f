"""Changing the run. Each of them asks the engine, which says whether it is done."""

from __future__ import annotations

from typing import TYPE_CHECKING

from saddle_tui import requests
from saddle_tui.actions.action import STEERING, Action
from saddle_tui.requests import Ask
from saddle_tui.view import View

if TYPE_CHECKING:
    from saddle_tui.screens.main import MainScreen


def _steer(id_: str, title: str, help_: str, ask: Ask, verb: str) -> Action:
    def do(screen: MainScreen, view: View) -> None:
        screen.steer(id_, view)

    return Action(id_, title, help_, STEERING, do, ask=ask, verb=verb)


ACTIONS: tuple[Action, ...] = (
    _steer("approve", "approve", "let the held patch go on to its mini-batch", requests.approve,
           "steer RUN approve PATCH"),
    _steer("veto", "veto", "stop the held patch, with a reason", requests.veto,
           "steer RUN veto PATCH --reason TEXT"),
    _steer("pause", "pause", "begin nothing new; again: go on", requests.pause,
           "steer RUN pause | resume"),
    _steer("phase", "phase", "switch between capability and steering", requests.phase,
           "steer RUN phase PHASE"),
    _steer("limit", "limit", "change a limit", requests.any_limit, "steer RUN limit NAME VALUE"),
    _steer("seal", "seal", "end the search and test", requests.seal, "steer RUN seal"),
    _steer("stop", "stop", "end the engine in good order", requests.stop, "stop RUN"),
)  # fmt: skip
