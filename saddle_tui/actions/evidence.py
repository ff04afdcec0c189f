"""Looking at why a patch was written: from a place that it cites to the transcript, at that step."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from saddle_tui.actions.action import LOOKING, MOVING, Action
from saddle_tui.view import View
from saddle_tui.widgets.evidence import at, cited_by

if TYPE_CHECKING:
    from saddle_tui.screens.main import MainScreen

PANE = "evidence"
HERE = ("queue", PANE)


def _open(screen: MainScreen, view: View) -> None:
    cited = cited_by(view)[at(view)]
    screen.stand.keep(view.patch or "")
    screen.follower.select(cited.rollout)
    screen.follower.browse(lambda window: window.seek(cited.rollout, cited.first_step))
    screen.stand.enter("rollouts", view, "trace")


def _cites(view: View) -> str:
    if not (cited := cited_by(view)):
        return "no place in a transcript is cited"
    if cited[at(view)].rollout not in view.state.rollouts:
        return f"{cited[at(view)].rollout} is no rollout of this run"
    return ""


def _turn(step: int, screen: MainScreen, view: View) -> None:
    screen.show_evidence(at(view) + step)


def _several(view: View) -> str:
    return "" if len(cited_by(view)) > 1 else "no other place in a transcript is cited"


ACTIONS: tuple[Action, ...] = (
    Action("open_evidence", "transcript", "the transcript that the patch was written for, at that step",
           LOOKING, _open, (PANE,), _cites),
    Action("next_evidence", "next evidence", "the next place that the patch cites", MOVING,
           partial(_turn, 1), HERE, _several),
    Action("previous_evidence", "evidence before", "the place before", MOVING,
           partial(_turn, -1), HERE, _several),
)  # fmt: skip
