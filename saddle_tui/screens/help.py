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

    def __init__(self, view: View, role: Role) -> None:
        """The list as of this moment."""
        super().__init__()
        self._view, self._role = view, role

    def compose(self) -> ComposeResult:
        with VerticalScroll(id="help"):
            yield Static(markup=False)

    def on_resize(self) -> None:
        """Also when the window has just opened."""
        lines = help_lines(self._view, self._role, min(self.app.size.width, WIDEST) - BORDERS)
        shown = Content("\n").join(Content.assemble(*line) for line in lines)
        self.query_one(Static).update(shown)

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
