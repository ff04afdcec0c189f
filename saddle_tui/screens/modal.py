"""A window over the screen, left once however many keys say so while it goes."""

from textual.await_complete import AwaitComplete
from textual.screen import ModalScreen, ScreenResultType


class Modal(ModalScreen[ScreenResultType]):
    """Any window of ours."""

    def dismiss(self, result: ScreenResultType | None = None) -> AwaitComplete:
        """Leave it, where it is there: a key too early, or one too many, takes nothing else from the screen."""
        if self.is_active and self.is_mounted:
            return super().dismiss(result)
        return AwaitComplete()
