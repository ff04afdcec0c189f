"""All actions in a list that letters narrow; what cannot be done now says why."""

from collections.abc import Callable
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.content import Content
from textual.widgets import Input, Static

from saddle_tui import fuzzy
from saddle_tui.actions import Action
from saddle_tui.keymap import keys_of
from saddle_tui.screens.dialog import SafeInput
from saddle_tui.screens.modal import Modal
from saddle_tui.text.safe import clean
from saddle_tui.text.width import fit, pad
from saddle_tui.widgets.pane import Line

NAME_CELLS, KEY_CELLS = 28, 10
LONGEST = 80
"""Characters that can be typed."""
WhyNot = Callable[[Action], str]


class Palette(Modal[str | None]):
    """The id of the action that was chosen; None when it was left."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,ctrl+p", "leave", show=False),
        Binding("up,shift+tab", "move(-1)", show=False),
        Binding("down,tab", "move(1)", show=False),
        Binding("pageup", "move(-10)", show=False),
        Binding("pagedown", "move(10)", show=False),
    ]

    def __init__(self, actions: list[Action], why_not: WhyNot) -> None:
        """A palette.

        Args:
            actions: in their order before anything is typed.
            why_not: why one cannot be done now. Hostile text is possible.
        """
        super().__init__()
        self._actions, self._why_not = actions, why_not
        self._found, self._at = actions, 0

    def compose(self) -> ComposeResult:
        with Vertical(id="palette"):
            field = SafeInput(max_length=LONGEST, placeholder="what to do", id="words")
            field.cursor_blink = False
            yield field
            yield Static("", id="found", markup=False)
            yield Static("", id="hint", markup=False)

    def on_mount(self) -> None:
        self.call_after_refresh(self._show)

    def on_resize(self) -> None:
        self.call_after_refresh(self._show)

    def on_input_changed(self, event: Input.Changed) -> None:
        self._found, self._at = ranked(event.value, self._actions), 0
        self._show()

    def on_input_submitted(self) -> None:
        """What cannot be done now stays, and says why."""
        if self._found and not self._why_not(self._found[self._at]):
            self.dismiss(self._found[self._at].id)

    def action_move(self, step: int) -> None:
        self._at = min(max(self._at + step, 0), max(len(self._found) - 1, 0))
        self._show()

    def action_leave(self) -> None:
        self.dismiss(None)

    def _show(self) -> None:
        width, rows = self.query_one("#found").content_size
        lines = found_lines(self._found, self._at, self._why_not, width, rows)
        shown = Content("\n").join(Content.assemble(*line) for line in lines)
        self.query_one("#found", Static).update(shown)
        self.query_one("#hint", Static).update(Content(self._hint(width)))

    def _hint(self, width: int) -> str:
        if not self._found:
            return fit("no action is called so; delete a letter", width)
        action = self._found[self._at]
        why = self._why_not(action)
        return fit(f"not now: {why}" if why else f"Enter: {action.help}", width)


def ranked(typed: str, actions: list[Action]) -> list[Action]:
    """Those that answer what was typed, the best first."""
    scores = {action.id: _score(typed, action) for action in actions}
    found = [action for action in actions if scores[action.id] is not None]
    return sorted(found, key=lambda action: -(scores[action.id] or 0))


def _score(typed: str, action: Action) -> int | None:
    """By its name; else, as a last resort, by the words of its help."""
    named = fuzzy.score(typed, f"{action.title} {action.name} {action.id}")
    if named is not None:
        return named
    words = typed.casefold().split()
    return -1000 if all(word in action.help.casefold() for word in words) else None


def found_lines(found: list[Action], at: int, why_not: WhyNot, width: int, rows: int) -> list[Line]:
    """A line for each action around the one at `at`."""
    first = min(max(at - rows // 2, 0), max(len(found) - rows, 0))
    return [
        _line(action, first + number == at, why_not(action), width)
        for number, action in enumerate(found[first : first + max(rows, 0)])
    ]


def _line(action: Action, here: bool, why: str, width: int) -> Line:
    mark, style = ("›", "bold") if here else (" ", "")
    name = pad(f"{mark} {action.name}", min(NAME_CELLS, width))
    room = width - NAME_CELLS - KEY_CELLS - 1
    keys = pad(keys_of(action.id), KEY_CELLS) if room > 0 else clean("")
    said = f"not now: {why}" if why else action.help
    if why:
        style = "bold $text-muted" if here else "$text-muted"
    return [
        (name, style),
        (keys, style if why else "$text-primary"),
        (fit(f" {said}", room), style),
    ]
