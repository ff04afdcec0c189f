"""A window over the screen, left once however many keys say so while it goes."""

from textual.await_complete import AwaitComplete
from textual.screen import ModalScreen, ScreenResultType


class Modal(ModalScreen[ScreenResultType]):
    """Any window of ours."""

    def dismiss(self, result: ScreenResultType | None = None) -> AwaitComplete:
        """Leave it; the key after the one that left it takes nothing else from the screen."""
        return super().dismiss(result) if self.is_active else AwaitComplete()
