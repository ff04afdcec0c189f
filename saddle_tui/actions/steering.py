"""Changing the run. Each of them asks the engine, which says whether it is done."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from saddle_tui.actions.action import STEERING, Action
from saddle_tui.asking import course, rollouts, search
from saddle_tui.requests import Ask, cannot_resume
from saddle_tui.view import View

if TYPE_CHECKING:
    from saddle_tui.screens.main import MainScreen


def do(id_: str, screen: MainScreen, view: View) -> None:
    """Ask for it."""
    screen.steer(id_, view)


def do_with(id_: str, screen: MainScreen, view: View, text: str) -> None:
    """Ask for it with what stands behind its name."""
    screen.steer(id_, view, text)


def _revive(screen: MainScreen, view: View) -> None:
    screen.reviving.ask(view)


def steering(
    id_: str, title: str, help_: str, ask: Ask, verb: str, *, takes: str = "",
    where: tuple[str, ...] = (), group: str = STEERING,
) -> Action:  # fmt: skip
    """An action that asks the engine; what it means is asked before it is sent.

    Args:
        id_: of the action.
        title: a word or two.
        help_: a sentence.
        ask: what it asks for.
        verb: its twin on the command line.
        takes: what may stand behind its name on the command line of the screen.
        where: screens and panes of its keys.
        group: in the help.
    """
    return Action(
        id_, title, help_, group, partial(do, id_), where, ask=ask, verb=verb, takes=takes,
        do_with=partial(do_with, id_) if takes else None,
    )  # fmt: skip


NODES = ("dag", "node")
ROLLOUTS = ("rollouts", "trace")
ACTIONS: tuple[Action, ...] = (
    steering("pause", "pause", "pause: let what is under way end, or hold it now; go on",
             course.pause_or_resume, "steer RUN pause [hold] | resume", takes="drain|hold|resume"),
    steering("phase", "phase", "switch between capability and steering", search.phase,
             "steer RUN phase PHASE", takes="capability|steering"),
    steering("limit", "limit", "change a limit: rollouts, usd, tokens or hours", course.any_limit,
             "steer RUN limit NAME VALUE", takes="NAME=NUMBER"),
    steering("hold", "hold policy", "which patches wait for you: none, steering or all",
             search.any_hold, "steer RUN hold none | steering | all", takes="none|steering|all"),
    steering("hint", "hint", "tell the next diagnosis something, or take a hint back",
             search.hint, "steer RUN hint TEXT", takes="TEXT"),
    steering("pin", "pin", "start the next iterations from this node; again: unpin", search.pin,
             "steer RUN pin NODE | pin none", takes="NODE|none", where=NODES),
    steering("fork", "fork", "begin another run with this node's harness", search.fork,
             "fork RUN NODE", where=NODES),
    steering("cancel", "cancel", "end this rollout without a score", rollouts.cancel,
             "steer RUN cancel ROLLOUT", takes="ROLLOUT", where=ROLLOUTS),
    steering("requeue", "requeue", "run this rollout anew", rollouts.requeue,
             "steer RUN requeue ROLLOUT", takes="ROLLOUT", where=ROLLOUTS),
    steering("seal", "seal", "end the search and test", course.seal, "steer RUN seal"),
    steering("stop", "stop", "end the engine in good order; the run can be resumed", course.stop,
             "stop RUN"),
    Action("revive", "resume", "start an engine on a run that has none, as `saddle-tui resume` does",
           STEERING, _revive, can=cannot_resume, only="live"),
    steering("abort", "abort", "give the run up for good", course.abort, "steer RUN abort NAME"),
)  # fmt: skip
