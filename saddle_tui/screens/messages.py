"""What the live screen asks of the app, and hears from it."""

from textual.message import Message

from saddle_tui.requests import Request
from saddle_tui.wanted import Wanted


class Asked(Message):
    """The operator wants something of the engine."""

    def __init__(self, request: Request) -> None:
        super().__init__()
        self.request = request


class Answered(Message):
    """The engine carried a request out, or it was not carried out."""

    def __init__(self, request: Request, why_not: str, told: str = "") -> None:
        """A message; `why_not` is empty when it was carried out, and may be hostile text."""
        super().__init__()
        self.request, self.why_not, self.told = request, why_not, told


class TakeOver(Message):
    """The operator wants the keys that steer."""


class GoTo(Message):
    """The operator wants to look at another run, or at this one in another way."""

    def __init__(self, wanted: Wanted) -> None:
        super().__init__()
        self.wanted = wanted


class Detach(Message):
    """The operator leaves."""
