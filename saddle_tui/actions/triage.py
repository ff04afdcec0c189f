"""Triage: which patches are taken home, in which order, in which version, and what is said of them."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from saddle_engine.types.base import PatchId
from saddle_runs.decisions import Choice
from saddle_tui.actions.action import TRIAGE, Action, Do
from saddle_tui.deciding import words
from saddle_tui.keymap import key_of
from saddle_tui.stage import held
from saddle_tui.triage.facts import no_choice
from saddle_tui.view import View

if TYPE_CHECKING:
    from saddle_tui.screens.main import MainScreen

ROOM = "triage"


def _choose(screen: MainScreen, view: View) -> None:
    patch = _patch(view)
    screen.follower.clerk.say(words.choose(patch, _unless(Choice.CHOSEN, patch, view)))


def _leave_out(screen: MainScreen, view: View) -> None:
    patch = _patch(view)
    screen.follower.clerk.say(words.choose(patch, _unless(Choice.LEFT, patch, view)))


def _leave_out_with(screen: MainScreen, view: View, reason: str) -> None:
    screen.follower.clerk.say(words.choose(_patch(view), Choice.LEFT, reason))


def _unless(choice: Choice, patch: PatchId, view: View) -> Choice:
    """Open again where it is so already."""
    return Choice.OPEN if view.triage.of(patch).choice is choice else choice


def _earlier(screen: MainScreen, view: View) -> None:
    screen.follower.clerk.say(words.move(_patch(view), "up"))


def _later(screen: MainScreen, view: View) -> None:
    screen.follower.clerk.say(words.move(_patch(view), "down"))


def _take_back(screen: MainScreen, view: View) -> None:
    screen.follower.clerk.say(words.take_back)


def _together(screen: MainScreen, view: View) -> None:
    screen.stand.open(ROOM, "composed")


def _unless_held(id_: str, do: Do) -> Do:
    """A patch that waits in a run at work is the engine's to hear of."""

    def either(screen: MainScreen, view: View) -> None:
        if view.engine.alive and view.patch in held(view) and not screen.seat.role.observes:
            screen.steer(id_, view)
        else:
            do(screen, view)

    return either


def _patch(view: View) -> PatchId:
    assert view.patch is not None
    return view.patch


def _none(view: View) -> str:
    if view.state.evaluation:
        return "an evaluation has no patches"
    return "" if view.patch is not None else "there is no patch yet"


def _cannot_choose(view: View) -> str:
    return _none(view) or no_choice(view.state.patches[_patch(view)])


def _has_no_place(view: View) -> str:
    if why_not := _none(view):
        return why_not
    return (
        "" if view.patch in view.triage.chosen else f"{view.patch} is not chosen: it has no place"
    )


def _no_conflict(view: View) -> str:
    if not view.triage.chosen:
        return _none(view) or f"no patch is chosen; {key_of('choose')} chooses one"
    known = view.triage.composition
    return "nothing conflicts" if known is not None and not known.conflicts else ""


def _not_ready(view: View) -> str:
    if not view.triage.chosen:
        return _none(view) or f"no patch is chosen; {key_of('choose')} chooses one"
    told = "; ".join(conflict.sentence for conflict in view.triage.conflicts)
    return f"{told}; {key_of('resolve')} resolves it" if told else ""


def _triage(id_: str, title: str, help_: str, do: Do, can: Callable[[View], str] = _none) -> Action:
    return Action(id_, title, help_, TRIAGE, do, (ROOM,), can)


ACTIONS: tuple[Action, ...] = (
    _triage("choose", "choose", "take this patch home; again: take it no more", _choose, _cannot_choose),
    Action("leave_out", "leave out", "say that you do not want this patch; again: leave that open",
           TRIAGE, _leave_out, (ROOM,), _none, takes="REASON", do_with=_leave_out_with),
    _triage("earlier", "earlier", "this patch comes before the one before it", _earlier, _has_no_place),
    _triage("later", "later", "this patch comes after the next one", _later, _has_no_place),
    Action("remark", "comment", "say something about this patch, beside the run", TRIAGE,
           _unless_held("comment", lambda screen, view: screen.taking.remark(view)), (ROOM,), _none,
           takes="TEXT", do_with=lambda screen, view, text: screen.taking.said(view, text)),
    _triage("change", "edit", "take this patch home in your version, from your $EDITOR",
            _unless_held("edit", lambda screen, view: screen.taking.change(view)), _cannot_choose),
    _triage("take_back", "undo", "take your last decision back", _take_back),
    _triage("resolve", "resolve", "put the files in which patches conflict right, in your $EDITOR",
            lambda screen, view: screen.taking.resolve(view), _no_conflict),
    _triage("export", "export", "write the chosen patches to a branch, a patch series or a folder",
            lambda screen, view: screen.taking.export(view), _not_ready),
    _triage("together", "together", "what the chosen patches give together, in their order", _together),
)  # fmt: skip
