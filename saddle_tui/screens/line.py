"""A line at the bottom of the screen, for a command or a filter. Keys are letters in it and nothing else."""

from collections.abc import Callable, Sequence
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.content import Content
from textual.widgets import Input, Static

from saddle_tui.screens.dialog import SafeInput
from saddle_tui.screens.modal import Modal
from saddle_tui.text.safe import SafeText, clean
from saddle_tui.text.width import fit

LONGEST = 400
"""Characters that can be typed."""


class OneLine(Modal[str | None]):
    """One line; None when it was left."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "leave", show=False),
        Binding("enter", "send", show=False, priority=True),
        Binding("tab", "complete(1)", show=False),
        Binding("shift+tab", "complete(-1)", show=False),
        Binding("up", "recall(-1)", show=False),
        Binding("down", "recall(1)", show=False),
    ]

    def __init__(
        self,
        sign: str,
        draft: str,
        wrong: Callable[[str], str],
        *,
        hint: Callable[[str], str],
        offers: Callable[[str], Sequence[str]] = lambda line: (),
        earlier: Sequence[str] = (),
    ) -> None:
        """A line.

        Args:
            sign: stands before it.
            draft: what stands in it at first.
            wrong: why a line will not do; empty when it will.
            hint: what is said above it while it is typed. Hostile text is possible.
            offers: lines that a line may become with Tab.
            earlier: lines that were sent before, oldest first.
        """
        super().__init__()
        self._sign, self._draft = clean(sign), clean(draft)
        self._wrong, self._hint, self._offers = wrong, hint, offers
        self._lines = [*map(str, earlier), draft]
        """Those before, and last the one that is being typed."""
        self._line = len(self._lines) - 1
        self._typed, self._offer = draft, 0
        """What Tab completes, and how often it was pressed."""
        self._filled: str | None = None

    @property
    def typed(self) -> str:
        """What stands in it."""
        return self.query_one(Input).value

    def compose(self) -> ComposeResult:
        with Vertical(id="line"):
            yield Static("", id="hint", markup=False)
            with Horizontal():
                yield Static(Content(self._sign), id="sign", markup=False)
                field = SafeInput(
                    self._draft, max_length=LONGEST, select_on_focus=False, id="words"
                )
                field.cursor_blink = False
                yield field

    def on_mount(self) -> None:
        self._say(self._hint(self._draft))

    def on_resize(self) -> None:
        self._say(self._hint(self.typed))

    def on_input_changed(self, event: Input.Changed) -> None:
        if event.value != self._filled:
            self._typed, self._offer, self._filled = event.value, 0, None
        self._say(self._hint(event.value))

    def action_send(self) -> None:
        """Send it, or say what is wrong with it; at once, so that the next key is for what stands below."""
        line = self.typed.strip()
        if wrong := self._wrong(line):
            self._say(wrong, "$text-error")
        else:
            self.dismiss(line)

    def action_leave(self) -> None:
        self.dismiss(None)

    def action_complete(self, step: int) -> None:
        """The next line that this one may become."""
        if offers := self._offers(self._typed):
            place = self._offer if step > 0 else self._offer - 2
            self._offer = place % len(offers) + 1
            self._fill(offers[place % len(offers)])

    def action_recall(self, step: int) -> None:
        """A line that was sent before."""
        if self._line == len(self._lines) - 1:
            self._lines[-1] = self.typed
        self._line = min(max(self._line + step, 0), len(self._lines) - 1)
        self._fill(self._lines[self._line])

    def _fill(self, text: str) -> None:
        field = self.query_one(Input)
        self._filled = clean(text)
        field.value = self._filled
        field.cursor_position = len(field.value)

    def _say(self, text: str, style: str = "$text-muted") -> None:
        said: SafeText = fit(text, max(self.app.size.width - 2, 1))
        self.query_one("#hint", Static).update(Content.assemble((said, style)))
