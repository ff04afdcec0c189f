"""Finding: the palette, the command line, filters, and going to something by its name."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from saddle_engine.types.base import NodeId, PatchId, RolloutId, SessionId, TaskId
from saddle_tui.actions.action import LOOKING, MOVING, PROGRAM, Action
from saddle_tui.keymap import key_of
from saddle_tui.view import View

if TYPE_CHECKING:
    from saddle_tui.screens.main import MainScreen


TIME = re.compile(r"(?:([0-9]{1,4}):)?([0-9]{1,4}):([0-9]{2})")
"""Since the run began: `12:30`, `1:02:03`."""
ITERATION = re.compile(r"it(?:eration)? ?([0-9]{1,9})")


def _go(screen: MainScreen, view: View) -> None:
    screen.finder.command("go ")


def _go_to(screen: MainScreen, view: View, name: str) -> None:
    """Select it, and show it where it is at home."""
    wanted = name.removeprefix("#").strip()
    if view.replay is not None and _home(wanted, view) is None:
        if not screen.reel.go(wanted):
            return
        view = screen.follower.view()
        if _home(wanted, view) is None:
            return
    if wanted.isdecimal():
        screen.stand.enter("log", view)
        screen.follower.log.go(int(wanted[:18]))
        return
    if (match := TIME.fullmatch(wanted)) is not None:
        hours, minutes, seconds = (int(part or 0) for part in match.groups())
        screen.stand.enter("log", view)
        screen.follower.log.go_to_time(view.recent.began + 3600 * hours + 60 * minutes + seconds)
        return
    match = ITERATION.fullmatch(wanted)
    if match is not None and int(match[1]) in view.state.iterations:
        screen.stand.enter("log", view)
        screen.finder.filter_by(f"~i {int(match[1])}")
        return
    place = _home(wanted, view)
    if place is None:
        screen.voice.tell(
            f"go: there is no {wanted}; expected such as n3, p7, r12, d4, it3, 1234, 0:12:30"
        )
        return
    screen.stand.enter(place[0], view, place[1])
    if _is_task(wanted, view):
        screen.follower.look_through(task=wanted)
    else:
        screen.follower.select(wanted)


def _home(name: str, view: View) -> tuple[str, str] | None:
    """The screen and pane that show it."""
    state = view.state
    if NodeId(name) in state.dag:
        return "dag", "dag"
    if PatchId(name) in state.patches:
        return "patches", "patch"
    if RolloutId(name) in state.rollouts:
        return "rollouts", "trace"
    if SessionId(name) in state.sessions:
        return "diagnosis", "diagnosis"
    return ("scores", "heatmap") if _is_task(name, view) else None


def _filter(screen: MainScreen, view: View, text: str) -> None:
    screen.finder.filter_by(text)


def _is_task(name: str, view: View) -> bool:
    return any(TaskId(name) in solved for solved in view.tally.solved.values())


def _unfiltered(view: View) -> str:
    return (
        ""
        if any(view.lens.filters.values())
        else f"nothing is filtered; {key_of('filter')} filters"
    )


ACTIONS: tuple[Action, ...] = (
    Action("palette", "all actions", "find any action by its name", PROGRAM,
           lambda screen, view: screen.finder.palette()),
    Action("command", "command", "type the name of an action and what it takes", PROGRAM,
           lambda screen, view: screen.finder.command()),
    Action("go", "go to", "go to a node, patch, rollout, session, task, iteration (it3), record (number) or time",
           MOVING, _go, takes="NODE|PATCH|ROLLOUT|SESSION|ITERATION|NUMBER|TIME", do_with=_go_to),
    Action("filter", "filter", "show only rows that match, or look for words in a text", LOOKING,
           lambda screen, view: screen.finder.filter(), takes="TEXT", do_with=_filter),
    Action("clear_filter", "show all", "all rows of this pane again", LOOKING,
           lambda screen, view: screen.finder.clear(), can=_unfiltered),
    Action("next_match", "next match", "the next row or line that matches", LOOKING,
           lambda screen, view: screen.finder.next(1)),
    Action("previous_match", "match before", "the one before", LOOKING,
           lambda screen, view: screen.finder.next(-1)),
)  # fmt: skip
