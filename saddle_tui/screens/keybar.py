"""The last line: the keys that matter in the pane where one is, and whether they steer."""

from typing import NamedTuple

from saddle_tui.actions import ACTIONS
from saddle_tui.keymap import key_of
from saddle_tui.seat import Role
from saddle_tui.text.safe import SafeText, clean
from saddle_tui.text.width import fit, width_of
from saddle_tui.view import View
from saddle_tui.widgets.pane import Line

STEERING = ("pause", "phase", "limit", "seal", "stop")
JUDGING = ("approve", "veto")
MARK_CELLS = 14


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
    room = width - width_of(mark) - 1
    keys = [_Key(3, clean("1-7"), clean(" screens  ")), *_keys(view, role, where)]
    while len(keys) > 1 and sum(each.cells for each in keys) > room:
        keys.remove(max(keys, key=lambda each: each.rank))
    spans = [span for each in keys for span in _spans(each)]
    gap = max(width - sum(each.cells for each in keys) - width_of(mark), 0)
    return [*spans, (clean(" " * gap), ""), (mark, "bold")]


def _keys(view: View, role: Role, where: str) -> list[_Key]:
    chosen = [(9, "drill")]
    if role.drives:
        judging = where == "patch" and not ACTIONS["approve"].why_not(view)
        chosen = [(1, each) for each in JUDGING] if judging else chosen
        chosen += [(2 + 2 * rank, each) for rank, each in enumerate(STEERING)]
    elif not role.observes and role.mark:
        chosen += [(1, "take")]
    chosen += [(0, "help"), (0, "detach")]
    return [_Key(rank, *_shown(id_, view)) for rank, id_ in chosen]


def _shown(id_: str, view: View) -> tuple[SafeText, SafeText]:
    """What cannot be done now stays in its place, in brackets; pressing it tells why."""
    action = ACTIONS[id_]
    title = f"({action.title})" if action.why_not(view) else action.title
    return clean(key_of(id_)), clean(f" {title}  ")


def _spans(each: _Key) -> Line:
    return [(each.key, "bold $text-primary"), (each.title, "")]
