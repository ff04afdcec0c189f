"""Deciding on patches: those that wait, those that are marked, and how their diff is shown."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from saddle_tui.actions.action import PATCHES, Action
from saddle_tui.actions.steering import do, steering
from saddle_tui.asking import patches
from saddle_tui.requests import STILL_TO_COME
from saddle_tui.stage import held
from saddle_tui.view import View

if TYPE_CHECKING:
    from saddle_tui.screens.main import MainScreen

HERE = ("patches",)
"""The list, wherever it stands, and its whole screen."""
DIFF = ("patches", "patch")


def _mark(screen: MainScreen, view: View) -> None:
    assert view.patch is not None
    screen.follower.look_through(marks=view.lens.marks ^ {view.patch})
    screen.stand.move("down", view)


def _can_mark(view: View) -> str:
    if view.patch is None:
        return "there is no patch yet"
    if view.patch not in held(view) and view.patch not in view.lens.marks:
        return (
            f"{view.patch} is {view.state.patches[view.patch].status}: only held patches are marked"
        )
    return ""


def _hunk(step: int, screen: MainScreen, view: View) -> None:
    screen.show_hunk(view.lens.hunk + step)


def _has_hunks(view: View) -> str:
    if view.patch_text is None or not view.patch_text.hunks:
        return "no diff is shown"
    return ""


def _split(screen: MainScreen, view: View) -> None:
    screen.follower.look_through(split=not view.lens.split)
    screen.show_hunk(view.lens.hunk)


ACTIONS: tuple[Action, ...] = (
    steering("approve", "approve", "let the held patch go on to its mini-batch", patches.approve,
             "steer RUN approve PATCH", takes="REASON", group=PATCHES),
    steering("veto", "veto", "stop the held patch, with a reason; it is kept", patches.veto,
             "steer RUN veto PATCH --reason TEXT", takes="REASON", group=PATCHES),
    Action("edit", "edit", "change the held patch in your $EDITOR; it is checked again", PATCHES,
           partial(do, "edit"), HERE, ask=patches.edit, verb="steer RUN edit PATCH"),
    steering("defer", "defer", "set the held patch aside; the search goes on", patches.defer,
             "steer RUN defer PATCH", takes="REASON", where=(*HERE, "triage"), group=PATCHES),
    steering("comment", "comment", "leave a remark on the patch", patches.comment,
             "steer RUN comment PATCH TEXT", takes="TEXT", where=HERE, group=PATCHES),
    steering("undo", "undo", "take back a veto, or an approval that has not begun to act",
             patches.undo, "steer RUN undo PATCH|HINT", takes="PATCH|HINT", where=HERE,
             group=PATCHES),
    Action("mark_patch", "mark", "mark the held patch, to decide on several at once", PATCHES,
           _mark, HERE, _can_mark, only="live"),
    steering("approve_marked", "approve marked", "approve all marked patches",
             patches.on_marked("approve", ""), "steer RUN approve PATCH", where=HERE, group=PATCHES),
    steering("veto_marked", "veto marked", "veto all marked patches",
             patches.on_marked("veto", STILL_TO_COME), "steer RUN veto PATCH --reason TEXT",
             where=HERE, group=PATCHES),
    Action("next_hunk", "next hunk", "the next hunk of the diff", PATCHES,
           lambda screen, view: _hunk(1, screen, view), DIFF, _has_hunks),
    Action("previous_hunk", "hunk before", "the hunk before", PATCHES,
           lambda screen, view: _hunk(-1, screen, view), DIFF, _has_hunks),
    Action("split", "side by side", "show the diff side by side, or as one column", PATCHES,
           _split, (*DIFF, "node"), _has_hunks),
)  # fmt: skip
