"""The menu of what can be copied."""

from collections.abc import Sequence
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.content import Content
from textual.events import Key
from textual.widgets import Static

from saddle_tui.copies import Copy
from saddle_tui.screens.modal import Modal
from saddle_tui.text.safe import clean
from saddle_tui.text.width import fit

CELLS = 56
"""Of what is shown of a text."""
BODY = "all that this pane is about"


class CopyMenu(Modal[Copy | None]):
    """One key each; None when it was left."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape,y", "leave", show=False)]

    def __init__(self, copies: Sequence[Copy]) -> None:
        super().__init__()
        self._copies = {each.key: each for each in copies}

    def compose(self) -> ComposeResult:
        with Vertical(id="dialog"):
            yield Static(Content("Copy"), id="title", markup=False)
            for each in self._copies.values():
                yield Static(
                    Content.assemble(
                        (clean(f"{each.key} "), "bold $text-primary"),
                        (clean(f"{each.name:9}"), "bold"),
                        (fit(BODY if each.text is None else each.text, CELLS), "$text-muted"),
                    ),
                    markup=False,
                )
            yield Static(Content("Esc back"), id="choices", markup=False)

    def on_key(self, event: Key) -> None:
        if self.is_current and (chosen := self._copies.get(event.key)) is not None:
            event.stop()
            self.dismiss(chosen)

    def action_leave(self) -> None:
        self.dismiss(None)
