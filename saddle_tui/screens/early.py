"""Letters that are typed before a window has its field: they wait for it, and none is lost."""

from textual.events import DescendantFocus, Key
from textual.screen import ScreenResultType
from textual.widgets import Input

from saddle_tui.screens.modal import Modal


class Early(Modal[ScreenResultType]):
    """A window in which something can be typed."""

    early = ""
    """Letters that came before the field."""

    def on_key(self, event: Key) -> None:
        """Keep a letter that no field is there for yet."""
        if self.focused is None and event.is_printable and event.character:
            self.early += event.character
            event.stop()

    def on_descendant_focus(self, event: DescendantFocus) -> None:
        """The field is there; what was typed stands in it as if it had been there before."""
        if self.early and isinstance(event.widget, Input):
            typed, self.early = self.early, ""
            event.widget.insert_text_at_cursor(typed)
