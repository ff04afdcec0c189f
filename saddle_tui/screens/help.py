"""Every key, what it does, and why it does nothing now."""

from itertools import groupby
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll
from textual.content import Content
from textual.screen import ModalScreen
from textual.widgets import Static

from saddle_tui.actions import REGISTRY, Action
from saddle_tui.keymap import keys_of
from saddle_tui.seat import Role
from saddle_tui.text.safe import clean
from saddle_tui.text.width import pad
from saddle_tui.view import View
from saddle_tui.widgets.pane import Line

KEY_CELLS = 17
LEAVE = "escape,q,question_mark,enter"


class Help(ModalScreen[None]):
    """The registry as a list."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding(LEAVE, "leave", show=False),
        Binding("j", "app.simulate_key('down')", show=False),
        Binding("k", "app.simulate_key('up')", show=False),
    ]

    def __init__(self, view: View, role: Role) -> None:
        super().__init__()
        self._lines = help_lines(view, role)

    def compose(self) -> ComposeResult:
        with VerticalScroll(id="help"):
            lines = (Content.assemble(*line) for line in self._lines)
            yield Static(Content("\n").join(lines), markup=False)

    def action_leave(self) -> None:
        self.dismiss()


def help_lines(view: View, role: Role) -> list[Line]:
    """A block for each group."""
    lines: list[Line] = []
    for group, actions in groupby(REGISTRY, key=lambda action: action.group):
        lines += [[], [(clean(group), "bold")]]
        for action in actions:
            if not (role.observes and action.steers):
                lines += _action(action, view, role)
    if role.why_not:
        lines += [[], [(clean(f"Keys that steer: {role.why_not}."), "")]]
    return [[(clean("Keys. j k scroll, Esc leaves."), "$text-muted")], *lines]


def _action(action: Action, view: View, role: Role) -> list[Line]:
    twin = f" (saddle-tui {action.verb})" if action.verb else ""
    line: Line = [
        (pad(f"  {keys_of(action.id)}", KEY_CELLS), "bold $text-primary"),
        (clean(f"{action.title}: {action.help}{twin}"), ""),
    ]
    why = action.why_not(view) if role.drives else ""
    if not why:
        return [line]
    return [line, [(clean(" " * KEY_CELLS + f"not now: {why}"), "$text-muted")]]
