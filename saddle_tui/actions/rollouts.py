"""Looking at rollouts: moving and folding in a transcript, and where two rollouts part."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from saddle_tui.actions.action import LOOKING, MOVING, Action
from saddle_tui.pairs import pairs, parting_of, shown_pair
from saddle_tui.trace.window import Window
from saddle_tui.view import View
from saddle_tui.widgets.difference import OPEN

if TYPE_CHECKING:
    from saddle_tui.screens.main import MainScreen

PANE, TRACE, ROLLOUTS, TRIAGE = "difference", "trace", "rollouts", "triage"
FROM = (
    "rollouts",
    "trace",
    "dag",
    "node",
    "patches",
    "patch",
    "queue",
    "evidence",
    "heatmap",
    "buckets",
    "diagnosis",
    "compare",
    PANE,
)
"""Panes whose selection has a rollout before and one after."""
AT_PATCHES = ("patches", "dag", "scores", "diagnosis")
"""Screens from which it is shown beside the patches; from the others, beside the rollouts."""


def _open(screen: MainScreen, view: View) -> None:
    """Of the two nodes that are compared only from there; from elsewhere of the patch and its parent."""
    if screen.stand.here not in {"compare", PANE}:
        screen.follower.look_through(against="")
    here = screen.stand.room
    room = here if here == TRIAGE else "patches" if here in AT_PATCHES else "rollouts"
    screen.stand.open(room, PANE)


def _no_pair(view: View) -> str:
    return "" if view.patch or pairs(view) else "there is no patch yet, and so nothing to compare"


def _turn(step: int, screen: MainScreen, view: View) -> None:
    """To another task; a selected rollout gives way to that of the task."""
    all_ = pairs(view)
    now = shown_pair(view, all_)
    if now is None:
        return
    to = all_[(all_.index(now) + step) % len(all_)]
    screen.follower.look_through(task=to.task)
    if view.selected in {now.before, now.after}:
        screen.follower.select(to.newest or "")
    for (_, pane), section in screen.sections.items():
        if pane == PANE:
            section.home()


def _open_side(screen: MainScreen, view: View) -> None:
    """The child's transcript, at the step where it parts."""
    pair = shown_pair(view, pairs(view))
    if pair is None or not (side := pair.newest):
        return
    parting = parting_of(view, pair)
    if screen.stand.room == TRIAGE:
        screen.stand.keep(view.patch or "")
    screen.follower.select(side)
    if parting is not None and parting.step:
        step = parting.step
        screen.follower.browse(lambda window: window.seek(side, step))
    screen.stand.enter(ROLLOUTS, view, TRACE)


def _one_task(view: View) -> str:
    return "" if len(pairs(view)) > 1 else "there is no other task that both have run"


def _fold(unfold: bool, screen: MainScreen, view: View) -> None:
    kept = view.lens.unfolded - {OPEN}
    screen.follower.look_through(unfolded=kept | {OPEN} if unfold else kept)


def _follow(screen: MainScreen, view: View) -> None:
    screen.follower.browse(Window.pause if view.following else Window.end)


def _step(steps: int, screen: MainScreen, view: View) -> None:
    screen.follower.browse(lambda window: window.step(steps))


def _unfold(opened: bool, screen: MainScreen, view: View) -> None:
    screen.follower.browse(lambda window: window.unfold(opened))


def _list_by(screen: MainScreen, view: View) -> None:
    """By something else."""
    pages = dict(view.lens.tab)
    screen.follower.look_through(tab={**pages, ROLLOUTS: pages.get(ROLLOUTS, 0) + 1})


def _silent(view: View) -> str:
    return "" if view.subject else "there is no transcript yet"


ACTIONS: tuple[Action, ...] = (
    Action("first_difference", "first difference",
           "where a patch first acts: its parent's rollout and its own, opened where they part",
           LOOKING, _open, FROM, _no_pair),
    Action("next_task", "next task", "the first difference on the next task",
           LOOKING, partial(_turn, 1), (PANE,), _one_task),
    Action("previous_task", "task before", "the first difference on the task before",
           LOOKING, partial(_turn, -1), (PANE,), _one_task),
    Action("open_side", "transcript", "the transcript of the patch's side, at the step where the two part",
           LOOKING, _open_side, (PANE,), _no_pair),
    Action("show_shared", "shared steps", "the steps that both sides share, a line each",
           LOOKING, partial(_fold, True), (PANE,)),
    Action("hide_shared", "fold", "the steps that both sides share, in one line",
           LOOKING, partial(_fold, False), (PANE,)),
    Action("list_by", "order", "list finished rollouts by time, task, outcome, age, steps, tokens, cost",
           LOOKING, _list_by, (ROLLOUTS,)),
    Action("follow", "follow", "follow what is said; again: stay here, whatever is said",
           LOOKING, _follow, (TRACE,), _silent),
    Action("next_step", "next step", "the next step of the transcript",
           MOVING, partial(_step, 1), (TRACE,), _silent),
    Action("previous_step", "step before", "the step of the transcript before",
           MOVING, partial(_step, -1), (TRACE,), _silent),
    Action("open_blocks", "unfold", "open the long blocks of the transcript that are on the screen",
           LOOKING, partial(_unfold, True), (TRACE,), _silent),
    Action("fold_blocks", "fold", "fold the long blocks of the transcript that are on the screen",
           LOOKING, partial(_unfold, False), (TRACE,), _silent),
)  # fmt: skip
