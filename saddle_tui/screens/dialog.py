"""Windows that ask before something is done. A key that was meant for the screen below does nothing in them."""

from collections.abc import Callable
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.content import Content
from textual.screen import ModalScreen
from textual.widgets import Input, Static

from saddle_tui.screens.armed import Calm
from saddle_tui.text.safe import SafeText, clean

LONGEST = 400
"""Characters of a text that is typed."""


class Question(ModalScreen[bool]):
    """Yes or no."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("y", "yes", show=False),
        Binding("n,escape", "no", show=False),
    ]

    def __init__(self, title: str, explained: str, calm: Calm) -> None:
        super().__init__()
        self._title, self._explained, self._calm = clean(title), clean(explained), calm

    def compose(self) -> ComposeResult:
        with Vertical(id="dialog"):
            yield _line(self._title, "title")
            yield _line(self._explained, "explained")
            yield _line(clean("y yes   n no"), "choices")

    def on_mount(self) -> None:
        self._calm.see(self._title)

    def on_key(self) -> None:
        self._calm.disturb()

    def action_yes(self) -> None:
        """Once it has been there long enough to be read as a question."""
        if self._calm.armed(self._title):
            self.dismiss(True)

    def action_no(self) -> None:
        self.dismiss(False)


class SafeInput(Input):
    """One line of text; whatever is typed or pasted, nothing of it acts."""

    def validate_value(self, value: str) -> str:
        """Clean it as it comes."""
        return clean(value)


class Prompt(ModalScreen[str | None]):
    """One line of text; None when it was left."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape", "leave", show=False)]

    def __init__(
        self, title: str, explained: str, draft: str, why_not: Callable[[str], str]
    ) -> None:
        """A window.

        Args:
            title: what is asked for.
            explained: more about it.
            draft: what stands there at first.
            why_not: why a text will not do; empty when it will.
        """
        super().__init__()
        self._title, self._explained = clean(title), clean(explained)
        self._why_not = why_not
        self.draft = draft
        """What was typed so far, also after it was left."""

    def compose(self) -> ComposeResult:
        with Vertical(id="dialog"):
            yield _line(self._title, "title")
            yield _line(self._explained, "explained")
            field = SafeInput(self.draft, max_length=LONGEST, select_on_focus=False, id="typed")
            field.cursor_blink = False
            yield field
            yield _line(clean(""), "wrong")
            yield _line(clean("Enter send   Esc back"), "choices")

    def on_input_changed(self, event: Input.Changed) -> None:
        self.draft = event.value
        self._complain(clean(""))

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """Send it, or say what is wrong with it."""
        typed = event.value.strip()
        if wrong := self._why_not(typed):
            self._complain(clean(wrong))
        else:
            self.dismiss(typed)

    def action_leave(self) -> None:
        self.dismiss(None)

    def _complain(self, wrong: SafeText) -> None:
        self.query_one("#wrong", Static).update(Content(wrong))


def _line(text: SafeText, name: str) -> Static:
    return Static(Content(text), id=name, markup=False)
