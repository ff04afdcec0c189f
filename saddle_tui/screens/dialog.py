"""Windows that ask before something is done. A key that was meant for the screen below does nothing in them."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.content import Content
from textual.events import Paste
from textual.widgets import Input, Static

from saddle_tui.screens.armed import Calm
from saddle_tui.screens.modal import Modal
from saddle_tui.text.safe import SafeText, clean
from saddle_tui.widgets.pane import Line

HASTY = "press Enter again, once you have read it"


def anything(typed: str) -> str:
    """Any text will do, also none."""
    return ""


@dataclass(frozen=True)
class Field:
    """A line that can be typed."""

    name: str
    """What of the request it fills."""
    label: str
    draft: str = ""
    """What stands there at first."""
    why_not: Callable[[str], str] = anything
    """Why a text will not do; empty when it will."""
    confirms: bool = False
    """It is typed to make sure, and is to be typed anew each time."""


@dataclass(frozen=True)
class Question:
    """What a window asks."""

    title: str
    explained: Sequence[str]
    """Paragraphs; hostile text is possible."""
    fields: tuple[Field, ...]
    yes: str = "do it"
    """What Enter stands for."""
    shown: Sequence[Line] = ()
    """Lines that are shown as they are, such as a diff; they scroll."""


class SafeInput(Input):
    """One line of text; whatever is typed or pasted, nothing of it acts."""

    def validate_value(self, value: str) -> str:
        """Clean it as it comes."""
        return clean(value)

    def _on_paste(self, event: Paste) -> None:
        """All lines of what is pasted, as one: nothing is lost."""
        event.stop()
        event.prevent_default()
        self.insert_text_at_cursor(" ".join(event.text.splitlines()))


class Form(Modal[Mapping[str, str] | None]):
    """A question with lines to be typed; None when it was left.

    Where nothing has to be typed, Enter works only once it could be read as a question.
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "leave", show=False),
        Binding("down", "app.focus_next", show=False, priority=True),
        Binding("up", "app.focus_previous", show=False, priority=True),
        Binding("pagedown", "page(1)", show=False, priority=True),
        Binding("pageup", "page(-1)", show=False, priority=True),
    ]

    def __init__(self, question: Question, calm: Calm) -> None:
        super().__init__()
        self._question, self._calm = question, calm
        self.typed = {field.name: field.draft for field in question.fields}
        """What was typed so far, also after it was left."""
        self._touched = False

    @property
    def kept(self) -> dict[str, str]:
        """What is worth keeping of it: all but words that only make sure."""
        names = [field.name for field in self._question.fields if not field.confirms]
        return {name: self.typed[name] for name in names if self.typed[name]}

    def compose(self) -> ComposeResult:
        asked = self._question
        with Vertical(id="dialog"):
            yield line_of(clean(asked.title), "title")
            for each in asked.explained:
                yield line_of(clean(each), classes="explained")
            if asked.shown:
                with VerticalScroll(id="shown", can_focus=False):
                    lines = Content("\n").join(Content.assemble(*line) for line in asked.shown)
                    yield Static(lines, markup=False)
            for field in asked.fields:
                with Horizontal(classes="field"):
                    yield line_of(clean(field.label), classes="label")
                    typed = SafeInput(
                        field.draft,
                        select_on_focus=False,
                        classes="typed",
                        name=field.name,
                        id=f"type-{field.name}",
                    )
                    typed.cursor_blink = False
                    yield typed
            yield line_of(clean(""), "wrong")
            more = "   ↑ ↓ next line" if len(asked.fields) > 1 else ""
            more += "   PgDn reads on" if asked.shown else ""
            yield line_of(clean(f"Enter {asked.yes}   Esc back{more}"), "choices")

    def on_mount(self) -> None:
        self._calm.see(self._question.title)

    def on_key(self) -> None:
        self._calm.disturb()

    def on_input_changed(self, event: Input.Changed) -> None:
        name = event.input.name or ""
        self._touched = self._touched or event.value != self.typed[name]
        self.typed[name] = event.value
        self._complain(clean(""))

    def on_input_submitted(self) -> None:
        """Do it, or say what is wrong with what was typed."""
        typed = {name: text.strip() for name, text in self.typed.items()}
        for field in self._question.fields:
            if wrong := field.why_not(typed[field.name]):
                self._complain(clean(wrong))
                self.query_one(f"#type-{field.name}", Input).focus()
                return
        if self._touched or self._calm.armed(self._question.title):
            self.dismiss(typed)
        else:
            self._complain(clean(HASTY))

    def action_leave(self) -> None:
        self.dismiss(None)

    def action_page(self, pages: int) -> None:
        for shown in self.query("#shown"):
            shown.scroll_relative(y=pages * max(shown.size.height - 1, 1), animate=False)

    def _complain(self, wrong: SafeText) -> None:
        self.query_one("#wrong", Static).update(Content(wrong))


def line_of(text: SafeText, name: str | None = None, classes: str = "") -> Static:
    """A text of a window."""
    return Static(Content(text), id=name, classes=classes, markup=False)
