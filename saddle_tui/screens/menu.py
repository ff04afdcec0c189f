"""A window in which one key chooses."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.content import Content
from textual.events import Key
from textual.widgets import Static

from saddle_tui.screens.dialog import SafeInput, line_of
from saddle_tui.screens.modal import Modal
from saddle_tui.text.safe import clean


@dataclass(frozen=True)
class Choice:
    """A key of a menu."""

    key: str
    title: str
    means: str
    why_not: str = ""
    """Why it cannot be chosen now; empty when it can. Hostile text is possible."""


class Menu(Modal[tuple[str, str] | None]):
    """One key each: the key that was pressed and the reason that was typed; None when it was left."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape", "leave", show=False)]

    def __init__(self, title: str, choices: Sequence[Choice]) -> None:
        super().__init__()
        self._title, self._choices = clean(title), {each.key: each for each in choices}
        self._reason = ""

    def compose(self) -> ComposeResult:
        with Vertical(id="dialog"):
            yield line_of(self._title, "title")
            for each in self._choices.values():
                said = f"not now: {each.why_not}" if each.why_not else each.means
                style = "$text-muted" if each.why_not else ""
                yield Static(
                    Content.assemble(
                        (clean(f"{each.key} "), "bold $text-primary"),
                        (clean(f"{each.title}: "), style or "bold"),
                        (clean(said), style),
                    ),
                    markup=False,
                )
            with Horizontal(classes="field"):
                yield line_of(clean("why (optional)"), classes="label")
                typed = SafeInput("", classes="typed", name="reason")
                typed.can_focus, typed.cursor_blink = False, False
                yield typed
            yield line_of(clean(""), "wrong")
            yield line_of(clean("w say why first   Esc back"), "choices")

    def on_key(self, event: Key) -> None:
        """Letters choose, but while a reason is typed."""
        typed = self.query_one(SafeInput)
        if typed.has_focus or event.key == "escape":
            return
        event.stop()
        choice = self._choices.get(event.key)
        if event.key == "w":
            typed.can_focus = True
            typed.focus()
        elif choice is not None and choice.why_not:
            self.query_one("#wrong", Static).update(Content(clean(choice.why_not)))
        elif choice is not None:
            self.dismiss((choice.key, typed.value.strip()))

    def on_input_submitted(self) -> None:
        """The reason stands; now a key chooses."""
        typed = self.query_one(SafeInput)
        self.set_focus(None)
        typed.can_focus = False

    def action_leave(self) -> None:
        self.dismiss(None)
