"""Going to one of the screens."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from saddle_tui.actions.action import SCREENS, Action
from saddle_tui.view import View

if TYPE_CHECKING:
    from saddle_tui.screens.main import MainScreen


def _go(room: str, screen: MainScreen, view: View) -> None:
    screen.stand.enter(room, view)


def _room(room: str, title: str, help_: str) -> Action:
    return Action(room, title, help_, SCREENS, partial(_go, room))


ACTIONS: tuple[Action, ...] = (
    _room("live", "Live", "Live: what the run is doing now"),
    _room("dag", "EvoDAG", "EvoDAG: the harnesses, and how each came to be"),
    _room("rollouts", "Rollouts", "Rollouts: attempts at tasks, each with its transcript"),
    _room("diagnosis", "Diagnosis", "Diagnosis: what the agents suspect, call and read"),
    _room("patches", "Patches", "Patches: those that wait for you, and what became of the others"),
    _room("scores", "Scores", "Scores: curves, tasks, families, and what a change fixed or broke"),
    _room("log", "Log", "Log: everything that happened, event by event"),
    _room("triage", "Triage", "Triage: which patches you take home, and why each was kept or not"),
)
