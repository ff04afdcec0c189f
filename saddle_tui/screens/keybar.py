"""The last line: the keys that matter in the pane where one is, and whether they steer."""

from collections.abc import Sequence
from typing import NamedTuple

from saddle_tui.actions import ACTIONS
from saddle_tui.actions.finding import keys_in
from saddle_tui.keymap import key_of
from saddle_tui.screens.offered import steers
from saddle_tui.screens.rooms import ROOMS
from saddle_tui.seat import Role
from saddle_tui.text.safe import SafeText, clean
from saddle_tui.text.width import fit, width_of
from saddle_tui.view import View
from saddle_tui.widgets.pane import Line

MATTERS = {
    "rollouts": ("drill", "cancel", "requeue", "first_difference", "filter"),
    "trace": ("follow", "cancel", "filter", "next_step", "open_blocks", "pager"),
    "difference": ("next_task", "previous_task", "open_side", "show_shared"),
    "dag": ("drill", "compare", "mark", "pin", "fork", "rank"),
    "node": ("drill", "compare", "pin", "fork"),
    "compare": ("open_task", "filter"),
    "diagnoses": ("drill", "hint", "filter"),
    "diagnosis": ("drill", "hint", "first_difference"),
    "patches": (
        "approve_marked",
        "veto_marked",
        "approve",
        "veto",
        "edit",
        "defer",
        "undo",
        "mark_patch",
        "first_difference",
        "filter",
    ),
    "patch": (
        "approve",
        "veto",
        "edit",
        "defer",
        "undo",
        "first_difference",
        "next_hunk",
        "split",
        "comment",
    ),
    "queue": (
        "choose",
        "export",
        "resolve",
        "leave_out",
        "together",
        "drill",
        "remark",
        "change",
        "filter",
    ),
    "evidence": ("choose", "open_evidence", "export", "leave_out", "first_difference", "remark"),
    "composed": ("export", "resolve", "earlier", "later", "choose"),
    "triage-patch": ("choose", "change", "export", "leave_out", "next_hunk", "split"),
    "heatmap": ("first_difference", "other_tasks", "filter"),
    "log": ("drill", "filter", "go", "tail"),
}
"""What matters in a pane, the first the most; what cannot be done now gives way to what can."""
ELSEWHERE = ("drill", "filter")
REPLAY = ("play", "mark_on", "iteration_on", "event_on", "seek", "faster", "bookmark", "to_end")
"""What matters in a replay, in whatever pane."""
OVER = {"done", "aborted"}
"""There is nothing to steer any more, and all of it to look at again."""
STEERING = ("pause", "phase", "limit", "seal", "stop")
MOST = 8
"""Keys, besides those that are always there."""
FIRST = 5
"""Of those of a replay that go before those of the pane."""
MARK_CELLS = 14
SCREENS_RANK = 2
"""Gives way before the first key of the pane, and after the others."""


def matters(room: str, pane: str) -> Sequence[str]:
    """Ids of actions that matter in a pane of a screen."""
    return MATTERS.get(f"{room}-{pane}") or MATTERS.get(pane, ELSEWHERE)


class _Key(NamedTuple):
    rank: int
    """What ranks highest gives way first."""
    key: SafeText
    title: SafeText

    @property
    def cells(self) -> int:
        return width_of(self.key) + width_of(self.title)


def keybar(view: View, role: Role, where: str, width: int) -> Line:
    """The line.

    Args:
        view: what is on the screen.
        role: whether this screen steers.
        where: the pane that has the focus.
        width: cells.
    """
    mark = fit(role.mark, MARK_CELLS)
    room = width - width_of(mark)
    rooms = [_Key(SCREENS_RANK, clean(f"1-{len(ROOMS)}"), clean(" screens  "))]
    keys = _fitting([*rooms, *_keys(view, role, where)], room)
    named = [*_rooms(), *(each for each in keys if each not in rooms)]
    if _fitting(named, room) == named:
        keys = named
    spans = [span for each in keys for span in _spans(each)]
    gap = max(width - sum(each.cells for each in keys) - width_of(mark), 0)
    return [*spans, (clean(" " * gap), ""), (mark, "bold")]


def _fitting(keys: Sequence[_Key], room: int) -> list[_Key]:
    """In their places those that there is room for, the lowest ranks first."""
    shown: list[_Key] = []
    for each in sorted(keys, key=lambda key: key.rank):
        if sum(other.cells for other in shown) + each.cells <= room:
            shown.append(each)
    return [each for each in keys if each in shown]


def _rooms() -> list[_Key]:
    """Every screen by its name, where nothing has to give way to that."""
    return [
        _Key(SCREENS_RANK, clean(key_of(room.id)), clean(f" {room.title}  "))
        for room in ROOMS.values()
    ]


def _keys(view: View, role: Role, where: str) -> list[_Key]:
    matter = [id_ for id_ in matters(view.lens.room, where) if _possible(id_, view, role)]
    steering = [id_ for id_ in STEERING if steers(view, role) and role.mark]
    chosen = [*enumerate([*matter[: MOST - 1], *steering][:MOST], 1)]
    if (
        role.drives and "pause" in steering and _possible("pause", view, role)
    ):  # it never gives way to another key
        chosen = [(0 if id_ == "pause" else rank, id_) for rank, id_ in chosen]
    if not role.drives and steers(view, role) and role.mark:
        chosen += [(0, "take")]
    if role.drives and not ACTIONS["revive"].can(view):
        chosen += [(0, "revive")]
    if view.status in OVER and view.lens.room != "triage":
        chosen += [(1, "replay")]
    if view.replay is not None:
        chosen = [*enumerate([*REPLAY[:FIRST], *matter, *REPLAY[FIRST:]][:MOST], 1)]
    chosen += [(0, "help"), (0, "detach" if view.replay is None else "leave")]
    return [_Key(rank, *_shown(id_, view, role)) for rank, id_ in chosen]


def _possible(id_: str, view: View, role: Role) -> bool:
    action = ACTIONS[id_]
    there = action.there(replay=view.replay is not None)
    return there and (not action.steers or steers(view, role)) and not action.why_not(view)


def _shown(id_: str, view: View, role: Role) -> tuple[SafeText, SafeText]:
    """What cannot be done now stays in its place, in brackets; pressing it tells why."""
    action = ACTIONS[id_]
    not_now = action.why_not(view) or (action.steers and not role.drives)
    title = f"({action.title})" if not_now else action.title
    keys = keys_in(action, replay=view.replay is not None).split() or [f":{id_}"]
    return clean(keys[0]), clean(f" {title}  ")


def _spans(each: _Key) -> Line:
    return [(each.key, "bold $text-primary"), (each.title, "")]
