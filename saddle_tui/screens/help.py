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
from saddle_tui.text.width import fit, pad, wrap
from saddle_tui.view import View
from saddle_tui.widgets.pane import Line

KEY_CELLS = 17
WIDEST, BORDERS = 100, 8
ROWS = 4  # of one text
LEAVE = "escape,q,question_mark,enter"


class Help(ModalScreen[None]):
    """The registry as a list."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding(LEAVE, "leave", show=False),
        Binding("j", "app.simulate_key('down')", show=False),
        Binding("k", "app.simulate_key('up')", show=False),
    ]

    def __init__(self, view: View, role: Role, width: int) -> None:
        """The list as of this moment, for a window of so many columns."""
        super().__init__()
        self._lines = help_lines(view, role, min(width, WIDEST) - BORDERS)

    def compose(self) -> ComposeResult:
        with VerticalScroll(id="help"):
            lines = (Content.assemble(*line) for line in self._lines)
            yield Static(Content("\n").join(lines), markup=False)

    def action_leave(self) -> None:
        self.dismiss()


def help_lines(view: View, role: Role, width: int) -> list[Line]:
    """A block for each group; lines of at most `width` cells."""
    lines: list[Line] = [[(fit("Keys: j k scroll, Esc leaves", width), "$text-muted")]]
    for group, actions in groupby(REGISTRY, key=lambda action: action.group):
        lines += [[], [(clean(group), "bold")]]
        for action in actions:
            if not (role.observes and action.steers):
                lines += _action(action, view, role, width)
    if role.why_not:
        said = f"Keys that steer do nothing here: {role.why_not}"
        lines += [[], *([(each, "bold")] for each in wrap(clean(said), width, ROWS))]
    return lines


def _action(action: Action, view: View, role: Role, width: int) -> list[Line]:
    room = width - KEY_CELLS
    twin = f" (saddle-tui {action.verb})" if action.verb else ""
    said = wrap(clean(f"{action.help}{twin}"), room, ROWS)
    why = action.why_not(view) if role.drives else ""
    texts = [(each, "") for each in said]
    if why:
        texts += [(each, "$text-muted") for each in wrap(clean(f"not now: {why}"), room, ROWS)]
    keys = [pad(f"  {keys_of(action.id)}", KEY_CELLS), *[pad("", KEY_CELLS)] * len(texts)]
    return [
        [(key, "bold $text-primary"), (text, style)]
        for key, (text, style) in zip(keys, texts, strict=False)
    ]
